// Dense matrix product, rows by columns.
#include <stdio.h>
#include <stdlib.h>
#include "kernel.h"
#define N 200
static double a[N][N], b[N][N], c[N][N];
static void product(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double s = 0;
      for (int k = 0; k < N; k++) s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}
int main(void) {
  START();
  for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) { a[i][j] = (i + j) % 7 * 0.25; b[i][j] = (i - j) % 5 * 0.5; }
  for (int r = 0; r < 8; r++) { product(); a[r][r] = c[r][0] * 1e-3; }
  double trace = 0;
  for (int i = 0; i < N; i++) trace += c[i][i];
  printf("%.12f\n", trace);
  return 0;
}

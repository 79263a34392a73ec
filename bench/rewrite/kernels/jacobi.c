// Jacobi relaxation of Laplace's equation on a square.
#include <math.h>
#include <stdio.h>
#include "kernel.h"
#define N 300
static double a[N][N], b[N][N];
static double sweep(double (*x)[N], double (*y)[N]) {
  double change = 0;
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++) {
      double v = 0.25 * (x[i - 1][j] + x[i + 1][j] + x[i][j - 1] + x[i][j + 1]);
      change += fabs(v - x[i][j]);
      y[i][j] = v;
    }
  return change;
}
int main(void) {
  START();
  for (int i = 0; i < N; i++) a[0][i] = b[0][i] = 100;
  double d = 0;
  for (int r = 0; r < 150; r++) { d = sweep(a, b); d += sweep(b, a); }
  printf("%.12f %.12f\n", a[5][N / 2], d);
  return 0;
}

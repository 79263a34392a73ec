// LU decomposition with partial pivoting, followed by a solve.
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "kernel.h"
#define N 240
static double m[N][N], a[N][N], b[N];
static double solve(void) {
  for (int k = 0; k < N; k++) {
    int p = k;
    for (int i = k + 1; i < N; i++) if (fabs(a[i][k]) > fabs(a[p][k])) p = i;
    if (p != k) { double row[N]; memcpy(row, a[p], sizeof row); memcpy(a[p], a[k], sizeof row); memcpy(a[k], row, sizeof row);
      double t = b[p]; b[p] = b[k]; b[k] = t; }
    for (int i = k + 1; i < N; i++) {
      double f = a[i][k] / a[k][k];
      a[i][k] = f;
      for (int j = k + 1; j < N; j++) a[i][j] -= f * a[k][j];
      b[i] -= f * b[k];
    }
  }
  for (int i = N - 1; i >= 0; i--) { for (int j = i + 1; j < N; j++) b[i] -= a[i][j] * b[j]; b[i] /= a[i][i]; }
  return b[N / 2];
}
int main(void) {
  START();
  for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) m[i][j] = ((i * 37 + j * 71) % 101) * 0.01 + (i == j) * 5;
  double s = 0;
  for (int r = 0; r < 12; r++) { memcpy(a, m, sizeof a); for (int i = 0; i < N; i++) b[i] = i % 11 + r; s += solve(); }
  printf("%.12f\n", s);
  return 0;
}

// Largest singular value of an infinite matrix, by power iteration.
#include <math.h>
#include <stdio.h>
#include "kernel.h"
#define N 500
static double u[N], v[N], t[N];
static double entry(int i, int j) { return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1); }
static void multiply(const double *x, double *y) {
  for (int i = 0; i < N; i++) { y[i] = 0; for (int j = 0; j < N; j++) y[i] += entry(i, j) * x[j]; }
}
static void multiply_transposed(const double *x, double *y) {
  for (int i = 0; i < N; i++) { y[i] = 0; for (int j = 0; j < N; j++) y[i] += entry(j, i) * x[j]; }
}
int main(void) {
  START();
  for (int i = 0; i < N; i++) u[i] = 1;
  for (int i = 0; i < 10; i++) {
    multiply(u, t); multiply_transposed(t, v);
    multiply(v, t); multiply_transposed(t, u);
  }
  double a = 0, b = 0;
  for (int i = 0; i < N; i++) { a += u[i] * v[i]; b += v[i] * v[i]; }
  printf("%.12f\n", sqrt(a / b));
  return 0;
}

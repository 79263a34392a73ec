// Sorting doubles: a handwritten quicksort, and the library's sorting function.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "kernel.h"
#define N 150000
static double v[N], w[N];
static void quicksort(double *a, int n) {
  while (n > 16) {
    double p = a[n / 2];
    int i = 0, j = n - 1;
    for (;;) { while (a[i] < p) i++; while (a[j] > p) j--; if (i >= j) break; double t = a[i]; a[i] = a[j]; a[j] = t; i++; j--; }
    quicksort(a, i);
    a += i; n -= i;
  }
  for (int i = 1; i < n; i++) { double t = a[i]; int j = i; for (; j > 0 && a[j - 1] > t; j--) a[j] = a[j - 1]; a[j] = t; }
}
static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
int main(void) {
  START();
  uint32_t seed = 1;
  for (int i = 0; i < N; i++) { seed = seed * 1664525u + 1013904223u; v[i] = w[i] = seed * 1e-3; }
  quicksort(v, N);
  qsort(w, N, sizeof w[0], compare);
  double s = 0;
  for (int i = 0; i < N; i++) s += v[i] - w[i] + v[i] * (i & 1);
  printf("%.9f\n", s);
  return 0;
}

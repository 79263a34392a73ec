// Mean and variance by three methods, quantiles, histogram, correlation, regression by normal equations, Kalman filter,
// exponential smoothing, k-means, bootstrap with a fixed generator.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 400 };
static double x[N], y[N];
static int compare(const void *a, const void *b) {
  double p = *(const double *)a, q = *(const double *)b;
  return (p > q) - (p < q);
}

int main(void) {
  unsigned state = 4711;
  for (int i = 0; i < N; i++) {
    double sum = 0;
    for (int k = 0; k < 12; k++) sum += (double)((state = state * 1664525u + 1013904223u) >> 8) / (1 << 24);
    x[i] = sum - 6;
    y[i] = 2 * x[i] + 1 + 0.3 * x[i] * x[i] + (double)(state >> 20) / 4096;
  }
  double sum = 0, squares = 0, mean = 0, spread = 0;
  for (int i = 0; i < N; i++) {
    sum += x[i], squares += x[i] * x[i];
    double step = x[i] - mean;
    mean += step / (i + 1), spread += step * (x[i] - mean);
  }
  printf("%.12f %.12f %.12f %.12f\n", sum / N, mean, squares / N - sum * sum / N / N, spread / N);
  double a[3][4] = {{0}};
  for (int i = 0; i < N; i++) {
    const double row[4] = {1, x[i], x[i] * x[i], y[i]};
    for (int r = 0; r < 3; r++) for (int c = 0; c < 4; c++) a[r][c] += row[r] * row[c];
  }
  for (int k = 0; k < 3; k++) for (int r = 0; r < 3; r++) {
    if (r == k) continue;
    double factor = a[r][k] / a[k][k];
    for (int c = k; c < 4; c++) a[r][c] -= factor * a[k][c];
  }
  for (int k = 0; k < 3; k++) printf("%.9f ", a[k][3] / a[k][k]);
  double estimate = 0, variance = 1;
  for (int i = 0; i < N; i++) {
    variance += 0.01;
    double gain = variance / (variance + 0.5);
    estimate += gain * (y[i] - estimate), variance *= 1 - gain;
  }
  printf("\n%.9f %.9f\n", estimate, variance);
  double sorted[N], centres[3] = {-2, 0, 2};
  for (int i = 0; i < N; i++) sorted[i] = x[i];
  qsort(sorted, N, sizeof *sorted, compare);
  printf("%.9f %.9f %.9f\n", sorted[N / 10], (sorted[N / 2 - 1] + sorted[N / 2]) / 2, sorted[9 * N / 10]);
  for (int round = 0; round < 20; round++) {
    double total[3] = {0};
    int count[3] = {0};
    for (int i = 0; i < N; i++) {
      int best = 0;
      for (int k = 1; k < 3; k++) if (fabs(x[i] - centres[k]) < fabs(x[i] - centres[best])) best = k;
      total[best] += x[i], count[best]++;
    }
    for (int k = 0; k < 3; k++) centres[k] = total[k] / count[k];
  }
  printf("%.9f %.9f %.9f\n", centres[0], centres[1], centres[2]);
  int bins[10] = {0};
  for (int i = 0; i < N; i++) bins[(int)fmin(9, fmax(0, (x[i] + 3) / 0.6))]++;
  for (int k = 0; k < 10; k++) printf("%d ", bins[k]);
  printf("\n");
  return 0;
}

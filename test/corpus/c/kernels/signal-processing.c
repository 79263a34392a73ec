// Filters and transforms: FIR, biquad, moving median, Haar wavelet, Goertzel, autocorrelation, windows, resampling in float.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 256 };
static double signal_at(int i) { return sin(2 * acos(-1.0) * 8 * i / N) + 0.5 * cos(2 * acos(-1.0) * 31 * i / N) + (i % 17 == 0) * 0.8; }
static int compare(const void *a, const void *b) { return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b); }
static double goertzel(const double *x, int bin) {
  double c = 2 * cos(2 * acos(-1.0) * bin / N), s1 = 0, s2 = 0;
  for (int i = 0; i < N; i++) {
    double s = x[i] + c * s1 - s2;
    s2 = s1, s1 = s;
  }
  return sqrt(s1 * s1 + s2 * s2 - c * s1 * s2);
}

int main(void) {
  double x[N], fir[N], biquad[N], median[N], haar[N], space[N];
  for (int i = 0; i < N; i++) x[i] = signal_at(i);
  for (int i = 0; i < N; i++) {
    fir[i] = 0;
    for (int k = 0; k < 9; k++) fir[i] += x[(i + k - 4 + N) % N] * (0.54 - 0.46 * cos(2 * acos(-1.0) * k / 8)) / 4.5;
    double window[5];
    for (int k = 0; k < 5; k++) window[k] = x[(i + k - 2 + N) % N];
    qsort(window, 5, sizeof *window, compare);
    median[i] = window[2];
  }
  double x1 = 0, x2 = 0, y1 = 0, y2 = 0;
  for (int i = 0; i < N; i++) {
    biquad[i] = 0.0675 * x[i] + 0.1349 * x1 + 0.0675 * x2 + 1.143 * y1 - 0.4128 * y2;
    x2 = x1, x1 = x[i], y2 = y1, y1 = biquad[i];
  }
  printf("%.9f %.9f %.9f\n", fir[100], median[34], biquad[200]);
  memcpy(haar, x, sizeof x);
  for (int n = N; n > 1; n /= 2) {
    for (int i = 0; i < n / 2; i++) space[i] = (haar[2 * i] + haar[2 * i + 1]) / sqrt(2), space[n / 2 + i] = (haar[2 * i] - haar[2 * i + 1]) / sqrt(2);
    memcpy(haar, space, (size_t)n * sizeof *haar);
  }
  double energy = 0, transformed = 0;
  for (int i = 0; i < N; i++) energy += x[i] * x[i], transformed += haar[i] * haar[i];
  printf("%.9f %.9f %d\n", haar[0], haar[5], fabs(energy - transformed) < 1e-9);
  printf("%.6f %.6f %.6f\n", goertzel(x, 8), goertzel(x, 31), goertzel(x, 50));
  for (int lag = 0; lag < 40; lag += 13) {
    double sum = 0;
    for (int i = 0; i + lag < N; i++) sum += x[i] * x[i + lag];
    printf("%.6f ", sum / energy);
  }
  float resampled = 0;
  for (float t = 0; t < 200; t += 1.37f) {
    int i = (int)t;
    float f = t - (float)i;
    resampled += (1 - f) * (float)x[i] + f * (float)x[i + 1];
  }
  printf("\n%.4f\n", (double)resampled);
  return 0;
}

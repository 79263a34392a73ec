// Iterative radix-2 fast Fourier transform, forward and inverse.
#include <math.h>
#include <stdio.h>
#include "kernel.h"
#define N 16384
static double re[N], im[N], wr[N / 2], wi[N / 2];
static void fft(int inverse) {
  for (int i = 1, j = 0; i < N; i++) {
    int bit = N >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) { double t = re[i]; re[i] = re[j]; re[j] = t; t = im[i]; im[i] = im[j]; im[j] = t; }
  }
  for (int len = 2; len <= N; len <<= 1) {
    int step = N / len;
    for (int i = 0; i < N; i += len)
      for (int k = 0; k < len / 2; k++) {
        double c = wr[k * step], s = inverse ? -wi[k * step] : wi[k * step];
        double xr = re[i + k + len / 2] * c - im[i + k + len / 2] * s;
        double xi = re[i + k + len / 2] * s + im[i + k + len / 2] * c;
        re[i + k + len / 2] = re[i + k] - xr; im[i + k + len / 2] = im[i + k] - xi;
        re[i + k] += xr; im[i + k] += xi;
      }
  }
  if (inverse) for (int i = 0; i < N; i++) { re[i] /= N; im[i] /= N; }
}
int main(void) {
  START();
  for (int i = 0; i < N / 2; i++) { wr[i] = cos(2 * M_PI * i / N); wi[i] = -sin(2 * M_PI * i / N); }
  for (int i = 0; i < N; i++) { re[i] = i % 17 - 8.0; im[i] = i % 5; }
  for (int r = 0; r < 20; r++) { fft(0); fft(1); }
  double s = 0;
  for (int i = 0; i < N; i++) s += re[i] * im[i];
  printf("%.9f\n", s);
  return 0;
}

// Prices of European options in closed form.
#include <math.h>
#include <stdio.h>
#include "kernel.h"
#define N 4096
static double spot[N], strike[N], years[N], vol[N], price[N];
static double cnd(double x) {
  double k = 1 / (1 + 0.2316419 * fabs(x));
  double w = 1 - 0.3989422804014327 * exp(-x * x / 2) *
      (k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429)))));
  return x < 0 ? 1 - w : w;
}
static double call(double s, double x, double t, double r, double v) {
  double d1 = (log(s / x) + (r + v * v / 2) * t) / (v * sqrt(t)), d2 = d1 - v * sqrt(t);
  return s * cnd(d1) - x * exp(-r * t) * cnd(d2);
}
int main(void) {
  START();
  for (int i = 0; i < N; i++) { spot[i] = 50 + i % 100; strike[i] = 60 + i % 77; years[i] = 0.1 + i % 20 * 0.1; vol[i] = 0.1 + i % 9 * 0.05; }
  double s = 0;
  for (int r = 0; r < 80; r++) {
    for (int i = 0; i < N; i++) price[i] = call(spot[i], strike[i], years[i], 0.01 + r * 1e-4, vol[i]);
    for (int i = 0; i < N; i++) s += price[i];
  }
  printf("%.9f\n", s);
  return 0;
}

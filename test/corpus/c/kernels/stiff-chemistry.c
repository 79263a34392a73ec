// A stiff reaction system (Robertson) by implicit Euler with Newton steps; equilibrium by fixed points; an Arrhenius table.
#include <math.h>
#include <stdio.h>

static void rates(const double *y, double *f) {
  f[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
  f[2] = 3e7 * y[1] * y[1];
  f[1] = -f[0] - f[2];
}
static void solve(double a[3][4]) {
  for (int k = 0; k < 3; k++) {
    int p = k;
    for (int i = k + 1; i < 3; i++) if (fabs(a[i][k]) > fabs(a[p][k])) p = i;
    for (int j = 0; j < 4; j++) {
      double t = a[k][j];
      a[k][j] = a[p][j], a[p][j] = t;
    }
    for (int i = 0; i < 3; i++) {
      if (i == k) continue;
      double f = a[i][k] / a[k][k];
      for (int j = k; j < 4; j++) a[i][j] -= f * a[k][j];
    }
  }
  for (int k = 0; k < 3; k++) a[k][3] /= a[k][k];
}

int main(void) {
  double y[3] = {1, 0, 0}, t = 0, h = 1e-5;
  int steps = 0, iterations = 0;
  for (; t < 1000 && steps < 5000; steps++, t += h, h *= 1.02) {
    double z[3] = {y[0], y[1], y[2]}, f[3];
    for (int k = 0; k < 10; k++, iterations++) {
      rates(z, f);
      double jacobian[3][3] = {{-0.04, 1e4 * z[2], 1e4 * z[1]}, {0.04, -1e4 * z[2] - 6e7 * z[1], -1e4 * z[1]}, {0, 6e7 * z[1], 0}}, a[3][4];
      double change = 0;
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) a[i][j] = (i == j) - h * jacobian[i][j];
        a[i][3] = -(z[i] - y[i] - h * f[i]);
      }
      solve(a);
      for (int i = 0; i < 3; i++) z[i] += a[i][3], change = fmax(change, fabs(a[i][3]));
      if (change < 1e-14) break;
    }
    for (int i = 0; i < 3; i++) y[i] = z[i];
  }
  printf("%d %d %.9f %.9e %.9f %.3e\n", steps, iterations, y[0], y[1], y[2], fabs(y[0] + y[1] + y[2] - 1) < 1e-9 ? 0.0 : 1.0);
  double ph = 7;
  for (int i = 0; i < 200; i++) {
    double h_ion = pow(10, -ph), acid = 0.1 * 1.8e-5 / (1.8e-5 + h_ion), balance = h_ion - 1e-14 / h_ion - acid + 0.05;
    ph += balance > 0 ? 0.05 / (1 + i * 0.1) : -0.05 / (1 + i * 0.1);
  }
  printf("%.6f\n", ph);
  for (double temperature = 280; temperature < 360; temperature += 25) printf("%.6e ", 1e13 * exp(-8e4 / (8.314462618 * temperature)));
  printf("\n");
  return 0;
}

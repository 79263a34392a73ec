// y' = r·y·(1 − y) with uncertain r and y(0), by the classical Runge-Kutta method, 40 steps to t = 2.
#include "inputs.h"

static double slope(double r, double y) { return r * y * (1 - y); }

double model(void) {
  const double h = 0.05;
  double r = UNIFORM(0.8, 1.6), y = UNIFORM(0.1, 0.3);
  for (int i = 0; i < 40; i++) {
    double k1 = slope(r, y), k2 = slope(r, y + 0.5 * h * k1), k3 = slope(r, y + 0.5 * h * k2), k4 = slope(r, y + h * k3);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return y;
}

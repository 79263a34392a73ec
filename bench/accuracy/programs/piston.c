// Cycle time of a piston (Kenett and Zacks 1998), in seconds.
#include "inputs.h"

double model(void) {
  double m = UNIFORM(30, 60), s = UNIFORM(0.005, 0.020), v0 = UNIFORM(0.002, 0.010), k = UNIFORM(1000, 5000);
  double p0 = UNIFORM(90000, 110000), ta = UNIFORM(290, 296), t0 = UNIFORM(340, 360);
  double a = p0 * s + 19.62 * m - k * v0 / s;
  double v = s / (2 * k) * (sqrt(a * a + 4 * k * p0 * v0 / t0 * ta) - a);
  return 6.283185307179586 * sqrt(m / (k + s * s * p0 * v0 / t0 * ta / (v * v)));
}

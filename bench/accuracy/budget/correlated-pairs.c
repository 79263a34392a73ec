// A linear model of two correlated pairs: ρ = 0.8 and ρ = −0.5. Each pair is built from independent variables, the
// sources.
#include "inputs.h"

double model(void) {
  double z1 = GAUSS(0, 1), z2 = GAUSS(0, 1), z3 = GAUSS(0, 1), z4 = GAUSS(0, 1);
  double x1 = z1, x2 = 0.8 * z1 + 0.6 * z2, x3 = z3, x4 = -0.5 * z3 + sqrt(0.75) * z4;
  return 2 * x1 + x2 - 3 * x3 + x4;
}

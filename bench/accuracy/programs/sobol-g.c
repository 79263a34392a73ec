// Sobol' g-function of eight inputs, with mean 1.
#include "inputs.h"

double model(void) {
  static const double a[8] = {0, 1, 4.5, 9, 99, 99, 99, 99};
  double product = 1;
  for (int i = 0; i < 8; i++) product *= (fabs(4 * UNIFORM(0, 1) - 2) + a[i]) / (1 + a[i]);
  return product;
}

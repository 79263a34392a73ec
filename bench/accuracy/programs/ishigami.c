// Ishigami and Homma (1990): mean 3.5, variance 13.844588.
#include "inputs.h"

double model(void) {
  const double pi = 3.141592653589793;
  double x = UNIFORM(-pi, pi), y = UNIFORM(-pi, pi), z = UNIFORM(-pi, pi);
  double s = sin(y);
  return sin(x) + 7 * s * s + 0.1 * z * z * z * z * sin(x);
}

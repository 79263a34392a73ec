// A product of three factors with mean 0: all of the variance is an interaction of all three inputs.
#include "inputs.h"

double model(void) {
  double x = UNIFORM(-1, 1), y = UNIFORM(-1, 1), z = GAUSS(0, 1);
  return x * y * z;
}

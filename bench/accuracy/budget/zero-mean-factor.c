// A product with one factor whose mean is 0, and a third input: y matters only together with x.
#include "inputs.h"

double model(void) {
  double x = GAUSS(0, 1), y = GAUSS(1, 0.5), z = UNIFORM(-1, 1);
  return x * y + z;
}

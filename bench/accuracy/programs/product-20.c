// A product of 20 independent factors, with mean 1.
#include "inputs.h"

double model(void) {
  double product = 1;
  for (int i = 0; i < 20; i++) product *= UNIFORM(0.8, 1.2);
  return product;
}

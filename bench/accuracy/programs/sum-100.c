// A sum of 100 independent terms, with mean 50 and variance 100/12.
#include "inputs.h"

double model(void) {
  double sum = 0;
  for (int i = 0; i < 100; i++) sum += UNIFORM(0, 1);
  return sum;
}

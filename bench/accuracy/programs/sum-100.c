// A sum of 100 independent terms: mean 50, variance 100/12.
#include "inputs.h"

double model(void) {
  double sum = 0;
  for (int i = 0; i < 100; i++) sum += UNIFORM(0, 1);
  return sum;
}

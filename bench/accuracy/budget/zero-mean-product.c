// A product of two factors with mean 0: all of the variance is interaction.
#include "inputs.h"

double model(void) {
  double x = GAUSS(0, 2), y = UNIFORM(-1, 1);
  return x * y;
}

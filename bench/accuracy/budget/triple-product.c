// A product of three factors of mean 0: nothing that one input or two of them do.
#include "inputs.h"

double model(void) {
  double x = UNIFORM(-1, 1), y = UNIFORM(-1, 1), z = GAUSS(0, 1);
  return x * y * z;
}

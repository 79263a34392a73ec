// a²/(a + b), spelled in the first of three ways.
#include "inputs.h"

double model(void) {
  double a = UNIFORM(1, 3), b = UNIFORM(2, 4);
  return a * a / (a + b);
}

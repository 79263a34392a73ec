// a²/(a + b), spelled in the third of three ways.
#include "inputs.h"

double model(void) {
  double a = UNIFORM(1, 3), b = UNIFORM(2, 4);
  return a / (1 + b / a);
}

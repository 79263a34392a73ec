// A step in one input at 0.3, a linear term in another, a third input with little influence, and a product of two
// steps.
#include "inputs.h"

double model(void) {
  double x = UNIFORM(0, 1), y = UNIFORM(0, 1), z = UNIFORM(0, 1), u = UNIFORM(0, 1), v = UNIFORM(0, 1);
  return floor(x + 0.7) + 0.5 * y + 1e-9 * z + floor(u + 0.5) * floor(v + 0.25);
}

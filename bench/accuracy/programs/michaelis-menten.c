// Rate of an enzyme reaction, a ratio whose numerator and denominator share an input.
#include "inputs.h"

double model(void) {
  double fastest = GAUSS(1, 0.08), substrate = LOGNORMAL(0.5, 0.3), constant = UNIFORM(0.5, 1.2);
  return fastest * substrate / (constant + substrate);
}

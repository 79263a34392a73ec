// Midpoint voltage of an output-transformerless push-pull circuit (Ben-Ari and Steinberg 2007).
#include "inputs.h"

double model(void) {
  double rb1 = UNIFORM(50, 150), rb2 = UNIFORM(25, 70), rf = UNIFORM(0.5, 3);
  double rc1 = UNIFORM(1.2, 2.5), rc2 = UNIFORM(0.25, 1.2), beta = UNIFORM(50, 300);
  double vb1 = 12 * rb2 / (rb1 + rb2), load = beta * (rc2 + 9);
  return (vb1 + 0.74) * load / (load + rf) + 11.35 * rf / (load + rf) + 0.74 * rf * load / ((load + rf) * rc1);
}

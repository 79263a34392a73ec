// Weight of a light aircraft's wing (Forrester and others 2008), in pounds.
#include "inputs.h"

double model(void) {
  double sw = UNIFORM(150, 200), wfw = UNIFORM(220, 300), a = UNIFORM(6, 10);
  double sweep = UNIFORM(-10, 10) * 0.017453292519943295, q = UNIFORM(16, 45), taper = UNIFORM(0.5, 1);
  double tc = UNIFORM(0.08, 0.18), nz = UNIFORM(2.5, 6), wdg = UNIFORM(1700, 2500), wp = UNIFORM(0.025, 0.08);
  double c = cos(sweep);
  return 0.036 * pow(sw, 0.758) * pow(wfw, 0.0035) * pow(a / (c * c), 0.6) * pow(q, 0.006) * pow(taper, 0.04) *
             pow(100 * tc / c, -0.3) * pow(nz * wdg, 0.49) +
         sw * wp;
}

// Distance from the start after 20 legs of uncertain length, with a heading that drifts from leg to leg.
#include "inputs.h"

double model(void) {
  double x = 0, y = 0, heading = GAUSS(0.3, 0.02);
  for (int i = 0; i < 20; i++) {
    double length = GAUSS(10, 0.3);
    x += length * cos(heading);
    y += length * sin(heading);
    heading += GAUSS(0.05, 0.02);
  }
  return sqrt(x * x + y * y);
}

// A pendulum: STEPS steps of one formula for a value that depends on INPUTS sources. The benchmark sets STEPS and
// INPUTS.
#include "inputs.h"

double model(void) {
  double push = 0, spread = 0;
  for (int i = 0; i < INPUTS; i++) {
    double x = GAUSS(0, 1);
    push += x / sqrt(INPUTS);
    spread += x * x / INPUTS;
  }
  double place = 1 + 0.3 * push, speed = 0.2 * spread;
  for (int i = 0; i < STEPS; i++) {
    speed -= 0.01 * place * (1 + 0.2 * place * place);
    place += 0.01 * speed;
  }
  return place;
}

// Flow of water through a borehole (Harper and Gupta 1983), in m³ per year.
#include "inputs.h"

double model(void) {
  double rw = GAUSS(0.10, 0.0161812), r = LOGNORMAL(7.71, 1.0056);
  double tu = UNIFORM(63070, 115600), hu = UNIFORM(990, 1110), tl = UNIFORM(63.1, 116), hl = UNIFORM(700, 820);
  double l = UNIFORM(1120, 1680), kw = UNIFORM(9855, 12045);
  double ratio = log(r / rw);
  return 6.283185307179586 * tu * (hu - hl) / (ratio * (1 + 2 * l * tu / (ratio * rw * rw * kw) + tu / tl));
}

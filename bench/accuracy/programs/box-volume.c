// Volume of a box with three measured sides.
#include "inputs.h"

double model(void) { return GAUSS(10, 0.2) * GAUSS(20, 0.3) * UNIFORM(4.9, 5.1); }

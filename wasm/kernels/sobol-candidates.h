// Which of its pseudo-random candidates for initial direction numbers each dimension of the Sobol' sequence takes
// (sobol.c makes the candidates). Found by search: dimension by dimension, the candidate of 1 000 with the
// least sum of 2^t over the two-dimensional projections with earlier dimensions, t being the quality parameter of the
// (t, m, 2)-net of 2^8, 2^10 and 2^12 points, earlier dimensions weighing more. For 2^10 points the dimensions have a mean t of 2.6 and none above 7.
#pragma once
#include <stdint.h>

enum { SOBOL_DIMENSIONS = 64 };

static const uint16_t SOBOL_CANDIDATES[SOBOL_DIMENSIONS] = {
    0, 0, 0, 17, 1, 26, 23, 663, 913, 924, 83, 326, 500, 215, 346, 726, 670, 62, 419, 588, 402, 88, 734, 73, 631, 668,
    110, 137, 388, 279, 166, 897, 52, 449, 516, 344, 891, 286, 489, 807, 698, 388, 500, 455, 663, 593, 131, 966, 597,
    801, 541, 173, 139, 400, 652, 706, 527, 356, 146, 40, 242, 222, 693, 591,
};

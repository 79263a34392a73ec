// The candidate that was selected as initial direction numbers for each dimension of the Sobol' sequence; sobol.c
// generates the pseudo-random candidates. scripts/find-sobol-candidates.ts performs and explains the search: the
// candidates suit all pairs of dimensions, and up to five consecutive dimensions. With 2^12 points, five consecutive
// dimensions from the 8th onwards are nets with t from 4 to 6. The search for the first 16 dimensions considered only
// pairs; their t is at most 9.
#pragma once
#include <stdint.h>

enum { SOBOL_DIMENSIONS = 64 };

static const uint16_t SOBOL_CANDIDATES[SOBOL_DIMENSIONS] = {
    0, 0, 0, 17, 1, 26, 23, 663, 913, 924, 83, 326, 500, 215, 346, 726, 63, 466, 268, 400, 596, 373, 252, 488, 201, 247,
    245, 269, 446, 509, 16, 221, 384, 515, 218, 392, 252, 104, 299, 564, 488, 38, 286, 442, 521, 566, 544, 498, 61, 268,
    296, 441, 429, 257, 129, 16, 176, 13, 110, 234, 246, 16, 190, 394,
};

// sin and cos on four doubles at a time, within 1 ulp of the scalar functions: more of them at once do not fit the registers.
// Angles are reduced as in Cody and Waite (1980); the polynomials are Chebyshev interpolants of our own, good to 1e-16 on their
// intervals. NaN and huge angles go to the scalar functions.
#define PAIRS 2
#include <math.h>

#include "vector-group.h"
#include "vector-math.h"

// Angles: 2/π; π/2 in three parts, the first two of 33 bits, so that products with whole numbers below 2^20 are exact.
double ux_angle_terms[] = {0x1.45f306dc9c883p-1, 0x1.921fb54400000p0, 0x1.0b4611a600000p-34, 0x1.3198a2e037073p-69,
                           SHIFTER};
// (sin r / r − 1) / r² and (cos r − 1 + r²/2) / r⁴ in r², |r| <= π/4.
double ux_sin_terms[] = {
    -0.16666666666666666, 0.008333333333333331, -0.0001984126984126506, 2.7557319219335453e-06,
    -2.5052106231157904e-08, 1.605853141458901e-10, -7.586685070091267e-13,
};
double ux_cos_terms[] = {
    0.041666666666666664, -0.0013888888888887395, 2.4801587298763433e-05, -2.7557317270560326e-07,
    2.0876146024689747e-09, -1.1382614868556325e-11,
};

// sin(x + turns·π/2).
static inline group sin_group(group x, int turns) {
  const double *terms = ux_angle_terms;
  double2 inverse = constant(terms), first = constant(terms + 1), second = constant(terms + 2);
  double2 third = constant(terms + 3), shift = constant(terms + 4);
  group k, r, tail, z;
  EACH {
    k.pair[p] = nearest(x.pair[p] * inverse);
    double2 near = x.pair[p] - k.pair[p] * first, part = k.pair[p] * second, high = near - part;
    double2 correction = k.pair[p] * third - ((near - high) - part);
    r.pair[p] = high - correction;
    tail.pair[p] = (high - r.pair[p]) - correction;
    z.pair[p] = r.pair[p] * r.pair[p];
  }
  group sine = evaluate(ux_sin_terms + 1, 6, 1, &z), cosine = evaluate(ux_cos_terms, 6, 1, &z);
  double2 leading = constant(ux_sin_terms), one = constant(ux_group_terms + ONE), one_half = constant(ux_group_terms + HALF);
  EACH {
    double2 cube = z.pair[p] * r.pair[p];
    double2 bend = z.pair[p] * (one_half * tail.pair[p] - cube * sine.pair[p]) - tail.pair[p];
    double2 s = r.pair[p] - (bend - cube * leading);
    double2 half = one_half * z.pair[p], top = one - half;
    double2 rest = z.pair[p] * z.pair[p] * cosine.pair[p] - r.pair[p] * tail.pair[p];
    double2 c = top + (((one - top) - half) + rest);
    long2 quadrant = (long2)(k.pair[p] + shift);
    if (turns) quadrant += mask(LAST);
    double2 unsigned_value = choose(-(quadrant & mask(LAST)), c, s);
    x.pair[p] = (double2)((long2)unsigned_value ^ ((quadrant << 62) & mask(SIGN)));
  }
  return x;
}

double ux_angles[] = {-0x1p20, 0x1p20};

#define MAP(VECTOR, SCALAR) return map_groups(UNGUARDED(ux_angles), VECTOR, SCALAR, source, n, target)

// The reduction makes +0 of -0.
static group sine_group(group x) {
  group sine = sin_group(x, 0);
  EACH sine.pair[p] = choose(x.pair[p] == 0.0, x.pair[p], sine.pair[p]);
  return sine;
}

static group cosine_group(group x) { return sin_group(x, 1); }

int ux_map_angles(int operation, const double *source, size_t n, double *target) {
  if (operation == UX_UNARY_SIN) MAP(sine_group, sin);
  MAP(cosine_group, cos);
}

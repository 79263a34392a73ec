// exp, log, sin and cos on four doubles at a time. Arguments are reduced as in Cody and Waite (1980); the polynomials are
// Chebyshev interpolants of our own, good to 1e-16 on their intervals. Within 1 ulp of the scalar functions; arguments
// out of range (overflow, subnormal results, NaN, huge angles) go to those.
#include "vector-math.h"

#include <math.h>

#include "vector-steps.h"

double ux_group_terms[] = {
    [ONE] = 1, [TWO] = 2, [HALF] = 0.5, [QUARTER] = 0.25, [SHIFT] = SHIFTER,
    [HARMLESS] = 0.75, [BELOW_ONE] = 0x1.fffffffffffffp-1,
};
uint64_t ux_group_masks[] = {
    [SIGN] = 0x8000000000000000, [UPPER] = 0xFFFFFFFFF8000000, [DIGITS] = 0x000FFFFFFFFFFFFF, [LAST] = 1,
    [FIRST_22] = 0xFFFFFFFFC0000000, [HALF_OF_22] = 0x20000000,
};

// 1/ln 2, ln 2 in two parts.
double ux_exp_terms[] = {0x1.71547652b82fep0, 0x1.62e42fee00000p-1, 0x1.a39ef35793c76p-33};
double ux_exp_short[SHORT_TERMS] = {
    0.5000000000000001, 0.16666666666666669, 0.04166666666662399, 0.008333333333330051, 0.0013888888917281794,
    0.00019841269863105968, 2.480152119021773e-05, 2.7557268378684192e-06, 2.7620138719733994e-07,
    2.5100424157005067e-08,
};
double ux_exp_long[LONG_TERMS] = {
    0.5, 0.16666666666666674, 0.0416666666666681, 0.008333333333324082, 0.001388888888794892,
    0.00019841269879818004, 2.4801589442525865e-05, 2.755725106552316e-06, 2.7555326639144314e-07,
    2.510641842216551e-08, 2.1540129965630615e-09,
};
// ln: ln 2 in two parts, then (2 atanh(s) / s − 2) / s² in s², s = f / (2 + f), 1 + f in [√½, √2).
double ux_log_terms[] = {
    0x1.62e42fee00000p-1, 0x1.a39ef35793c76p-33, 0.6666666666666666, 0.40000000000000885, 0.28571428570799784,
    0.22222222392581045, 0.18181795547521137, 0.15386244737621665, 0.13268638369266825, 0.13088034850927555,
};
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

static inline group exp_group(group x) { return exp_with_tail(x, 0); }

uint64_t ux_raised[] = {0x4000000000000000}, ux_log_first[] = {0x3FE6A09E667F3BCD};
double ux_raised_shift[] = {SHIFTER + 1024};

static group log_group(group x) {
  double2 one = constant(ux_group_terms + ONE);
  group f, k;
  EACH f.pair[p] = split_exponent(x.pair[p], ux_log_first, &k.pair[p]) - one;
  return log_from_parts(&f, &k, 0);
}

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

// Where these are good.
double ux_exp_range[] = {-708, 709}, ux_log_range[] = {0x1p-1022, 0x1.fffffffffffffp1023}, ux_angles[] = {-0x1p20, 0x1p20};

#define MAP(ENDS, VECTOR, SCALAR) return map_groups(UNGUARDED(ENDS), VECTOR, SCALAR, source, n, target)

// The reduction makes +0 of -0.
static group sine_group(group x) {
  group sine = sin_group(x, 0);
  EACH sine.pair[p] = choose(x.pair[p] == 0.0, x.pair[p], sine.pair[p]);
  return sine;
}

static group cosine_group(group x) { return sin_group(x, 1); }

int ux_map_vector(int operation, const double *source, size_t n, double *target) {
  switch (operation) {
    case UX_UNARY_EXP: MAP(ux_exp_range, exp_group, exp);
    case UX_UNARY_LOG: MAP(ux_log_range, log_group, log);
    case UX_UNARY_SIN: MAP(ux_angles, sine_group, sin);
    case UX_UNARY_COS: MAP(ux_angles, cosine_group, cos);
    case UX_UNARY_LOG1P: return ux_map_log1p(source, n, target);
    case UX_UNARY_SINH:
    case UX_UNARY_COSH:
    case UX_UNARY_EXPM1: return ux_map_hyperbolic(operation, source, n, target);
    default: return ux_map_rows(operation, source, n, target);
  }
}

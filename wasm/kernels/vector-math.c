// Computes e^x on eight doubles at a time and dispatches to the other vector functions. Arguments are reduced as in
// Cody and Waite (1980). The polynomials are our own Chebyshev interpolants, accurate to 1e-16 on their intervals.
// Results are within 1 ulp of the scalar functions, which handle arguments that are out of range (overflow, subnormal
// results, NaN).
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

// Constants: 1/ln 2, and ln 2 in two parts.
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
// Constants for ln: ln 2 in two parts, then (2 atanh(s) / s − 2) / s² in s², s = f / (2 + f), 1 + f in [√½, √2).
double ux_log_terms[] = {
    0x1.62e42fee00000p-1, 0x1.a39ef35793c76p-33, 0.6666666666666666, 0.40000000000000885, 0.28571428570799784,
    0.22222222392581045, 0.18181795547521137, 0.15386244737621665, 0.13268638369266825, 0.13088034850927555,
};
static inline group exp_group(group x) { return exp_with_tail(x, 0); }

uint64_t ux_raised[] = {0x4000000000000000}, ux_log_first[] = {0x3FE6A09E667F3BCD};
double ux_raised_shift[] = {SHIFTER + 1024};

// The valid ranges of these functions.
double ux_exp_range[] = {-708, 709};

#define MAP(ENDS, VECTOR, SCALAR) return map_groups(UNGUARDED(ENDS), VECTOR, SCALAR, source, n, target)

int ux_map_vector(int operation, const double *source, size_t n, double *target) {
  switch (operation) {
    case UX_UNARY_EXP: MAP(ux_exp_range, exp_group, exp);
    case UX_UNARY_SIN:
    case UX_UNARY_COS:
    case UX_UNARY_TAN: return ux_map_angles(operation, source, n, target);
    case UX_UNARY_EXP2:
    case UX_UNARY_EXP10:
    case UX_UNARY_LOG:
    case UX_UNARY_LOG2:
    case UX_UNARY_LOG10: return ux_map_bases(operation, source, n, target);
    case UX_UNARY_ATAN: return ux_map_atan(source, n, target);
    case UX_UNARY_LOG1P: return ux_map_log1p(source, n, target);
    case UX_UNARY_SINH:
    case UX_UNARY_COSH:
    case UX_UNARY_EXPM1: return ux_map_hyperbolic(operation, source, n, target);
    default: return ux_map_rows(operation, source, n, target);
  }
}

// Vectorised sinh, cosh and e^x - 1 on eight doubles at a time, within 1 ulp: e^x is kept in parts until its
// reciprocal, or 1, has been subtracted from it.
#include <math.h>

#include "vector-math.h"
#include "vector-steps.h"

// 2^k·(1 + r + rest), |r| <= ln 2 / 2.
typedef struct {
  group k, r, rest;
} exponential;

// `k` is the integer nearest to x / ln 2, at least approximately; `exact` selects the longer series.
ALWAYS_INLINE exponential exp_in_parts(group x, group k, int exact) {
  double2 high = constant(ux_exp_terms + 1), low = constant(ux_exp_terms + 2);
  exponential e = {.k = k};
  EACH {
    double2 near = x.pair[p] - k.pair[p] * high, correction = k.pair[p] * low;
    e.r.pair[p] = near - correction;
    e.rest.pair[p] = (near - e.r.pair[p]) - correction;
  }
  if (exact) {
    e.rest = exp_series_long(&e.r, &e.rest);
  } else {
    group series = exp_series_short(&e.r);
    EACH e.rest.pair[p] += series.pair[p];
  }
  return e;
}

// 2^k for integers k from -1022 to 1023.
double ux_exponent_shift[] = {SHIFTER + 1023};

ALWAYS_INLINE double2 power_of_two(double2 k) {
  return (double2)((long2)(k + constant(ux_exponent_shift)) << 52);
}

// Computes (e^x ± e^-x) / 2 for x >= 0: e^x / 2 is a + b, and e^-x / 2 is the other operand.
ALWAYS_INLINE group half_of_both(group x, int minus) {
  double2 one = constant(ux_group_terms + ONE), quarter = constant(ux_group_terms + QUARTER);
  group k;
  EACH k.pair[p] = nearest(x.pair[p] * constant(ux_exp_terms));
  exponential e = exp_in_parts(x, k, 0);
  EACH {
    double2 scale = power_of_two(e.k.pair[p] - one), lost;
    double2 sum = add_smaller(one, e.r.pair[p], &lost);
    double2 a = sum * scale, b = (lost + e.rest.pair[p]) * scale, other = quarter / (a + b);
    double2 result = add_smaller(a, minus ? -other : other, &lost);
    x.pair[p] = result + (lost + b);
  }
  return x;
}

// (sinh x / x − 1) / x² in x², |x| <= 1.
enum { SINH_TERMS = 7 };
double ux_sinh_terms[SINH_TERMS] = {
    0.16666666666666666, 0.008333333333333295, 0.00019841269841329868, 2.755731918868731e-06,
    2.5052118267603555e-08, 1.6057624275498242e-10, 7.748171464010251e-13,
};

ALWAYS_INLINE group sinh_near(group x) {
  group square;
  EACH square.pair[p] = x.pair[p] * x.pair[p];
  group series = evaluate(ux_sinh_terms, SINH_TERMS, 1, &square);
  EACH x.pair[p] += x.pair[p] * (square.pair[p] * series.pair[p]);
  return x;
}

ALWAYS_INLINE group sinh_far(group x) {
  group size;
  EACH size.pair[p] = magnitude(x.pair[p]);
  size = half_of_both(size, 1);
  EACH size.pair[p] = with_sign_of(size.pair[p], x.pair[p]);
  return size;
}

ALWAYS_INLINE long2 is_near(double2 x) { return magnitude(x) < constant(ux_group_terms + ONE); }

// Corrects numbers in a separate function, so that groups that need no correction can use all registers.
static __attribute__((noinline)) void correct_near(const group *x, group *result) {
  group near = sinh_near(*x);
  EACH result->pair[p] = choose(is_near(x->pair[p]), near.pair[p], result->pair[p]);
}

static __attribute__((noinline)) void correct_far(const group *x, group *result) {
  group far = sinh_far(*x);
  EACH result->pair[p] = choose(is_near(x->pair[p]), result->pair[p], far.pair[p]);
}

// There are two forms of sinh: one for groups in which most magnitudes are less than 1, and one for other groups.
ALWAYS_INLINE group sinh_corrected(group x, int mostly_near) {
  group result = mostly_near ? sinh_near(x) : sinh_far(x);
  long2 others = {0, 0};
  EACH others |= mostly_near ? ~is_near(x.pair[p]) : is_near(x.pair[p]);
  if (wasm_v128_any_true((v128_t)others)) {
    group numbers = x, corrected = result;
    if (mostly_near) correct_far(&numbers, &corrected);
    else correct_near(&numbers, &corrected);
    result = corrected;
  }
  return result;
}

static group sinh_of_near(group x) { return sinh_corrected(x, 1); }
static group sinh_of_far(group x) { return sinh_corrected(x, 0); }

static int are_mostly_near(const double *numbers, size_t n) {
  size_t near = 0;
  for (size_t i = 0; i < n; i++) near += __builtin_fabs(numbers[i]) < 1;
  return near > n / 2;
}

static group cosh_group(group x) {
  EACH x.pair[p] = magnitude(x.pair[p]);
  return half_of_both(x, 0);
}

// Below this limit, the result is -1. k changes later than at the midpoint, because the remainder of x below its next
// multiple of ln 2 would have twice the error that x itself has above 0.
double ux_expm1_least[] = {-64}, ux_expm1_delay[] = {0.1};

// Adds 2^k - 1, then 2^k·r, and then the rest. The rounding error of 2^k - 1 matters if k is at least 54. In each sum,
// it is known which operand is smaller.
static group expm1_group(group x) {
  double2 one = constant(ux_group_terms + ONE), least = constant(ux_expm1_least), delay = constant(ux_expm1_delay);
  group kept, k;
  EACH {
    kept.pair[p] = larger(least, x.pair[p]);
    k.pair[p] = nearest(kept.pair[p] * constant(ux_exp_terms) - delay);
  }
  exponential e = exp_in_parts(kept, k, 1);
  EACH {
    double2 scale = power_of_two(e.k.pair[p]), lost1, lost2;
    double2 start = add_smaller(scale, -one, &lost1);
    double2 sum = add_smaller(start, scale * e.r.pair[p], &lost2);
    double2 result = sum + ((lost1 + lost2) + scale * e.rest.pair[p]);
    // The result has the same sign as x, except for -0.
    x.pair[p] = (double2)((long2)result | ((long2)x.pair[p] & mask(SIGN)));
  }
  return x;
}

double ux_hyperbolic_range[] = {-709, 709}, ux_expm1_range[] = {-INFINITY, 709};

#define MAP(ENDS, VECTOR, SCALAR) return map_groups(UNGUARDED(ENDS), VECTOR, SCALAR, source, n, target)

int ux_map_hyperbolic(int operation, const double *source, size_t n, double *target) {
  switch (operation) {
    case UX_UNARY_SINH:
      if (are_mostly_near(source, n)) MAP(ux_hyperbolic_range, sinh_of_near, sinh);
      MAP(ux_hyperbolic_range, sinh_of_far, sinh);
    case UX_UNARY_COSH: MAP(ux_hyperbolic_range, cosh_group, cosh);
    case UX_UNARY_EXPM1: MAP(ux_expm1_range, expm1_group, expm1);
  }
  return 0;
}

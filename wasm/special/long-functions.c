// Long double functions with all 113 bits, which the C library computes with only 53 bits (musl: "broken implementation
// to make things compile"). Errors are below 0.6 units in the last place for logarithms, exponentials and powers, and
// below 3 units for the other functions, according to analysis and comparisons with 500-bit arithmetic.
#define _GNU_SOURCE
#include <math.h>

#include "long-tables.h"

#define TINY 0x1p-120L

static ux_extended ux_invalid(ux_extended x) { return (x - x) / 0.0L; }

// ---- logarithms -------------------------------------------------------------------------------------------------------
static int ux_has_logarithm(ux_extended x) { return x > 0 && x < (ux_extended)INFINITY; }

// The logarithm of an argument whose logarithm is not finite.
static ux_extended ux_other_log(ux_extended x) {
  if (x == 0) return -1 / (x * x);
  return x < 0 ? ux_invalid(x) : x + x;
}

long double __ux_log_long(long double x) { return ux_has_logarithm(x) ? __ux_log_pair((ux_pair){x, 0}).high : ux_other_log(x); }

long double __ux_log2_long(long double x) {
  return ux_has_logarithm(x) ? ux_times(__ux_log_pair((ux_pair){x, 0}), INVERSE_LN2).high : ux_other_log(x);
}

long double __ux_log10_long(long double x) {
  return ux_has_logarithm(x) ? ux_times(__ux_log_pair((ux_pair){x, 0}), INVERSE_LN10).high : ux_other_log(x);
}

long double __ux_log1p_long(long double x) {
  if (fabsl(x) < TINY) return x;
  return x > -1 && x < (ux_extended)INFINITY ? __ux_log_pair(ux_sum(1, x)).high : ux_other_log(1 + x);
}

// ---- exponentials -----------------------------------------------------------------------------------------------------
long double __ux_exp_long(long double x) {
  if (x != x) return x + x;
  return __ux_exp_pair((ux_pair){x, 0});
}

long double __ux_expm1_long(long double x) {
  if (x != x || fabsl(x) < TINY) return x;
  if (fabsl(x) < 0.35L) return __ux_expm1_pair(x).high;
  if (x < -90) return 0x1p-120L - 1;
  return x > 90 ? __ux_exp_long(x) : __ux_exp_long(x) - 1;
}

long double __ux_pow_long(long double x, long double y) {
  if (y == 0 || x == 1) return 1;
  if (x != x || y != y) return x + y;
  ux_extended size = fabsl(x);
  int is_whole = fabsl(y) >= 0x1p113L || y == floorl(y);
  int is_odd = is_whole && fabsl(y) < 0x1p113L && fmodl(y, 2) != 0;
  int flips = signbit(x) && is_odd;
  if (fabsl(y) == (ux_extended)INFINITY)
    return size == 1 ? 1 : (size > 1) == (y > 0) ? (ux_extended)INFINITY : 0;
  if (size == 0 || size == (ux_extended)INFINITY) {
    ux_extended end = (size == 0) == (y < 0) ? (size == 0 ? 1 / size : size) : 0;
    return flips ? -end : end;
  }
  if (x < 0 && !is_whole) return ux_invalid(x);
  if (size == 1) return flips ? -1 : 1;
  ux_pair logarithm = __ux_log_pair((ux_pair){size, 0});
  // Beyond 2^130, only powers of 1 are finite and nonzero.
  ux_pair power = fabsl(y) > 0x1p130L ? (ux_pair){logarithm.high > 0 == y > 0 ? 20000 : -20000, 0}
                                      : ux_times((ux_pair){y, 0}, logarithm);
  ux_extended result = __ux_exp_pair(power);
  return flips ? -result : result;
}

long double __ux_exp10_long(long double x) {
  if (x != x || fabsl(x) > 6000) return __ux_exp_long(x * 4);
  return __ux_exp_pair(ux_times((ux_pair){x, 0}, LN10));
}

// ---- hyperbolic functions and their inverses ---------------------------------------------------------------------------
long double __ux_sinh_long(long double x) {
  ux_extended size = fabsl(x), result;
  if (x != x || size < TINY) return x;
  if (size < 1) {
    ux_extended e = __ux_expm1_long(size);
    result = (e + e / (1 + e)) / 2;
  } else {
    ux_extended half = __ux_exp_long(size / 2);
    result = size > 45 ? half / 2 * half : (half * half - 1 / (half * half)) / 2;
  }
  return copysignl(result, x);
}

long double __ux_cosh_long(long double x) {
  ux_extended size = fabsl(x);
  if (size > 11000) {
    ux_extended half = __ux_exp_long(size / 2);
    return half / 2 * half;
  }
  ux_extended e = __ux_exp_long(size);
  return (e + 1 / e) / 2;
}

long double __ux_tanh_long(long double x) {
  ux_extended size = fabsl(x);
  if (x != x || size < TINY) return x;
  if (size > 45) return copysignl(1, x);
  ux_extended e = __ux_expm1_long(2 * size);
  return copysignl(e / (e + 2), x);
}

// Computes ln(2 x) for a large x.
static ux_extended ux_log_twice(ux_extended x) {
  return ux_has_logarithm(x) ? ux_add(__ux_log_pair((ux_pair){x, 0}), LN2).high : x + x;
}

long double __ux_asinh_long(long double x) {
  ux_extended size = fabsl(x);
  if (x != x || size < TINY) return x;
  if (size > 0x1p60L) return copysignl(ux_log_twice(size), x);
  ux_extended square = size * size;
  return copysignl(__ux_log1p_long(size + square / (1 + sqrtl(1 + square))), x);
}

long double __ux_acosh_long(long double x) {
  if (x != x || x < 1) return ux_invalid(x);
  if (x > 0x1p60L) return ux_log_twice(x);
  ux_extended above = x - 1;
  return __ux_log1p_long(above + sqrtl(above * (above + 2)));
}

long double __ux_atanh_long(long double x) {
  ux_extended size = fabsl(x);
  if (x != x || size < TINY) return x;
  if (size > 1) return ux_invalid(x);
  if (size == 1) return x / 0.0L;
  return copysignl(__ux_log1p_long(2 * size / (1 - size)) / 2, x);
}

// ---- error function ---------------------------------------------------------------------------------------------------
static const ux_extended TWO_OVER_ROOT_PI = 1.128379167095512573896158903121545171688L;
static const ux_extended PI = 3.141592653589793238462643383279502884197L;

// Computes 2/√π Σ (-1)^n x^(2n+1) / (n! (2n+1)) for |x| ≤ 1/2 (Abramowitz and Stegun 7.1.5).
static ux_extended ux_small_erf(ux_extended x) {
  ux_extended square = x * x, power = x, sum = 0;
  for (int n = 1; n < 40; n++) {
    power *= -square / n;
    ux_extended term = power / (2 * n + 1);
    sum += term;
    if (fabsl(term) < fabsl(x) * 1e-38L) break;
  }
  return TWO_OVER_ROOT_PI * (x + sum);
}

// Computes x e^(-x²)/π ∫ e^(-t²)/(t² + x²) dt by the trapezoidal rule, adding the residue of the pole at t = ix if the
// pole lies in the strip of the rule (C. Chiarella and A. Reichel, 1968). The error is e^(-π²/h²), which is 2^-120 for
// this step. Requires x ≥ 1/2.
static ux_extended ux_large_erfc(ux_extended x) {
  if (x > 110) return TINY * 0x1p-16382L;
  ux_extended square = x * x, sum = 1 / (2 * square);
  for (int k = sizeof GAUSSIANS / sizeof *GAUSSIANS; k >= 1; k--) {
    ux_extended t = k * ERFC_STEP;
    sum += GAUSSIANS[k - 1] / (square + t * t);
  }
  ux_extended decay = __ux_exp_pair(ux_negative(ux_product(x, x)));
  ux_extended result = decay * (2 * ERFC_STEP / PI * x * sum);
  return x < PI / ERFC_STEP ? result - 2 / __ux_expm1_long(2 * PI / ERFC_STEP * x) : result;
}

long double __ux_erf_long(long double x) {
  if (x != x) return x + x;
  ux_extended size = fabsl(x);
  if (size < 0.5L) return ux_small_erf(x);
  return copysignl(1 - ux_large_erfc(size), x);
}

long double __ux_erfc_long(long double x) {
  if (x != x) return x + x;
  if (fabsl(x) < 0.5L) return 1 - ux_small_erf(x);
  return x < 0 ? 2 - ux_large_erfc(-x) : ux_large_erfc(x);
}

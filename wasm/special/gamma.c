// The gamma function of long doubles, and its logarithm: the C library's values where they are accurate, and elsewhere
// Stirling's series (Abramowitz and Stegun 6.1.41) with 113 bits, for an argument that is raised until the series
// converges.
#define _GNU_SOURCE
#include <math.h>

#include "pair.h"

#define LARGE 32
static const ux_pair HALF_LOG_2_PI = {0x0.eb3f8e4325f5a53494bc90014419p0L, 0x0.808f3ec23e344d162d377b1a8c4dp-114L};
// 1 / 12, the first of the coefficients below.
static const ux_pair TWELFTH = {0x0.aaaaaaaaaaaaaaaaaaaaaaaaaaaa8p-3L, 0x0.aaaaaaaaaaaaaaaaaaaaaaaaaaaa8p-117L};
// B(2k) / (2k (2k - 1)).
static const ux_extended STIRLING[] = {
    1 / 12.0L,           -1 / 360.0L,      1 / 1260.0L,           -1 / 1680.0L,
    1 / 1188.0L,         -691 / 360360.0L, 1 / 156.0L,            -3617 / 122400.0L,
    43867 / 244188.0L,   -174611 / 125400.0L, 77683 / 5796.0L,    -236364091 / 1506960.0L,
    657931 / 300.0L,     -3392780147 / 93960.0L, 1723168255201 / 2492028.0L,
};
enum { TERMS = sizeof STIRLING / sizeof *STIRLING };

// Computes ln Γ(y) for a large y. For doubles, 113 bits are enough, even with all intermediate errors.
static ux_extended __ux_short_stirling(ux_extended y) {
  ux_extended inverse = 1 / y, square = inverse * inverse, sum = 0;
  for (int k = TERMS - 1; k >= 0; k--) sum = sum * square + STIRLING[k];
  return (y - 0.5L) * __ux_extended_log(y) - y + HALF_LOG_2_PI.high + sum * inverse;
}

// Γ(x) = Γ(y) / product, where y is large.
static ux_extended __ux_short_raise(ux_extended x, ux_extended *product) {
  *product = 1;
  for (; x < LARGE; x += 1) *product *= x;
  return x;
}

// The same as sums of two numbers. The low part of the first term of the series matters.
static ux_pair __ux_long_stirling(ux_pair y) {
  ux_extended inverse = 1 / y.high, square = inverse * inverse, sum = 0;
  for (int k = TERMS - 1; k >= 1; k--) sum = sum * square + STIRLING[k];
  ux_pair back = ux_product(inverse, y.high);
  ux_pair reciprocal = ux_quick_sum(inverse, (1 - back.high - back.low - inverse * y.low) * inverse);
  ux_pair series = ux_add(ux_times(TWELFTH, reciprocal), (ux_pair){sum * square * inverse, 0});
  ux_pair main = ux_times(ux_add(y, (ux_pair){-0.5L, 0}), __ux_log_pair(y));
  return ux_add(ux_add(ux_add(main, ux_negative(y)), HALF_LOG_2_PI), series);
}

static ux_pair __ux_long_raise(ux_extended x, ux_pair *product) {
  *product = (ux_pair){1, 0};
  ux_pair y = {x, 0};
  for (int k = 1; y.high < LARGE; k++) {
    *product = ux_times(*product, y);
    y = ux_sum(x, k);
  }
  return y;
}

static int __ux_is_pole(ux_extended x) { return x <= 0 && x == floorl(x); }

static ux_extended __ux_log_gamma(ux_extended x, int *sign) {
  ux_pair product, y = __ux_long_raise(x, &product);
  *sign = product.high < 0 ? -1 : 1;
  if (product.high < 0) product = ux_negative(product);
  return ux_add(__ux_long_stirling(y), ux_negative(__ux_log_pair(product))).high;
}

// Γ of a small integer, without rounding: 37! is the last factorial that has at most 113 bits apart from its factors of
// 2.
static int __ux_is_factorial(ux_extended x) { return x >= 1 && x <= 38 && x == floorl(x); }

static ux_extended __ux_factorial(ux_extended x) {
  ux_extended product = 1;
  for (ux_extended k = 2; k < x; k += 1) product *= k;
  return product;
}

// The library computes the logarithm for smaller arguments. They are near a pole, or Γ is so small that the two parts
// of its logarithm make up nearly all of the logarithm.
#define LEAST -100.0
// The product of this many factors does not overflow.
#define LEAST_LONG -1700.0L

double __ux_lgamma(double x, int *sign) {
  double value = UX_LIBRARY(lgamma_r)(x, sign);
  // The reflection that the library uses for negative arguments causes cancellation.
  if (!(x < 0 && x > LEAST) || __ux_is_pole(x)) return value;
  ux_extended product, y = __ux_short_raise(x, &product);
  *sign = product < 0 ? -1 : 1;
  return (double)(__ux_short_stirling(y) - __ux_extended_log(fabsl(product)));
}

long double __ux_lgamma_long(long double x, int *sign) {
  if (x != x || x == 0 || __ux_is_pole(x) || x < LEAST_LONG || x > 0x1p16300L) return lgammal_r(x, sign);
  *sign = x < 0 ? -1 : 1;
  if (fabsl(x) < 1e-36L) return -__ux_extended_log(fabsl(x));
  *sign = 1;
  if (x > 1e60L) return x * (__ux_extended_log(x) - 1);
  return __ux_is_factorial(x) ? __ux_extended_log(__ux_factorial(x)) : __ux_log_gamma(x, sign);
}

long double __ux_tgamma_long(long double x) {
  if (x != x || x == 0 || __ux_is_pole(x) || x > 1755 || x < -1755 || fabsl(x) < 1e-30L) return UX_LIBRARY(tgammal)(x);
  if (__ux_is_factorial(x)) return __ux_factorial(x);
  ux_pair product, y = __ux_long_raise(x, &product);
  int is_negative = product.high < 0;
  if (is_negative) product = ux_negative(product);
  ux_extended value = __ux_exp_pair(ux_add(__ux_long_stirling(y), ux_negative(__ux_log_pair(product))));
  return is_negative ? -value : value;
}

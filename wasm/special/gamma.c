// Gamma function and its logarithm: the C library's values where they are good, and where they are not Stirling's series
// (Abramowitz and Stegun 6.1.41) with 113 bits, for an argument that was raised to where it converges.
#define _GNU_SOURCE
#include <math.h>

#include "special.h"

#define LARGE 32
static const ux_extended HALF_LOG_2_PI = 0.918938533204672741780329736405617639861397473637783L;
// B(2k) / (2k (2k - 1)), by numerator and denominator.
static const double STIRLING[][2] = {
    {1, 12},           {-1, 360},           {1, 1260},           {-1, 1680},        {1, 1188},
    {-691, 360360},    {1, 156},            {-3617, 122400},     {43867, 244188},   {-174611, 125400},
    {77683, 5796},     {-236364091, 1506960}, {657931, 300},     {-3392780147, 93960}, {1723168255201, 2492028},
};
enum { TERMS = sizeof STIRLING / sizeof *STIRLING };

// ln Γ(y) for a large y.
static ux_extended __ux_stirling(ux_extended y) {
  ux_extended inverse = 1 / y, square = inverse * inverse, sum = 0;
  for (int k = TERMS - 1; k >= 0; k--) sum = sum * square + (ux_extended)STIRLING[k][0] / STIRLING[k][1];
  return (y - 0.5L) * __ux_extended_log(y) - y + HALF_LOG_2_PI + sum * inverse;
}

// Γ(x) = Γ(y) / product, with y large.
static ux_extended __ux_raise(ux_extended x, ux_extended *product) {
  *product = 1;
  for (; x < LARGE; x += 1) *product *= x;
  return x;
}

static int __ux_is_pole(ux_extended x) { return x <= 0 && x == floorl(x); }

static ux_extended __ux_log_gamma(ux_extended x, int *sign) {
  ux_extended product, y = __ux_raise(x, &product);
  *sign = product < 0 ? -1 : 1;
  return __ux_stirling(y) - __ux_extended_log(fabsl(product));
}

// Γ of a small whole number, without a rounding: 37! is the last factorial that has 113 bits at most beside its twos.
static int __ux_is_factorial(ux_extended x) { return x >= 1 && x <= 38 && x == floorl(x); }

static ux_extended __ux_factorial(ux_extended x) {
  ux_extended product = 1;
  for (ux_extended k = 2; k < x; k += 1) product *= k;
  return product;
}

// Below this, Γ lies next to a pole of it or is so small that the two parts of its logarithm are nearly all of it.
#define LEAST -100.0

double __ux_lgamma(double x, int *sign) {
  double value = UX_LIBRARY(lgamma_r)(x, sign);
  // The reflection that the library uses for negative arguments cancels.
  if (!(x < 0 && x > LEAST) || __ux_is_pole(x)) return value;
  return (double)__ux_log_gamma(x, sign);
}

double __ux_tgamma(double x) {
  double value = UX_LIBRARY(tgamma)(x);
  if ((x > 0.5 && x < 4) || x != x || __ux_is_pole(x) || x > 172 || x < -180 || (x < 1e-8 && x > -1e-8)) return value;
  return (double)__ux_tgamma_long(x);
}

long double __ux_lgamma_long(long double x, int *sign) {
  if (x != x || x == 0 || __ux_is_pole(x) || x > 1e300L || x < LEAST || fabsl(x) < 1e-30L) return lgammal_r(x, sign);
  *sign = 1;
  return __ux_is_factorial(x) ? __ux_extended_log(__ux_factorial(x)) : __ux_log_gamma(x, sign);
}

long double __ux_tgamma_long(long double x) {
  if (x != x || x == 0 || __ux_is_pole(x) || x > 1755 || x < -1755 || fabsl(x) < 1e-30L) return UX_LIBRARY(tgammal)(x);
  if (__ux_is_factorial(x)) return __ux_factorial(x);
  ux_extended product, y = __ux_raise(x, &product);
  return __ux_extended_exp(__ux_stirling(y)) / product;
}

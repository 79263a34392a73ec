// The gamma function of doubles, computed with sums of two doubles. It is correctly rounded, except within 2^-60 of the
// midpoint between two numbers, and except near and below the smallest normal number, where the error is at most 0.75
// units. The reciprocal of the function is a power series between 1/2 and 3/2, and the factors that reduce other
// arguments to this range are exact.
#include <math.h>

#include "pair64.h"
#include "special.h"

// The coefficients of 1/Γ(1 + z) = Σ c_k z^k (Abramowitz and Stegun 6.1.34): first those whose errors would matter,
// then the others.
static const ux_pair64 LEADING[] = {
    {0x1p0, 0},
    {0x1.2788cfc6fb619p-1, -0x1.6cb90701fbfabp-58},
    {-0x1.4fcf4026afa2ep-1, 0x1.8a3db7a90c42ap-56},
    {-0x1.5815e8fa27048p-5, 0x1.b85ea59bc3638p-60},
    {0x1.5512320b43fbep-3, 0x1.77e9bfd84d0f8p-57},
    {-0x1.59af103c34092p-5, -0x1.ef8da0241c465p-59},
};
static const double OTHERS[] = {
    -0x1.3b4af28483e21p-7, 0x1.d919c527f60b2p-8, -0x1.317112ce3a2a8p-10, -0x1.c364fe6f1563dp-13,
    0x1.0c8a78cd9f9d2p-13, -0x1.51ce8af47eabep-16, -0x1.4fad41fc34fbbp-20, 0x1.302509dbc0de3p-20,
    -0x1.b9986666c225dp-23, 0x1.a44b7ba22d629p-28, 0x1.57bc3fc384334p-28, -0x1.44b4cedca388fp-30,
    0x1.cae7675c18607p-34, 0x1.11d065bfaf067p-37, -0x1.0423bac8ca3fbp-38, 0x1.1f20151323cdp-41,
    -0x1.72cb88ea5ae6ep-46, -0x1.815f72a05f16fp-48,
};
enum { LEADING_TERMS = sizeof LEADING / sizeof *LEADING, OTHER_TERMS = sizeof OTHERS / sizeof *OTHERS };

// Requires |z| ≤ 1/2.
static ux_pair64 __ux_reciprocal_gamma(double z) {
  double others = 0;
  for (int k = OTHER_TERMS - 1; k >= 0; k--) others = others * z + OTHERS[k];
  ux_pair64 sum = ux_product64(others, z);
  for (int k = LEADING_TERMS - 1; k > 0; k--) {
    sum = ux_add64(LEADING[k], sum);
    ux_pair64 product = ux_product64(sum.high, z);
    sum = ux_quick_sum64(product.high, product.low + sum.low * z);
  }
  return ux_add64(LEADING[0], sum);
}

// Products start from this value, so that neither they nor the halves of their factors overflow: 184! is 2^1121.
#define SCALE 0x1p-160

// Computes SCALE first (first + 1) …, with this many factors, which are differences between the argument and integers.
// They are exact, because they have no bit below the argument's last bit and are no larger than the argument. The low
// parts are added up and applied at the end.
static ux_pair64 __ux_factors(double first, int count) {
  ux_pair64 product = {SCALE, 0};
  for (int k = 0; k < count; k++) {
    double factor = first + k;
    ux_pair64 next = ux_product64(product.high, factor);
    product = (ux_pair64){next.high, next.low + product.low * factor};
  }
  return ux_quick_sum64(product.high, product.low);
}

double __ux_tgamma(double x) {
  // Poles, NaN and infinities, and arguments for which Γ is 1/x, overflows or vanishes.
  if (!(x > -185 && x < 171.7) || fabs(x) < 0x1p-54 || (x < 0 && x == floor(x))) return UX_LIBRARY(tgamma)(x);
  int steps = (int)floor(x + 0.5);
  double z = x - steps;
  ux_pair64 reciprocal = __ux_reciprocal_gamma(z);
  if (steps >= 1) {
    ux_pair64 value = ux_divide64(__ux_factors(z + 1, steps - 1), reciprocal);
    return (value.high + value.low) / SCALE;
  }
  ux_pair64 below = __ux_factors(x, 1 - steps);
  ux_pair64 value = ux_divide64((ux_pair64){SCALE, 0}, ux_times64(below, reciprocal));
  return value.high + value.low;
}

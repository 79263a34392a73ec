// Sums of two long doubles, the second of which lies below the last bit of the first: about 226 bits. Sources: T. J.
// Dekker, A floating-point technique for extending the available precision (1971), and D. E. Knuth for the sum.
#pragma once
#include "special.h"

typedef struct {
  ux_extended high, low;
} ux_pair;

static inline ux_pair ux_sum(ux_extended a, ux_extended b) {
  ux_extended sum = a + b, of_b = sum - a;
  return (ux_pair){sum, (a - (sum - of_b)) + (b - of_b)};
}

// Requires |a| ≥ |b|.
static inline ux_pair ux_quick_sum(ux_extended a, ux_extended b) {
  ux_extended sum = a + b;
  return (ux_pair){sum, b - (sum - a)};
}

static inline ux_pair ux_product(ux_extended a, ux_extended b) {
  ux_extended wide_a = a * 0x1p57L, high_a = (wide_a + a) - wide_a, low_a = a - high_a;
  ux_extended wide_b = b * 0x1p57L, high_b = (wide_b + b) - wide_b, low_b = b - high_b;
  ux_extended product = a * b;
  return (ux_pair){product, ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b};
}

static inline ux_pair ux_add(ux_pair a, ux_pair b) {
  ux_pair sum = ux_sum(a.high, b.high);
  return ux_quick_sum(sum.high, sum.low + (a.low + b.low));
}

static inline ux_pair ux_times(ux_pair a, ux_pair b) {
  ux_pair product = ux_product(a.high, b.high);
  return ux_quick_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

static inline ux_pair ux_negative(ux_pair a) { return (ux_pair){-a.high, -a.low}; }

// The logarithm of a positive finite number. The absolute error is 2^-120; near 1, the relative error is 2^-120 as
// well.
ux_pair __ux_log_pair(ux_pair x);
// Computes e^x and rounds it once, so that the error is below 0.6 units in the last place.
ux_extended __ux_exp_pair(ux_pair x);
// Computes e^x - 1 for |x| below 0.36.
ux_pair __ux_expm1_pair(ux_extended x);
// The angle of a point other than 0, from -π to π. The quotient of the point's coordinates must be a normal number. The
// absolute error is 2^-128.
ux_pair __ux_angle_pair(ux_extended y, ux_extended x);

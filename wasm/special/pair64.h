// Sums of two doubles, the second of which lies below the last bit of the first: about 106 bits, at the speed of
// doubles. The counterpart of pair.h for doubles, without fused multiply-add, which WebAssembly lacks. Sources: T. J.
// Dekker, A floating-point technique for extending the available precision (1971), and D. E. Knuth for the sum.
#pragma once

typedef struct {
  double high, low;
} ux_pair64;

static inline ux_pair64 ux_sum64(double a, double b) {
  double sum = a + b, of_b = sum - a;
  return (ux_pair64){sum, (a - (sum - of_b)) + (b - of_b)};
}

// Requires |a| ≥ |b|.
static inline ux_pair64 ux_quick_sum64(double a, double b) {
  double sum = a + b;
  return (ux_pair64){sum, b - (sum - a)};
}

// Requires factors below 2^996, and a product that is not close to underflow.
static inline ux_pair64 ux_product64(double a, double b) {
  double wide_a = a * 0x1.0000002p27, high_a = wide_a - (wide_a - a), low_a = a - high_a;
  double wide_b = b * 0x1.0000002p27, high_b = wide_b - (wide_b - b), low_b = b - high_b;
  double product = a * b;
  return (ux_pair64){product, ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b};
}

static inline ux_pair64 ux_add64(ux_pair64 a, ux_pair64 b) {
  ux_pair64 sum = ux_sum64(a.high, b.high);
  return ux_quick_sum64(sum.high, sum.low + (a.low + b.low));
}

static inline ux_pair64 ux_times64(ux_pair64 a, ux_pair64 b) {
  ux_pair64 product = ux_product64(a.high, b.high);
  return ux_quick_sum64(product.high, product.low + (a.high * b.low + a.low * b.high));
}

static inline ux_pair64 ux_divide64(ux_pair64 a, ux_pair64 b) {
  double quotient = a.high / b.high;
  ux_pair64 back = ux_product64(quotient, b.high);
  return ux_quick_sum64(quotient, (((a.high - back.high) - back.low) + a.low - quotient * b.low) / b.high);
}

static inline ux_pair64 ux_negative64(ux_pair64 a) { return (ux_pair64){-a.high, -a.low}; }

// The logarithm of a positive, finite and normal number. The absolute error is 2^-75; near 1, the relative error is
// 2^-68.
ux_pair64 __ux_log_pair64(ux_pair64 x);

// π
#define UX_PI_64 0x1.921fb54442d18p1
#define UX_PI_LOW_64 0x1.1a62633145c07p-53
// The angle whose tangent is a / b, for positive a and b: from 0 to π/2. The absolute error is 2^-69.
ux_pair64 __ux_angle64(ux_pair64 a, ux_pair64 b);
// high + low - a
ux_pair64 __ux_subtract_angle64(double high, double low, ux_pair64 a);

// Arithmetic of long doubles. They have 128 bits here, and every operation is a call of the compiler's library. A box that is
// converted to one keeps its bits in the top of the significand; an operation with such a box is computed in double
// precision by the core, and anything else by the library. The compiler negates by flipping the sign bit, so a box whose
// sign is not that of its particle stands for the negated value.
#include "box.h"

typedef union {
  long double value;
  struct {
    uint64_t low, high;
  } bits;
} ux_wide;

double __ux_f64_neg(double);
double __ux_f64_add(double, double);
double __ux_f64_sub(double, double);
double __ux_f64_mul(double, double);
double __ux_f64_div(double, double);

// Handle of a box in a long double, 0 when there is none.
static ux_handle __ux_handle128(ux_wide x, uint64_t *narrow) {
  if ((x.bits.high & 0x7FFFF00000000000u) != 0x7FFFC00000000000u) return 0;
  uint64_t significand = (x.bits.high & 0xFFFFFFFFFFFFu) << 4 | x.bits.low >> 60;
  *narrow = (x.bits.high & 0x8000000000000000u) | (uint64_t)0x7FF << 52 | significand;
  return __ux_handle_of_bits64(*narrow);
}

static int __ux_is_boxed(long double x) {
  uint64_t narrow;
  return __ux_handle128((ux_wide){.value = x}, &narrow) != 0;
}

double __real___trunctfdf2(long double);

// A long double as a double: a box with the sign of its particle, or the number rounded.
static double __ux_narrow(long double x) {
  uint64_t narrow;
  ux_handle h = __ux_handle128((ux_wide){.value = x}, &narrow);
  if (!h) return __real___trunctfdf2(x);
  uint64_t sign = __ux_bits64(__ux_record_particle(h)) & 0x8000000000000000u;
  double value = __ux_from_bits64((narrow & 0x7FFFFFFFFFFFFFFFu) | sign);
  return (narrow & 0x8000000000000000u) == sign ? value : __ux_f64_neg(value);
}

double __wrap___trunctfdf2(long double x) { return __ux_narrow(x); }

#define ARITHMETIC(name, slow)                                                                             \
  long double __real_##name(long double, long double);                                                     \
  long double __wrap_##name(long double x, long double y) {                                                \
    if (!__ux_is_boxed(x) && !__ux_is_boxed(y)) return __real_##name(x, y);                                \
    return (long double)slow(__ux_narrow(x), __ux_narrow(y));                                              \
  }
ARITHMETIC(__addtf3, __ux_f64_add)
ARITHMETIC(__subtf3, __ux_f64_sub)
ARITHMETIC(__multf3, __ux_f64_mul)
ARITHMETIC(__divtf3, __ux_f64_div)

// Comparisons answer a number that is compared with 0; `unordered` is the answer when an operand is NaN.
static int __ux_compare128(long double x, long double y, int unordered) {
  double a = __ux_particle64(__ux_narrow(x)), b = __ux_particle64(__ux_narrow(y));
  return a < b ? -1 : a > b ? 1 : a == b ? 0 : unordered;
}
#define COMPARISON(name, unordered)                                                                        \
  int __real_##name(long double, long double);                                                             \
  int __wrap_##name(long double x, long double y) {                                                        \
    if (!__ux_is_boxed(x) && !__ux_is_boxed(y)) return __real_##name(x, y);                                \
    return __ux_compare128(x, y, unordered);                                                               \
  }
COMPARISON(__eqtf2, 1)
COMPARISON(__netf2, 1)
COMPARISON(__lttf2, 1)
COMPARISON(__letf2, 1)
COMPARISON(__gttf2, -1)
COMPARISON(__getf2, -1)

int __real___unordtf2(long double, long double);
int __wrap___unordtf2(long double x, long double y) {
  if (!__ux_is_boxed(x) && !__ux_is_boxed(y)) return __real___unordtf2(x, y);
  return __ux_compare128(x, y, 2) == 2;
}

// Between long double and float a box changes its layout.
float __ux_f32_demote_f64(double);
double __ux_f64_promote_f32(float);
float __real___trunctfsf2(long double);
float __wrap___trunctfsf2(long double x) {
  return __ux_is_boxed(x) ? __ux_f32_demote_f64(__ux_narrow(x)) : __real___trunctfsf2(x);
}
long double __real___extendsftf2(float);
long double __wrap___extendsftf2(float x) {
  return __ux_handle32(x) ? (long double)__ux_f64_promote_f32(x) : __real___extendsftf2(x);
}

#define TO_INTEGER(name, type)                                                                             \
  type __real_##name(long double);                                                                         \
  type __wrap_##name(long double x) {                                                                      \
    return __real_##name(__ux_is_boxed(x) ? (long double)__ux_particle64(__ux_narrow(x)) : x);             \
  }
TO_INTEGER(__fixtfsi, int32_t)
TO_INTEGER(__fixtfdi, int64_t)
TO_INTEGER(__fixunstfsi, uint32_t)
TO_INTEGER(__fixunstfdi, uint64_t)

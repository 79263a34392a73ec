// Arithmetic on long doubles. They have 128 bits here, and every operation is a call to the compiler's library. When a
// box is converted to long double, its bits are kept at the top of the significand. Operations on such boxes are
// computed by the core in double precision, and all others by the library. The compiler negates a number by flipping
// its sign bit, so if the sign of a box differs from that of its particle, the box stands for the negated value.
#include "decisions.h"

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

// If the long double may contain a box, stores the bits of its double in `narrow` and returns 1.
static int __ux_may_be_box128(ux_wide x, uint64_t *narrow) {
  if ((x.bits.high & 0x7FFFF00000000000u) != 0x7FFFC00000000000u) return 0;
  uint64_t significand = (x.bits.high & 0xFFFFFFFFFFFFu) << 4 | x.bits.low >> 60;
  *narrow = (x.bits.high & 0x8000000000000000u) | (uint64_t)0x7FF << 52 | significand;
  return 1;
}

static int __ux_is_boxed(long double x) {
  uint64_t narrow;
  return __ux_may_be_box128((ux_wide){.value = x}, &narrow) && __ux_is_box64(__ux_from_bits64(narrow));
}

double __real___trunctfdf2(long double);

// Converts a long double to double: returns a box with the sign of its particle, or a rounded number.
static double __ux_narrow(long double x) {
  uint64_t narrow;
  if (!__ux_may_be_box128((ux_wide){.value = x}, &narrow)) return __real___trunctfdf2(x);
  double value = __ux_from_bits64(narrow);
  ux_handle h = __ux_handle_of_bits64(narrow);
  if (!h) return __ux_handle64(value) || value == value ? value : __real___trunctfdf2(x);
  uint64_t sign = __ux_bits64(__ux_record_particle(h)) & 0x8000000000000000u;
  value = __ux_from_bits64((narrow & 0x7FFFFFFFFFFFFFFFu) | sign);
  return (narrow & 0x8000000000000000u) == sign ? value : __ux_f64_neg(value);
}

double __wrap___trunctfdf2(long double x) { return __ux_narrow(x); }

// ---- products -----------------------------------------------------------------------------------------------------
// For a single product, the compiler's library multiplies sixteen times. Four multiplications of 64 by 64 bits are
// enough.
typedef struct {
  uint64_t high, low;
} ux_double_word;

static inline ux_double_word __ux_multiply64(uint64_t a, uint64_t b) {
  uint64_t a1 = a >> 32, a0 = (uint32_t)a, b1 = b >> 32, b0 = (uint32_t)b;
  uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
  return (ux_double_word){a1 * b1 + (middle >> 32) + (other >> 32), other << 32 | (uint32_t)low};
}

long double __real___multf3(long double, long double);
#define SIGNIFICAND 0xFFFFFFFFFFFFu
#define HIDDEN_BIT ((uint64_t)1 << 48)
#define EXPONENT_BIAS 0x3FFF
#define MOST_EXPONENT 0x7FFF

// Rounds exactly as the compiler's library does: to nearest, ties to even.
static long double __ux_multiply128(long double x, long double y) {
  ux_wide a = {.value = x}, b = {.value = y};
  int exponent_a = a.bits.high >> 48 & MOST_EXPONENT, exponent_b = b.bits.high >> 48 & MOST_EXPONENT;
  int exponent = exponent_a + exponent_b - EXPONENT_BIAS;
  // The library multiplies zeros, subnormal numbers and infinities, and handles products that may be any of these.
  if (exponent_a == 0 || exponent_b == 0 || exponent_a == MOST_EXPONENT || exponent_b == MOST_EXPONENT ||
      exponent < 1 || exponent >= MOST_EXPONENT - 2)
    return __real___multf3(x, y);
  uint64_t a1 = (a.bits.high & SIGNIFICAND) | HIDDEN_BIT, a0 = a.bits.low;
  // Shifted left by 15 bits, so that the upper half of the product is either the significand or twice the
  // significand.
  uint64_t b1 = ((b.bits.high & SIGNIFICAND) | HIDDEN_BIT) << 15 | b.bits.low >> 49, b0 = b.bits.low << 15;
  ux_double_word low = __ux_multiply64(a0, b0), first = __ux_multiply64(a1, b0), second = __ux_multiply64(a0, b1),
                 high = __ux_multiply64(a1, b1);
  uint64_t w1 = low.high + first.low, carry1 = w1 < low.high;
  uint64_t w1b = w1 + second.low;
  carry1 += w1b < w1;
  uint64_t w2 = first.high + carry1, carry2 = w2 < carry1;
  uint64_t w2b = w2 + second.high;
  carry2 += w2b < w2;
  uint64_t w2c = w2b + high.low;
  carry2 += w2c < w2b;
  uint64_t w3 = high.high + carry2, rest1 = w1b, rest0 = low.low;
  uint64_t r1 = w3, r0 = w2c;
  if (r1 & HIDDEN_BIT) {
    exponent++;
  } else {
    r1 = r1 << 1 | r0 >> 63;
    r0 = r0 << 1 | rest1 >> 63;
    rest1 = rest1 << 1 | rest0 >> 63;
    rest0 <<= 1;
  }
  const uint64_t half = (uint64_t)1 << 63;
  int up = rest1 > half || (rest1 == half && rest0 != 0) || (rest1 == half && rest0 == 0 && (r0 & 1));
  // A carry out of the significand correctly increments the exponent.
  r1 = (r1 & SIGNIFICAND) | (uint64_t)exponent << 48;
  r0 += up;
  r1 += up && r0 == 0;
  r1 |= (a.bits.high ^ b.bits.high) & half;
  return (ux_wide){.bits = {.low = r0, .high = r1}}.value;
}

// ---- arithmetic -------------------------------------------------------------------------------------------------------
#define ARITHMETIC(name, plain, slow)                                                                      \
  long double __wrap_##name(long double x, long double y) {                                                \
    if (!__ux_is_boxed(x) && !__ux_is_boxed(y)) return plain(x, y);                                        \
    return (long double)slow(__ux_narrow(x), __ux_narrow(y));                                              \
  }
long double __real___addtf3(long double, long double);
long double __real___subtf3(long double, long double);
long double __real___divtf3(long double, long double);
ARITHMETIC(__addtf3, __real___addtf3, __ux_f64_add)
ARITHMETIC(__subtf3, __real___subtf3, __ux_f64_sub)
ARITHMETIC(__multf3, __ux_multiply128, __ux_f64_mul)
ARITHMETIC(__divtf3, __real___divtf3, __ux_f64_div)

// Comparisons return a number that is to be compared with 0; `unordered` is the result if an operand is NaN.
static int __ux_compare128(int comparison, long double x, long double y, int unordered) {
  double a = __ux_narrow(x), b = __ux_narrow(y);
  ux_handle ha = __ux_handle64(a), hb = __ux_handle64(b);
  if (ha) a = __ux_record_particle(ha);
  if (hb) b = __ux_record_particle(hb);
  __ux_site = 0;
  __ux_watch_comparison(comparison, ha, a, hb, b);
  return a < b ? -1 : a > b ? 1 : a == b ? 0 : unordered;
}
#define COMPARISON(name, comparison, unordered)                                                            \
  int __real_##name(long double, long double);                                                             \
  int __wrap_##name(long double x, long double y) {                                                        \
    if (!__ux_is_boxed(x) && !__ux_is_boxed(y)) return __real_##name(x, y);                                \
    return __ux_compare128(comparison, x, y, unordered);                                                   \
  }
COMPARISON(__eqtf2, UX_COMPARISON_EQ, 1)
COMPARISON(__netf2, UX_COMPARISON_NE, 1)
COMPARISON(__lttf2, UX_COMPARISON_LT, 1)
COMPARISON(__letf2, UX_COMPARISON_LE, 1)
COMPARISON(__gttf2, UX_COMPARISON_GT, -1)
COMPARISON(__getf2, UX_COMPARISON_GE, -1)

// A number is NaN if it does not equal itself.
static int __ux_is_nan128(long double x) { return __ux_compare128(UX_COMPARISON_EQ, x, x, 1); }

int __real___unordtf2(long double, long double);
int __wrap___unordtf2(long double x, long double y) {
  if (!__ux_is_boxed(x) && !__ux_is_boxed(y)) return __real___unordtf2(x, y);
  int is_nan = __ux_is_boxed(x) ? __ux_is_nan128(x) : __real___unordtf2(x, x);
  return is_nan | (__ux_is_boxed(y) ? __ux_is_nan128(y) : __real___unordtf2(y, y));
}

// Converting between long double and float changes the layout of a box.
float __ux_f32_demote_f64(double);
double __ux_f64_promote_f32(float);
float __real___trunctfsf2(long double);
float __wrap___trunctfsf2(long double x) {
  return __ux_is_boxed(x) ? __ux_f32_demote_f64(__ux_narrow(x)) : __real___trunctfsf2(x);
}
long double __real___extendsftf2(float);
long double __wrap___extendsftf2(float x) {
  return __ux_is_box32(x) ? (long double)__ux_f64_promote_f32(x) : __real___extendsftf2(x);
}

static double __ux_truncated_particle(ux_handle h, double x) {
  if (h) x = __ux_record_particle(h);
  __ux_site = 0;
  __ux_watch_conversion(UX_ROUNDING_TRUNCATE, h, x);
  return x;
}
#define TO_INTEGER(name, type)                                                                             \
  type __real_##name(long double);                                                                         \
  type __wrap_##name(long double x) {                                                                      \
    if (!__ux_is_boxed(x)) return __real_##name(x);                                                        \
    double narrow = __ux_narrow(x);                                                                        \
    return __real_##name((long double)__ux_truncated_particle(__ux_handle64(narrow), narrow));             \
  }
TO_INTEGER(__fixtfsi, int32_t)
TO_INTEGER(__fixtfdi, int64_t)
TO_INTEGER(__fixunstfsi, uint32_t)
TO_INTEGER(__fixunstfdi, uint64_t)
TO_INTEGER(__fixtfti, __int128)
TO_INTEGER(__fixunstfti, unsigned __int128)

// Conversions to 128-bit integers are not instructions: the library splits a number into its bit fields.
#define NUMBER_TO_INTEGER(name, number, type, handle)                                                      \
  type __real_##name(number);                                                                              \
  type __wrap_##name(number x) { return __real_##name((number)__ux_truncated_particle(handle(x), x)); }
NUMBER_TO_INTEGER(__fixdfti, double, __int128, __ux_handle64)
NUMBER_TO_INTEGER(__fixunsdfti, double, unsigned __int128, __ux_handle64)
NUMBER_TO_INTEGER(__fixsfti, float, __int128, __ux_handle32)
NUMBER_TO_INTEGER(__fixunssfti, float, unsigned __int128, __ux_handle32)

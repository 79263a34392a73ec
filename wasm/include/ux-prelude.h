// Included before every source file. The compiler's own tests for sign, NaN, infinity and normal numbers inspect the
// bits of a number. The tests here inspect the particle instead, by means of comparisons, which the rewriter hooks.
// HAZE_OPAQUE hides the fact that two comparisons concern the same value, because the compiler would otherwise combine
// them into a test of bits.
#ifndef HAZE_UX_PRELUDE_H
#define HAZE_UX_PRELUDE_H
#pragma clang system_header

#ifdef __cplusplus
#define HAZE_TEST(type) static inline constexpr __attribute__((always_inline, unused)) type
#define HAZE_BOOL bool
#define HAZE_OPAQUE(place, x) \
  if (!__builtin_is_constant_evaluated()) __asm__("" : place(x))
#else
#define HAZE_TEST(type) static inline __attribute__((always_inline, unused, overloadable)) type
#define HAZE_BOOL int
#define HAZE_OPAQUE(place, x) __asm__("" : place(x))
#endif

#define HAZE_TESTS(type, place, inf, smallest)                                            \
  HAZE_TEST(HAZE_BOOL) __haze_isnan(type x) {                                             \
    HAZE_OPAQUE(place, x);                                                                \
    return x != x;                                                                        \
  }                                                                                       \
  HAZE_TEST(HAZE_BOOL) __haze_isinf(type x) {                                             \
    HAZE_OPAQUE(place, x);                                                                \
    type y = x;                                                                           \
    HAZE_OPAQUE(place, y);                                                                \
    return x == inf || y == -inf;                                                         \
  }                                                                                       \
  HAZE_TEST(HAZE_BOOL) __haze_isfinite(type x) {                                          \
    HAZE_OPAQUE(place, x);                                                                \
    type y = x;                                                                           \
    HAZE_OPAQUE(place, y);                                                                \
    return x > -inf && y < inf;                                                           \
  }                                                                                       \
  HAZE_TEST(HAZE_BOOL) __haze_isnormal(type x) {                                          \
    HAZE_OPAQUE(place, x);                                                                \
    type y = x;                                                                           \
    HAZE_OPAQUE(place, y);                                                                \
    return __haze_isfinite(x) && (x >= smallest || y <= -smallest);                       \
  }
HAZE_TESTS(float, "+r", __builtin_inff(), __FLT_MIN__)
HAZE_TESTS(double, "+r", __builtin_inf(), __DBL_MIN__)
HAZE_TESTS(long double, "+m", __builtin_infl(), __LDBL_MIN__)
HAZE_TESTS(__float128, "+m", __builtin_infl(), __LDBL_MIN__)
#undef HAZE_TESTS

// The bits are decisive only for zeros and NaN.
#define HAZE_SIGN(type, place)                                       \
  HAZE_TEST(int) __haze_signbit(type x) {                            \
    HAZE_OPAQUE(place, x);                                           \
    type y = x;                                                      \
    HAZE_OPAQUE(place, y);                                           \
    return x < 0 || (!(y > 0) && __builtin_signbit(x));              \
  }
HAZE_SIGN(float, "+r")
HAZE_SIGN(double, "+r")
HAZE_SIGN(long double, "+m")
HAZE_SIGN(__float128, "+m")
#undef HAZE_SIGN
#undef HAZE_OPAQUE

// Returns one of the caller's five numbers.
#define HAZE_CLASSIFY(type)                                                                              \
  HAZE_TEST(int) __haze_fpclassify(int nan, int infinite, int normal, int subnormal, int zero, type x) { \
    return __haze_isnan(x)      ? nan                                                                    \
           : __haze_isinf(x)    ? infinite                                                               \
           : __haze_isnormal(x) ? normal                                                                 \
           : x == 0             ? zero                                                                   \
                                : subnormal;                                                             \
  }
HAZE_CLASSIFY(float)
HAZE_CLASSIFY(double)
HAZE_CLASSIFY(long double)
HAZE_CLASSIFY(__float128)
#undef HAZE_CLASSIFY
#undef HAZE_TEST
#undef HAZE_BOOL

#define __builtin_signbit(x) __haze_signbit(x)
#define __builtin_signbitf(x) __haze_signbit((float)(x))
#define __builtin_signbitl(x) __haze_signbit((long double)(x))
#define __builtin_isnan(x) __haze_isnan(x)
#define __builtin_isinf(x) __haze_isinf(x)
#define __builtin_isfinite(x) __haze_isfinite(x)
#define __builtin_isnormal(x) __haze_isnormal(x)
#define __builtin_fpclassify(nan, infinite, normal, subnormal, zero, x) \
  __haze_fpclassify(nan, infinite, normal, subnormal, zero, x)

// The name of the type in GCC and C23. It is distinct from long double but has the same bits.
#ifndef _Float128
#define _Float128 __float128
#endif

#endif  // HAZE_UX_PRELUDE_H

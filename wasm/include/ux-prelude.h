// Included before every source file. The compiler's own tests for NaN, infinity and normality look at the bits of a
// number; these look at its particle, by comparisons, which the rewriter watches. HAZE_OPAQUE hides that two comparisons are
// of one value, because the compiler would make a test of bits of them again. An uncertain long double is one in the top
// bits of its significand, so it is tested as a double.
#ifndef HAZE_UX_PRELUDE_H
#define HAZE_UX_PRELUDE_H
#pragma clang system_header

#ifdef __cplusplus
#define HAZE_TEST(type) static inline constexpr __attribute__((always_inline, unused)) type
#define HAZE_BOOL bool
#define HAZE_OPAQUE(x) \
  if (!__builtin_is_constant_evaluated()) __asm__("" : "+r"(x))
#else
#define HAZE_TEST(type) static inline __attribute__((always_inline, unused, overloadable)) type
#define HAZE_BOOL int
#define HAZE_OPAQUE(x) __asm__("" : "+r"(x))
#endif

#define HAZE_TESTS(type, inf, smallest)                                                   \
  HAZE_TEST(HAZE_BOOL) __haze_isnan(type x) {                                             \
    HAZE_OPAQUE(x);                                                                       \
    return x != x;                                                                        \
  }                                                                                       \
  HAZE_TEST(HAZE_BOOL) __haze_isinf(type x) {                                             \
    HAZE_OPAQUE(x);                                                                       \
    type y = x;                                                                           \
    HAZE_OPAQUE(y);                                                                       \
    return x == inf || y == -inf;                                                         \
  }                                                                                       \
  HAZE_TEST(HAZE_BOOL) __haze_isfinite(type x) {                                          \
    HAZE_OPAQUE(x);                                                                       \
    type y = x;                                                                           \
    HAZE_OPAQUE(y);                                                                       \
    return x > -inf && y < inf;                                                           \
  }                                                                                       \
  HAZE_TEST(HAZE_BOOL) __haze_isnormal(type x) {                                          \
    HAZE_OPAQUE(x);                                                                       \
    type y = x;                                                                           \
    HAZE_OPAQUE(y);                                                                       \
    return __haze_isfinite(x) && (x >= smallest || y <= -smallest);                       \
  }
HAZE_TESTS(float, __builtin_inff(), __FLT_MIN__)
HAZE_TESTS(double, __builtin_inf(), __DBL_MIN__)
#undef HAZE_TESTS
#undef HAZE_OPAQUE

// Comparisons of long doubles are calls, so there is nothing to hide.
HAZE_TEST(HAZE_BOOL) __haze_isnan(long double x) { return x != x && __haze_isnan((double)x); }
HAZE_TEST(HAZE_BOOL) __haze_isinf(long double x) {
  return x == __builtin_infl() || x == -__builtin_infl() || (x != x && __haze_isinf((double)x));
}
HAZE_TEST(HAZE_BOOL) __haze_isfinite(long double x) {
  return (x > -__builtin_infl() && x < __builtin_infl()) || (x != x && __haze_isfinite((double)x));
}
HAZE_TEST(HAZE_BOOL) __haze_isnormal(long double x) {
  return (__haze_isfinite(x) && (x >= __LDBL_MIN__ || x <= -__LDBL_MIN__)) || (x != x && __haze_isnormal((double)x));
}

// One of the five numbers that the caller gives.
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
#undef HAZE_CLASSIFY
#undef HAZE_TEST
#undef HAZE_BOOL

#define __builtin_isnan(x) __haze_isnan(x)
#define __builtin_isinf(x) __haze_isinf(x)
#define __builtin_isfinite(x) __haze_isfinite(x)
#define __builtin_isnormal(x) __haze_isnormal(x)
#define __builtin_fpclassify(nan, infinite, normal, subnormal, zero, x) \
  __haze_fpclassify(nan, infinite, normal, subnormal, zero, x)

#endif  // HAZE_UX_PRELUDE_H

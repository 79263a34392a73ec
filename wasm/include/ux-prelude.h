// Included before every source file. The compiler's own tests for NaN, infinity and normality look at the bits of a
// number; these look at its particle, by comparisons, which the rewriter watches. An uncertain long double is one in the
// top bits of its significand, so it is tested as a double.
#ifndef HAZE_UX_PRELUDE_H
#define HAZE_UX_PRELUDE_H

#ifdef __cplusplus
#define HAZE_TEST static inline constexpr __attribute__((always_inline, unused)) bool
#else
#define HAZE_TEST static inline __attribute__((always_inline, unused, overloadable)) int
#endif

HAZE_TEST __haze_isnan(float x) { return x != x; }
HAZE_TEST __haze_isnan(double x) { return x != x; }
HAZE_TEST __haze_isnan(long double x) { return x != x && (double)x != (double)x; }
HAZE_TEST __haze_isinf(float x) { return x == __builtin_inff() || x == -__builtin_inff(); }
HAZE_TEST __haze_isinf(double x) { return x == __builtin_inf() || x == -__builtin_inf(); }
HAZE_TEST __haze_isinf(long double x) {
  return x == __builtin_infl() || x == -__builtin_infl() || (x != x && __haze_isinf((double)x));
}
HAZE_TEST __haze_isfinite(float x) { return x > -__builtin_inff() && x < __builtin_inff(); }
HAZE_TEST __haze_isfinite(double x) { return x > -__builtin_inf() && x < __builtin_inf(); }
HAZE_TEST __haze_isfinite(long double x) {
  return (x > -__builtin_infl() && x < __builtin_infl()) || (x != x && __haze_isfinite((double)x));
}
HAZE_TEST __haze_isnormal(float x) {
  return (x >= __FLT_MIN__ && x < __builtin_inff()) || (x <= -__FLT_MIN__ && x > -__builtin_inff());
}
HAZE_TEST __haze_isnormal(double x) {
  return (x >= __DBL_MIN__ && x < __builtin_inf()) || (x <= -__DBL_MIN__ && x > -__builtin_inf());
}
HAZE_TEST __haze_isnormal(long double x) {
  return (x >= __LDBL_MIN__ && x < __builtin_infl()) || (x <= -__LDBL_MIN__ && x > -__builtin_infl()) ||
         (x != x && __haze_isnormal((double)x));
}

// One of the five numbers that the caller gives; the value is looked at once, though the macro is used as one.
#define HAZE_CLASSIFY(type)                                                                                        \
  HAZE_CLASS __haze_fpclassify(int nan, int infinite, int normal, int subnormal, int zero, type x) {              \
    return __haze_isnan(x) ? nan : __haze_isinf(x) ? infinite : __haze_isnormal(x) ? normal : x == 0 ? zero : subnormal; \
  }
#ifdef __cplusplus
#define HAZE_CLASS static inline constexpr __attribute__((always_inline, unused)) int
#else
#define HAZE_CLASS HAZE_TEST
#endif
HAZE_CLASSIFY(float)
HAZE_CLASSIFY(double)
HAZE_CLASSIFY(long double)
#undef HAZE_CLASSIFY
#undef HAZE_CLASS
#undef HAZE_TEST

#define __builtin_isnan(x) __haze_isnan(x)
#define __builtin_isinf(x) __haze_isinf(x)
#define __builtin_isfinite(x) __haze_isfinite(x)
#define __builtin_isnormal(x) __haze_isnormal(x)
#define __builtin_fpclassify(nan, infinite, normal, subnormal, zero, x) \
  __haze_fpclassify(nan, infinite, normal, subnormal, zero, x)

#endif  // HAZE_UX_PRELUDE_H

// The math library for programs. `wasm-ld --wrap=NAME` redirects every call to NAME here: a plain argument is passed to
// the real function, and a boxed argument to the core, which applies the same function to each point. The build reads
// the names to be wrapped from this library's own symbols.
//
// wasm-ld extracts a function from an archive if a reference uses the function's own name. A reference to __real_NAME
// does not count, and the linker crashes if there is no other reference. UX_EXTRACT refers to the name from a function
// that is never called and never linked.
#define _GNU_SOURCE
#include <math.h>

#include "decisions.h"
#include "special-wrappers.h"

#define UX_EXTRACT(name) \
  const void *__ux_extract_##name(void) { return (const void *)name; }
#define UX_EXTRACT_ALL(name) UX_EXTRACT(name) UX_EXTRACT(name##f) UX_EXTRACT(name##l)

// ---- one argument --------------------------------------------------------------------------------------------------
// Library functions call each other through these wrappers, so they never receive a box.
#define UNARY(name, op)                                                              \
  UX_REAL double __real_##name(double);                                              \
  double __wrap_##name(double x) {                                                   \
    ux_handle h = __builtin_expect(x == x, 1) ? 0 : __ux_handle64(x);                \
    if (h) x = __ux_record_particle(h);                                              \
    double r = UX_CHECKED(op, __real_##name(x), x);                                  \
    return h ? __ux_box64(__ux_core_unary(op, h, r), r) : r;                         \
  }                                                                                  \
  UX_REAL float __real_##name##f(float);                                             \
  float __wrap_##name##f(float x) {                                                  \
    ux_handle h = __builtin_expect(x == x, 1) ? 0 : __ux_handle32(x);                \
    if (h) x = (float)__ux_record_particle(h);                                       \
    float r = UX_CHECKED(op, __real_##name##f(x), x);                                \
    return h ? __ux_box32(__ux_core_unary((op) | SINGLE, h, r), r) : r;              \
  }

// A box in a long double occupies the top bits, so it survives the conversion to double and is computed as a double.
// Functions from special/ have 113 bits; the library's own functions are accurate to only 53 bits.
#define SPECIAL_LONG(name, op, ours)                                                 \
  long double __wrap_##name##l(long double x) {                                      \
    double narrow = (double)x;                                                       \
    if (__ux_is_box64(narrow)) return (long double)__wrap_##name(narrow);            \
    return UX_CHECKED(op, ours(x), x);                                               \
  }

#define UNARY_ALL(name, op)                          \
  UX_EXTRACT_ALL(name)                               \
  UNARY(name, op)                                    \
  UX_REAL long double __real_##name##l(long double); \
  SPECIAL_LONG(name, op, __real_##name##l)
#define UNARY_OURS(name, op) UX_EXTRACT_ALL(name) UNARY(name, op) SPECIAL_LONG(name, op, __ux_##name##_long)

UNARY_ALL(acos, UX_UNARY_ACOS)
UNARY_ALL(asin, UX_UNARY_ASIN)
UNARY_OURS(asinh, UX_UNARY_ASINH)
UNARY_ALL(atan, UX_UNARY_ATAN)
UNARY_OURS(atanh, UX_UNARY_ATANH)
UNARY_ALL(cbrt, UX_UNARY_CBRT)
UNARY_ALL(ceil, UX_UNARY_CEIL)
UNARY_ALL(cos, UX_UNARY_COS)
UNARY_OURS(cosh, UX_UNARY_COSH)
UNARY_OURS(erf, UX_UNARY_ERF)
UNARY_OURS(erfc, UX_UNARY_ERFC)
UNARY_OURS(exp, UX_UNARY_EXP)
UNARY_ALL(exp2, UX_UNARY_EXP2)
UNARY_OURS(exp10, UX_UNARY_EXP10)
UNARY_OURS(expm1, UX_UNARY_EXPM1)
UNARY_ALL(fabs, UX_UNARY_FABS)
UNARY_ALL(floor, UX_UNARY_FLOOR)
UNARY_OURS(log, UX_UNARY_LOG)
UNARY_OURS(log10, UX_UNARY_LOG10)
UNARY_OURS(log1p, UX_UNARY_LOG1P)
UNARY_OURS(log2, UX_UNARY_LOG2)
UNARY_ALL(logb, UX_UNARY_LOGB)
UNARY_ALL(nearbyint, UX_UNARY_NEARBYINT)
UNARY_ALL(rint, UX_UNARY_RINT)
UNARY_ALL(round, UX_UNARY_ROUND)
UNARY_ALL(sin, UX_UNARY_SIN)
UNARY_OURS(sinh, UX_UNARY_SINH)
UNARY_ALL(sqrt, UX_UNARY_SQRT)
UNARY_ALL(tan, UX_UNARY_TAN)
UNARY_OURS(tanh, UX_UNARY_TANH)
UNARY_ALL(trunc, UX_UNARY_TRUNC)
UNARY(significand, UX_UNARY_SIGNIFICAND)

// ---- our own functions (special/) instead of the library's --------------------------------------------------------
UX_EXTRACT_ALL(acosh)
UX_EXTRACT_ALL(lgamma)
UX_EXTRACT_ALL(tgamma)
SPECIAL(acosh, UX_UNARY_ACOSH, __ux_acosh)
SPECIAL(tgamma, UX_UNARY_TGAMMA, __ux_tgamma)
SPECIAL_LONG(acosh, UX_UNARY_ACOSH, __ux_acosh_long)
SPECIAL_LONG(tgamma, UX_UNARY_TGAMMA, __ux_tgamma_long)

// ---- two arguments -------------------------------------------------------------------------------------------------
#define BINARY(name, op)                                                                                              \
  UX_REAL double __real_##name(double, double);                                                                       \
  double __wrap_##name(double x, double y) {                                                                          \
    if (__builtin_expect(x == x && y == y, 1))                                                                        \
      return UX_CHECKED(UX_OF_TWO(op), __real_##name(x, y), UX_LEADING(x, y));                                        \
    ux_handle hx = __ux_handle64(x), hy = __ux_handle64(y);                                                           \
    if (hx) x = __ux_record_particle(hx);                                                                             \
    if (hy) y = __ux_record_particle(hy);                                                                             \
    double r = UX_CHECKED(UX_OF_TWO(op), __real_##name(x, y), UX_LEADING(x, y));                                      \
    return hx | hy ? __ux_box64(__ux_core_binary(op, hx, x, hy, y, r), r) : r;                                        \
  }                                                                                                                   \
  UX_REAL float __real_##name##f(float, float);                                                                       \
  float __wrap_##name##f(float x, float y) {                                                                          \
    if (__builtin_expect(x == x && y == y, 1))                                                                        \
      return UX_CHECKED(UX_OF_TWO(op), __real_##name##f(x, y), UX_LEADING(x, y));                                     \
    ux_handle hx = __ux_handle32(x), hy = __ux_handle32(y);                                                           \
    if (hx) x = (float)__ux_record_particle(hx);                                                                      \
    if (hy) y = (float)__ux_record_particle(hy);                                                                      \
    float r = UX_CHECKED(UX_OF_TWO(op), __real_##name##f(x, y), UX_LEADING(x, y));                                    \
    return hx | hy ? __ux_box32(__ux_core_binary((op) | SINGLE, hx, x, hy, y, r), r) : r;                             \
  }
#define BINARY_LONG(name, op, plain)                                                      \
  long double __wrap_##name##l(long double x, long double y) {                            \
    double nx = (double)x, ny = (double)y;                                                \
    if (__ux_is_box64(nx) | __ux_is_box64(ny)) return (long double)__wrap_##name(nx, ny); \
    return UX_CHECKED(UX_OF_TWO(op), plain(x, y), UX_LEADING(x, y));                      \
  }
#define BINARY_ALL(name, op)                                                                 \
  UX_EXTRACT_ALL(name)                                                                       \
  BINARY(name, op)                                                                           \
  UX_REAL long double __real_##name##l(long double, long double);                            \
  BINARY_LONG(name, op, __real_##name##l)

BINARY_ALL(atan2, UX_BINARY_ATAN2)
BINARY_ALL(copysign, UX_BINARY_COPYSIGN)
BINARY_ALL(fdim, UX_BINARY_FDIM)
BINARY_ALL(fmax, UX_BINARY_FMAX)
BINARY_ALL(fmin, UX_BINARY_FMIN)
BINARY_ALL(fmod, UX_BINARY_FMOD)
BINARY_ALL(hypot, UX_BINARY_HYPOT)
BINARY_ALL(nextafter, UX_BINARY_NEXTAFTER)
UX_EXTRACT_ALL(pow)
BINARY(pow, UX_BINARY_POW)
BINARY_LONG(pow, UX_BINARY_POW, __ux_pow_long)
BINARY_ALL(remainder, UX_BINARY_REMAINDER)
BINARY(drem, UX_BINARY_REMAINDER)

// ---- an integer argument -------------------------------------------------------------------------------------------
static double __ux_ldexp64(ux_handle h, double x, double exponent, double r) {
  return __ux_box64(__ux_core_binary(UX_BINARY_LDEXP, h, x, 0, exponent, r), r);
}
static float __ux_ldexp32(ux_handle h, float x, double exponent, float r) {
  return __ux_box32(__ux_core_binary(UX_BINARY_LDEXP | SINGLE, h, x, 0, exponent, r), r);
}
#define SCALE(name, integer)                                                     \
  UX_EXTRACT_ALL(name)                                                           \
  UX_REAL double __real_##name(double, integer);                                 \
  double __wrap_##name(double x, integer n) {                                    \
    ux_handle h = __ux_handle64(x);                                              \
    if (h) x = __ux_record_particle(h);                                          \
    double r = UX_CHECKED(UX_OF_TWO(UX_BINARY_LDEXP), __real_##name(x, n), x);   \
    return h ? __ux_ldexp64(h, x, (double)n, r) : r;                             \
  }                                                                              \
  UX_REAL float __real_##name##f(float, integer);                                \
  float __wrap_##name##f(float x, integer n) {                                   \
    ux_handle h = __ux_handle32(x);                                              \
    if (h) x = (float)__ux_record_particle(h);                                   \
    float r = UX_CHECKED(UX_OF_TWO(UX_BINARY_LDEXP), __real_##name##f(x, n), x); \
    return h ? __ux_ldexp32(h, x, (double)n, r) : r;                             \
  }                                                                              \
  UX_REAL long double __real_##name##l(long double, integer);                    \
  long double __wrap_##name##l(long double x, integer n) {                       \
    double narrow = (double)x;                                                   \
    if (__ux_is_box64(narrow)) return (long double)__wrap_##name(narrow, n);     \
    return UX_CHECKED(UX_OF_TWO(UX_BINARY_LDEXP), __real_##name##l(x, n), x);    \
  }
SCALE(ldexp, int)
SCALE(scalbn, int)
SCALE(scalbln, long)

// ---- three arguments ----------------------------------------------------------------------------------------------
// Computes x·y + z as a product and a sum of distributions; the particle is rounded only once, as in fma.
UX_EXTRACT_ALL(fma)
UX_REAL double __real_fma(double, double, double);
double __wrap_fma(double x, double y, double z) {
  if (__builtin_expect(x == x && y == y && z == z, 1)) return __real_fma(x, y, z);
  ux_handle hx = __ux_handle64(x), hy = __ux_handle64(y), hz = __ux_handle64(z);
  if (hx) x = __ux_record_particle(hx);
  if (hy) y = __ux_record_particle(hy);
  if (hz) z = __ux_record_particle(hz);
  double r = __real_fma(x, y, z);
  if (!(hx | hy | hz)) return r;
  double product = x * y;
  ux_handle h = hx | hy ? __ux_core_binary(UX_BINARY_MUL, hx, x, hy, y, product) : 0;
  if (h) (void)__ux_box64(h, product);  // keeps the record alive until the sum is computed
  return h | hz ? __ux_box64(__ux_core_binary(UX_BINARY_ADD, h, product, hz, z, r), r) : r;
}
UX_REAL float __real_fmaf(float, float, float);
float __wrap_fmaf(float x, float y, float z) {
  if (__builtin_expect(x == x && y == y && z == z, 1)) return __real_fmaf(x, y, z);
  ux_handle hx = __ux_handle32(x), hy = __ux_handle32(y), hz = __ux_handle32(z);
  if (hx) x = (float)__ux_record_particle(hx);
  if (hy) y = (float)__ux_record_particle(hy);
  if (hz) z = (float)__ux_record_particle(hz);
  float r = __real_fmaf(x, y, z);
  if (!(hx | hy | hz)) return r;
  double product = (double)x * y;  // exact in double, so that the sum is rounded to single precision only once
  ux_handle h = hx | hy ? __ux_core_binary(UX_BINARY_MUL, hx, x, hy, y, product) : 0;
  if (h) (void)__ux_box64(h, product);
  return h | hz ? __ux_box32(__ux_core_binary(UX_BINARY_ADD | SINGLE, h, product, hz, z, r), r) : r;
}
UX_REAL long double __real_fmal(long double, long double, long double);
long double __wrap_fmal(long double x, long double y, long double z) {
  double nx = (double)x, ny = (double)y, nz = (double)z;
  return __ux_is_box64(nx) | __ux_is_box64(ny) | __ux_is_box64(nz) ? (long double)__wrap_fma(nx, ny, nz)
                                                                    : __real_fmal(x, y, z);
}

// ---- integer results: decided by the particle ----------------------------------------------------------------------
static double __ux_converted_particle(int rounding, ux_handle h, double x) {
  if (h) x = __ux_record_particle(h);
  __ux_site = 0;
  __ux_watch_conversion(rounding, h, x);
  return x;
}

// ---- two results ---------------------------------------------------------------------------------------------------
UX_EXTRACT_ALL(modf)
UX_REAL double __real_modf(double, double *);
double __wrap_modf(double x, double *whole) {
  ux_handle h = __ux_handle64(x);
  if (!h) return __real_modf(x, whole);
  double w, r = __real_modf(__ux_record_particle(h), &w);
  *whole = __ux_box64(__ux_core_unary(UX_UNARY_TRUNC, h, w), w);
  return __ux_box64(__ux_core_unary(UX_UNARY_MODF_FRACTION, h, r), r);
}
UX_REAL float __real_modff(float, float *);
float __wrap_modff(float x, float *whole) {
  ux_handle h = __ux_handle32(x);
  if (!h) return __real_modff(x, whole);
  float w, r = __real_modff((float)__ux_record_particle(h), &w);
  *whole = __ux_box32(__ux_core_unary(UX_UNARY_TRUNC | SINGLE, h, w), w);
  return __ux_box32(__ux_core_unary(UX_UNARY_MODF_FRACTION | SINGLE, h, r), r);
}
UX_REAL long double __real_modfl(long double, long double *);
long double __wrap_modfl(long double x, long double *whole) {
  double narrow = (double)x, w;
  if (!__ux_is_box64(narrow)) return __real_modfl(x, whole);
  double r = __wrap_modf(narrow, &w);
  *whole = (long double)w;
  return (long double)r;
}

// The exponent is that of the particle, so the whole distribution has the same exponent: fraction · 2^exponent equals x
// again.
UX_EXTRACT_ALL(frexp)
UX_REAL double __real_frexp(double, int *);
double __wrap_frexp(double x, int *exponent) {
  ux_handle h = __ux_handle64(x);
  if (!h) return __real_frexp(x, exponent);
  x = __ux_converted_particle(UX_ROUNDING_EXPONENT, h, x);
  double r = __real_frexp(x, exponent);
  return __ux_ldexp64(h, x, -(double)*exponent, r);
}
UX_REAL float __real_frexpf(float, int *);
float __wrap_frexpf(float x, int *exponent) {
  ux_handle h = __ux_handle32(x);
  if (!h) return __real_frexpf(x, exponent);
  x = (float)__ux_converted_particle(UX_ROUNDING_EXPONENT, h, x);
  float r = __real_frexpf(x, exponent);
  return __ux_ldexp32(h, x, -(double)*exponent, r);
}
UX_REAL long double __real_frexpl(long double, int *);
long double __wrap_frexpl(long double x, int *exponent) {
  double narrow = (double)x;
  return __ux_is_box64(narrow) ? (long double)__wrap_frexp(narrow, exponent) : __real_frexpl(x, exponent);
}

UX_EXTRACT_ALL(remquo)
// Reports that the rounded quotient may differ between draws; the result is computed from the particles.
static void __ux_watch_quotient(ux_handle hx, double x, ux_handle hy, double y) {
  if (!((hx | hy) && __ux_watches_decisions)) return;
  double quotient = x / y, box = __ux_box64(__ux_core_binary(UX_BINARY_DIV, hx, x, hy, y, quotient), quotient);
  (void)__ux_converted_particle(UX_ROUNDING_NEAREST, __ux_handle64(box), quotient);
}
UX_REAL double __real_remquo(double, double, int *);
double __wrap_remquo(double x, double y, int *quotient) {
  ux_handle hx = __ux_handle64(x), hy = __ux_handle64(y);
  if (hx) x = __ux_record_particle(hx);
  if (hy) y = __ux_record_particle(hy);
  __ux_watch_quotient(hx, x, hy, y);
  double r = __real_remquo(x, y, quotient);
  return hx | hy ? __ux_box64(__ux_core_binary(UX_BINARY_REMAINDER, hx, x, hy, y, r), r) : r;
}
UX_REAL float __real_remquof(float, float, int *);
float __wrap_remquof(float x, float y, int *quotient) {
  ux_handle hx = __ux_handle32(x), hy = __ux_handle32(y);
  if (hx) x = (float)__ux_record_particle(hx);
  if (hy) y = (float)__ux_record_particle(hy);
  __ux_watch_quotient(hx, x, hy, y);
  float r = __real_remquof(x, y, quotient);
  return hx | hy ? __ux_box32(__ux_core_binary(UX_BINARY_REMAINDER | SINGLE, hx, x, hy, y, r), r) : r;
}
UX_REAL long double __real_remquol(long double, long double, int *);
long double __wrap_remquol(long double x, long double y, int *quotient) {
  double nx = (double)x, ny = (double)y;
  return __ux_is_box64(nx) | __ux_is_box64(ny) ? (long double)__wrap_remquo(nx, ny, quotient)
                                               : __real_remquol(x, y, quotient);
}

UX_EXTRACT(lgamma_r)
UX_EXTRACT(lgammaf_r)
// Below 0, the sign of gamma alternates from one integer to the next, so taking the integer part is a decision.
static double __ux_signed_particle(ux_handle h) {
  double x = __ux_record_particle(h);
  __ux_site = 0;
  __ux_watch_comparison(UX_COMPARISON_LT, h, x, 0, 0);
  return x < 0 ? __ux_converted_particle(UX_ROUNDING_TRUNCATE, h, x) : x;
}
double __wrap_lgamma_r(double x, int *sign) {
  ux_handle h = __ux_handle64(x);
  if (h) x = __ux_signed_particle(h);
  double r = UX_CHECKED(UX_UNARY_LGAMMA, __ux_lgamma(x, sign), x);
  return h ? __ux_box64(__ux_core_unary(UX_UNARY_LGAMMA, h, r), r) : r;
}
float __wrap_lgammaf_r(float x, int *sign) {
  ux_handle h = __ux_handle32(x);
  if (h) x = (float)__ux_signed_particle(h);
  float r = UX_CHECKED(UX_UNARY_LGAMMA, (float)__ux_lgamma(x, sign), x);
  return h ? __ux_box32(__ux_core_unary(UX_UNARY_LGAMMA | SINGLE, h, r), r) : r;
}

// lgamma returns the sign in a variable of the library.
double __wrap_lgamma(double x) { return __wrap_lgamma_r(x, &signgam); }
float __wrap_lgammaf(float x) { return __wrap_lgammaf_r(x, &signgam); }
static long double __ux_log_gamma_of_long(long double x) { return __ux_lgamma_long(x, &signgam); }
SPECIAL_LONG(lgamma, UX_UNARY_LGAMMA, __ux_log_gamma_of_long)

UX_EXTRACT(sincos)
UX_EXTRACT(sincosf)
UX_REAL void __real_sincos(double, double *, double *);
void __wrap_sincos(double x, double *sine, double *cosine) {
  if (__builtin_expect(x == x, 1)) {
    __real_sincos(x, sine, cosine);
  } else {
    *sine = __wrap_sin(x);
    *cosine = __wrap_cos(x);
  }
}
UX_REAL void __real_sincosf(float, float *, float *);
void __wrap_sincosf(float x, float *sine, float *cosine) {
  if (__builtin_expect(x == x, 1)) {
    __real_sincosf(x, sine, cosine);
  } else {
    *sine = __wrap_sinf(x);
    *cosine = __wrap_cosf(x);
  }
}

// The direction in nexttoward is a long double; all that matters is whether it is above or below x.
UX_EXTRACT(nexttoward)
UX_EXTRACT(nexttowardf)
UX_REAL double __real_nexttoward(double, long double);
double __wrap_nexttoward(double x, long double y) {
  double ny = (double)y;
  return __ux_is_box64(x) | __ux_is_box64(ny) ? __wrap_nextafter(x, ny) : __real_nexttoward(x, y);
}
UX_REAL float __real_nexttowardf(float, long double);
float __wrap_nexttowardf(float x, long double y) {
  double ny = (double)y;
  return __ux_is_box32(x) | __ux_is_box64(ny) ? __wrap_nextafterf(x, __ux_particle64(ny))
                                               : __real_nexttowardf(x, y);
}

// ---- integer results only -------------------------------------------------------------------------------------------
#define TO_INTEGER(type, name, rounding)                                                                         \
  UX_REAL type __real_##name(double);                                                                            \
  type __wrap_##name(double x) { return __real_##name(__ux_converted_particle(rounding, __ux_handle64(x), x)); } \
  UX_REAL type __real_##name##f(float);                                                                          \
  type __wrap_##name##f(float x) {                                                                               \
    return __real_##name##f((float)__ux_converted_particle(rounding, __ux_handle32(x), x));                      \
  }                                                                                                              \
  UX_REAL type __real_##name##l(long double);                                                                    \
  type __wrap_##name##l(long double x) {                                                                         \
    double narrow = (double)x;                                                                                   \
    return __ux_is_box64(narrow) ? __wrap_##name(narrow) : __real_##name##l(x);                                  \
  }
UX_EXTRACT_ALL(ilogb)
UX_EXTRACT_ALL(lrint)
UX_EXTRACT_ALL(llrint)
UX_EXTRACT_ALL(lround)
UX_EXTRACT_ALL(llround)
TO_INTEGER(int, ilogb, UX_ROUNDING_EXPONENT)
TO_INTEGER(long, lrint, UX_ROUNDING_NEAREST)
TO_INTEGER(long long, llrint, UX_ROUNDING_NEAREST)
TO_INTEGER(long, lround, UX_ROUNDING_AWAY)
TO_INTEGER(long long, llround, UX_ROUNDING_AWAY)

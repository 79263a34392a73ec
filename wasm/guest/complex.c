// The <complex.h> functions for double and float. Plain values go to the library, or to our own functions where the
// library's lose digits. Uncertain values cannot use these functions, because they inspect the bits of their arguments.
// Instead, textbook formulas are used, in code that the rewriter treats like program code. cabs, carg, creal, cimag,
// conj and cproj need no formulas: they are calls to wrapped functions, or plain arithmetic. Source of the formulas:
// Abramowitz and Stegun, Handbook of Mathematical Functions, chapters 4.1 to 4.6.
#include <complex.h>
#include <math.h>

#include "box.h"
#include "complex-power.h"

// See complex-logarithms.h.
#define REAL double
#define F(name) name
#define C(name) __ux_complex_##name
#define SIGN_OF(x) __builtin_signbit(x)
#define SPLIT (0x1p27 + 1)
#define LARGE 0x1p31
#define VERY_LARGE 0x1p56
#define LOWER 0x1p-53
#define RAISE 0x1p106
#define LOG2_OF_RAISE 106
#define NEAR_UNDERFLOW 0x1p-916
#define NEAR_OVERFLOW 0x1p1021
#include "complex-logarithms.h"

typedef double complex complex64;

static int __ux_has_box(complex64 z) { return __ux_is_box64(creal(z)) || __ux_is_box64(cimag(z)); }
static int __ux_has_single_box(float complex z) { return __ux_is_box32(crealf(z)) || __ux_is_box32(cimagf(z)); }

// The names of these functions do not begin with __ux_, because this code must be rewritten.
static complex64 haze_multiply(complex64 a, complex64 b) {
  return CMPLX(creal(a) * creal(b) - cimag(a) * cimag(b), creal(a) * cimag(b) + cimag(a) * creal(b));
}
static complex64 haze_divide(complex64 a, complex64 b) {
  double scale = creal(b) * creal(b) + cimag(b) * cimag(b);
  complex64 product = haze_multiply(a, conj(b));
  return CMPLX(creal(product) / scale, cimag(product) / scale);
}
static complex64 haze_add(complex64 a, complex64 b) { return CMPLX(creal(a) + creal(b), cimag(a) + cimag(b)); }
static complex64 haze_add_real(complex64 a, double b) { return CMPLX(creal(a) + b, cimag(a)); }
static complex64 haze_subtract(complex64 a, complex64 b) { return CMPLX(creal(a) - creal(b), cimag(a) - cimag(b)); }
static complex64 haze_times_i(complex64 z) { return CMPLX(-cimag(z), creal(z)); }
static complex64 haze_times_minus_i(complex64 z) { return CMPLX(cimag(z), -creal(z)); }

__attribute__((noinline)) static complex64 haze_cexp(complex64 z) {
  double size = exp(creal(z));
  return CMPLX(size * cos(cimag(z)), size * sin(cimag(z)));
}
__attribute__((noinline)) static complex64 haze_clog(complex64 z) {
  return CMPLX(log(hypot(creal(z), cimag(z))), atan2(cimag(z), creal(z)));
}
// Uses polar form: with independent operands, |z| - re(z) could be negative, in which case its square root would be
// NaN.
__attribute__((noinline)) static complex64 haze_csqrt(complex64 z) {
  double size = sqrt(hypot(creal(z), cimag(z))), half = atan2(cimag(z), creal(z)) / 2;
  return CMPLX(size * cos(half), size * sin(half));
}
__attribute__((noinline)) static complex64 haze_csin(complex64 z) {
  return CMPLX(sin(creal(z)) * cosh(cimag(z)), cos(creal(z)) * sinh(cimag(z)));
}
__attribute__((noinline)) static complex64 haze_ccos(complex64 z) {
  return CMPLX(cos(creal(z)) * cosh(cimag(z)), -(sin(creal(z)) * sinh(cimag(z))));
}
__attribute__((noinline)) static complex64 haze_csinh(complex64 z) {
  return haze_times_minus_i(haze_csin(haze_times_i(z)));
}
__attribute__((noinline)) static complex64 haze_ccosh(complex64 z) { return haze_ccos(haze_times_i(z)); }
__attribute__((noinline)) static complex64 haze_ctan(complex64 z) { return haze_divide(haze_csin(z), haze_ccos(z)); }
__attribute__((noinline)) static complex64 haze_ctanh(complex64 z) {
  return haze_divide(haze_csinh(z), haze_ccosh(z));
}
__attribute__((noinline)) static complex64 haze_casinh(complex64 z) {
  return haze_clog(haze_add(z, haze_csqrt(haze_add_real(haze_multiply(z, z), 1))));
}
__attribute__((noinline)) static complex64 haze_casin(complex64 z) {
  return haze_times_minus_i(haze_casinh(haze_times_i(z)));
}
__attribute__((noinline)) static complex64 haze_cacos(complex64 z) {
  complex64 sine = haze_casin(z);
  return CMPLX(1.5707963267948966 - creal(sine), -cimag(sine));
}
__attribute__((noinline)) static complex64 haze_cacosh(complex64 z) {
  complex64 product = haze_multiply(haze_csqrt(haze_add_real(z, 1)), haze_csqrt(haze_add_real(z, -1)));
  return haze_clog(haze_add(z, product));
}
__attribute__((noinline)) static complex64 haze_catanh(complex64 z) {
  complex64 above = haze_clog(haze_add_real(z, 1));
  complex64 below = haze_clog(CMPLX(1 - creal(z), -cimag(z)));
  complex64 twice = haze_subtract(above, below);
  return CMPLX(creal(twice) / 2, cimag(twice) / 2);
}
__attribute__((noinline)) static complex64 haze_catan(complex64 z) {
  return haze_times_minus_i(haze_catanh(haze_times_i(z)));
}
__attribute__((noinline)) static complex64 haze_quotient(complex64 a, complex64 b) { return haze_divide(a, b); }
__attribute__((noinline)) static float complex haze_narrow_quotient(float a, float b, float c, float d) {
  float scale = c * c + d * d;
  return CMPLXF((a * c + b * d) / scale, (b * c - a * d) / scale);
}
__attribute__((noinline)) static complex64 haze_cpow(complex64 z, complex64 exponent) {
  return haze_cexp(haze_multiply(exponent, haze_clog(z)));
}

#define EXTRACT(name) \
  const void *__ux_extract_##name(void) { return (const void *)name; }
#define UNCERTAIN_SINGLE(name)                                                                          \
  __attribute__((noinline)) static complex64 haze_promote_##name(float complex z) { return CMPLX(crealf(z), cimagf(z)); }         \
  __attribute__((noinline)) static float complex haze_demote_##name(complex64 z) {                                             \
    return CMPLXF((float)creal(z), (float)cimag(z));                                                    \
  }
#define WRAP(name)                                                                                      \
  EXTRACT(name)                                                                                         \
  EXTRACT(name##f)                                                                                      \
  UX_REAL complex64 __real_##name(complex64);                                                           \
  complex64 __wrap_##name(complex64 z) { return __ux_has_box(z) ? haze_##name(z) : __real_##name(z); }  \
  UX_REAL float complex __real_##name##f(float complex);                                                \
  UNCERTAIN_SINGLE(name)                                                                                \
  float complex __wrap_##name##f(float complex z) {                                                     \
    if (!__ux_has_single_box(z)) return __real_##name##f(z);                                            \
    return haze_demote_##name(haze_##name(haze_promote_##name(z)));                                     \
  }
// Replaces a library function with ours; single-precision results are rounded from double.
#define REPLACE(name, ours)                                                                             \
  complex64 __wrap_##name(complex64 z) {                                                                \
    if (__ux_has_box(z)) return haze_##name(z);                                                         \
    C(parts) value = ours(creal(z), cimag(z));                                                          \
    return CMPLX(value.re, value.im);                                                                   \
  }                                                                                                     \
  UNCERTAIN_SINGLE(name)                                                                                \
  float complex __wrap_##name##f(float complex z) {                                                     \
    if (!__ux_has_single_box(z)) {                                                                      \
      C(parts) value = ours(crealf(z), cimagf(z));                                                      \
      return CMPLXF((float)value.re, (float)value.im);                                                  \
    }                                                                                                   \
    return haze_demote_##name(haze_##name(haze_promote_##name(z)));                                     \
  }
WRAP(cexp)
WRAP(csqrt)
WRAP(csin)
WRAP(ccos)
WRAP(ctan)
WRAP(csinh)
WRAP(ccosh)
WRAP(ctanh)
REPLACE(clog, C(logarithm))
REPLACE(casin, C(arcsine))
REPLACE(cacos, C(arccosine))
REPLACE(catan, C(arctangent))
REPLACE(casinh, C(arcsine_hyperbolic))
REPLACE(cacosh, C(arccosine_hyperbolic))
REPLACE(catanh, C(arctangent_hyperbolic))

// Division as the compiler calls it. The compiler's own library scales by exponents that it reads from the bits of the
// operands.
UX_REAL complex64 __real___divdc3(double, double, double, double);
complex64 __wrap___divdc3(double a, double b, double c, double d) {
  complex64 dividend = CMPLX(a, b), divisor = CMPLX(c, d);
  return __ux_has_box(dividend) || __ux_has_box(divisor) ? haze_quotient(dividend, divisor)
                                                         : __real___divdc3(a, b, c, d);
}
UX_REAL float complex __real___divsc3(float, float, float, float);
float complex __wrap___divsc3(float a, float b, float c, float d) {
  if (!__ux_has_single_box(CMPLXF(a, b)) && !__ux_has_single_box(CMPLXF(c, d))) return __real___divsc3(a, b, c, d);
  return haze_narrow_quotient(a, b, c, d);
}

EXTRACT(cpow)
EXTRACT(cpowf)
UX_REAL complex64 __real_cpow(complex64, complex64);
static complex64 __ux_plain_power(complex64 z, complex64 exponent) {
  complex64 value;
  return __ux_complex_power(z, exponent, &value) ? value : __real_cpow(z, exponent);
}
complex64 __wrap_cpow(complex64 z, complex64 exponent) {
  return __ux_has_box(z) || __ux_has_box(exponent) ? haze_cpow(z, exponent) : __ux_plain_power(z, exponent);
}
UNCERTAIN_SINGLE(cpow)
float complex __wrap_cpowf(float complex z, float complex exponent) {
  if (__ux_has_single_box(z) || __ux_has_single_box(exponent))
    return haze_demote_cpow(haze_cpow(haze_promote_cpow(z), haze_promote_cpow(exponent)));
  complex64 value = __ux_plain_power(CMPLX(crealf(z), cimagf(z)), CMPLX(crealf(exponent), cimagf(exponent)));
  return CMPLXF((float)creal(value), (float)cimag(value));
}

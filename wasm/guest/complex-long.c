// The <complex.h> functions for long double, accurate to 113 bits, whereas the C library's versions are accurate to
// only 53 bits. A box in a long double survives the conversion to double and is computed as a double.
#include <complex.h>
#include <math.h>

#include "box.h"
#include "pair.h"

// See complex-logarithms.h.
#define REAL long double
#define F(name) name##l
#define C(name) __ux_complex_long_##name
#define SIGN_OF(x) __builtin_signbitl(x)
#define SPLIT (0x1p57L + 1)
#define LARGE 0x1p61L
#define VERY_LARGE 0x1p116L
#define LOWER 0x1p-113L
#define RAISE 0x1p226L
#define LOG2_OF_RAISE 226
#define NEAR_UNDERFLOW 0x1p-16156L
#define NEAR_OVERFLOW 0x1p16381L
#include "complex-logarithms.h"

#include "complex-exponentials.h"

typedef long double complex complex128;
typedef double complex complex64;

static complex64 __ux_narrow_complex(complex128 z) { return CMPLX((double)creall(z), (double)cimagl(z)); }
static int __ux_is_boxed_complex(complex64 z) { return __ux_is_box64(creal(z)) || __ux_is_box64(cimag(z)); }
static complex128 __ux_widen_complex(complex64 z) { return CMPLXL(creal(z), cimag(z)); }

#define REPLACE(name, ours)                                                                 \
  complex64 __wrap_##name(complex64);                                                       \
  complex128 __wrap_##name##l(complex128 z) {                                               \
    complex64 narrow = __ux_narrow_complex(z);                                              \
    if (__ux_is_boxed_complex(narrow)) return __ux_widen_complex(__wrap_##name(narrow));    \
    C(parts) value = ours(creall(z), cimagl(z));                                            \
    return CMPLXL(value.re, value.im);                                                      \
  }
REPLACE(cexp, C(exponential))
REPLACE(clog, C(logarithm))
REPLACE(csqrt, C(root))
REPLACE(csin, C(sine))
REPLACE(ccos, C(cosine))
REPLACE(ctan, C(tangent))
REPLACE(csinh, C(sine_hyperbolic))
REPLACE(ccosh, C(cosine_hyperbolic))
REPLACE(ctanh, C(tangent_hyperbolic))
REPLACE(casin, C(arcsine))
REPLACE(cacos, C(arccosine))
REPLACE(catan, C(arctangent))
REPLACE(casinh, C(arcsine_hyperbolic))
REPLACE(cacosh, C(arccosine_hyperbolic))
REPLACE(catanh, C(arctangent_hyperbolic))

// Tests whether the square of x, and the rounding error of this square, are normal numbers.
static int __ux_is_middling(long double x) { return x == 0 || (C(size)(x) > 0x1p-7000L && C(size)(x) < 0x1p7000L); }

// Computes z^w = e^(w ln z). The exponent multiplies any error in the logarithm, so ln |z|, the angle and their
// products have extra digits here.
static C(parts) C(power)(complex128 z, complex128 exponent) {
  REAL x = creall(z), y = cimagl(z), a = creall(exponent), b = cimagl(exponent);
  C(parts) logarithm = C(logarithm)(x, y);
  complex128 product = exponent * CMPLXL(logarithm.re, logarithm.im);
  if ((x == 0 && y == 0) || !__ux_is_middling(x) || !__ux_is_middling(y) || !__ux_is_middling(a) || !__ux_is_middling(b) ||
      C(size)(creall(product)) > 11300 || C(size)(cimagl(product)) > 0x1p100L)
    return C(exponential)(creall(product), cimagl(product));
  ux_pair square = ux_add(ux_product(x, x), ux_product(y, y)), size = __ux_log_pair(square);
  size.high /= 2, size.low /= 2;
  ux_pair angle = __ux_angle_pair(y, x), real = {a, 0}, imaginary = {b, 0};
  REAL r = __ux_exp_pair(ux_add(ux_times(real, size), ux_negative(ux_times(imaginary, angle))));
  ux_pair turn = ux_add(ux_times(real, angle), ux_times(imaginary, size));
  REAL cosine = cosl(turn.high), sine = sinl(turn.high);
  return (C(parts)){r * (cosine - turn.low * sine), r * (sine + turn.low * cosine)};
}

complex64 __wrap_cpow(complex64, complex64);
complex128 __wrap_cpowl(complex128 z, complex128 exponent) {
  complex64 narrow = __ux_narrow_complex(z), narrow_exponent = __ux_narrow_complex(exponent);
  if (__ux_is_boxed_complex(narrow) || __ux_is_boxed_complex(narrow_exponent))
    return __ux_widen_complex(__wrap_cpow(narrow, narrow_exponent));
  C(parts) value = C(power)(z, exponent);
  return CMPLXL(value.re, value.im);
}

// Angles, rounded once, and the functions of complex numbers by the formulas of the GNU C library: other ways differ in the last digits.
// What is no plain number in the middle of the range, a distribution above all, is left to the C library that programs are linked with.
#include <complex.h>
#include <math.h>

#include "fortran-runtime.h"

static int is_middling_r8(double x) { return f_is_plain_r8(x) && fabs(x) < 0x1p400 && fabs(x) > 0x1p-400; }
static int is_middling_r4(float x) { return f_is_plain_r4(x) && fabsf(x) < 0x1p60f && fabsf(x) > 0x1p-60f; }

// What a product of doubles loses when it is rounded (T. Dekker, 1971).
static double product_error(double a, double b, double product) {
  double wide_a = a * 0x1.0000002p27, high_a = wide_a - (wide_a - a), low_a = a - high_a;
  double wide_b = b * 0x1.0000002p27, high_b = wide_b - (wide_b - b), low_b = b - high_b;
  return ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b;
}

// ---- angles -----------------------------------------------------------------------------------------------------------
#define PI 0x1.921fb54442d18p1
#define PI_LOW 0x1.1a62633145c07p-53

// ATAN(k / 16), and what its double leaves over.
static const double STEPS[17][2] = {
  {0, 0}, {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
  {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59}, {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
  {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57}, {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
  {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56}, {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
  {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56}, {0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56},
  {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58}, {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
  {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56}, {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
  {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56}, {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
  {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

// An angle as the sum of two doubles, so that only their sum is rounded.
typedef struct { double high, low; } angle;

static angle less(double high, double low, angle a) {
  double rest = high - a.high;
  return (angle){rest, ((high - rest) - a.high) + low - a.low};
}

// The angle whose tangent is a / b, both positive; each may have a low part. The nearest step is taken off, and what is left is
// t = (a - c b) / (b + c a), at most 1/32, for the series.
static angle quotient_angle(double a, double a_low, double b, double b_low) {
  if (a > b) return less(PI / 2, PI_LOW / 2, quotient_angle(b, b_low, a, a_low));
  int k = (int)(16 * a / b + 0.5);
  double c = k / 16.0, cb = c * b, ca = c * a;
  double above = a - cb, above_low = (a_low - product_error(c, b, cb)) - c * b_low;
  double below = b + ca, below_low = (ca - (below - b)) + product_error(c, a, ca) + b_low + c * a_low;
  double t = above / below, back = t * below, u = t * t;
  double t_low = (((above - back) - product_error(t, below, back)) + above_low - t * below_low) / below;
  double series = t * u * (-1.0 / 3 + u * (1.0 / 5 + u * (-1.0 / 7 + u * (1.0 / 9 - u / 11))));
  double high = STEPS[k][0] + t;
  return (angle){high, (t - (high - STEPS[k][0])) + STEPS[k][1] + t_low + series};
}

double f_atan_r8(double x) {
  double size = fabs(x);
  if (!(size < 0x1p60 && size > 0x1p-26)) return atan(x);
  angle a = quotient_angle(size, 0, 1, 0);
  return copysign(a.high + a.low, x);
}

double f_atan2_r8(double y, double x) {
  if (!is_middling_r8(x) || !is_middling_r8(y)) return atan2(y, x);
  double size = fabs(y), across = fabs(x), q = size / across;
  if (q > 0x1p60 || q < 0x1p-60) return atan2(y, x);
  angle a = quotient_angle(size, 0, across, 0);
  if (x < 0) a = less(PI, PI_LOW, a);
  return copysign(a.high + a.low, y);
}

// The other leg of a right-angled triangle with the hypotenuse 1.
static angle other_leg(double x) {
  double xx = x * x, rest = 1 - xx, rest_low = ((1 - rest) - xx) - product_error(x, x, xx);
  double leg = sqrt(rest), back = leg * leg;
  return (angle){leg, (((rest - back) - product_error(leg, leg, back)) + rest_low) / (2 * leg)};
}

double f_asin_r8(double x) {
  double size = fabs(x);
  if (!(size < 1 && size > 0x1p-26)) return asin(x);
  angle leg = other_leg(size), a = quotient_angle(size, 0, leg.high, leg.low);
  return copysign(a.high + a.low, x);
}

double f_acos_r8(double x) {
  double size = fabs(x);
  if (!(size < 1 && size > 0x1p-26)) return acos(x);
  angle leg = other_leg(size), a = quotient_angle(leg.high, leg.low, size, 0);
  if (x < 0) a = less(PI, PI_LOW, a);
  return a.high + a.low;
}

// In single precision the quotient is rounded, and then the angle.
float f_atan2_r4(float y, float x) {
  if (!is_middling_r4(x) || !is_middling_r4(y)) return (float)atan2(y, x);
  if (x == 1) return (float)atan(y);
  float angle = (float)atan(fabsf(y / x));
  if (x < 0) angle = 3.1415927410f - (angle + 8.7422776573e-08f);
  return copysignf(angle, y);
}

// ---- logarithm and square root ----------------------------------------------------------------------------------------
// a*a + b*b - 1, where the sum is near 1.
static double beyond_one_r8(double a, double b) {
  double aa = a * a, bb = b * b, s = aa - 1, t = s + bb;
  double lost = ((aa - (s + 1)) + (-1 - (s - (s + 1)))) + ((s - (t - bb)) + (bb - (t - (t - bb))));
  return t + (lost + product_error(a, a, aa) + product_error(b, b, bb));
}
static float beyond_one_r4(float a, float b) { return (float)((double)a * a - 1 + (double)b * b); }

#define LOGARITHM(S, C, T, X, EPS) \
  T _Complex f_log_##C(T _Complex z) { \
    T re = __real__ z, im = __imag__ z, a = fabs##X(re), b = fabs##X(im), size; \
    if (!is_middling_##S(re) || !is_middling_##S(im)) return (T _Complex)clog((double _Complex)z); \
    if (a < b) { T t = a; a = b; b = t; } \
    if (a == 1) size = log1p##X(b * b) / 2; \
    else if (a > 1 && a < 2 && b < 1) size = log1p##X(b >= EPS ? (a - 1) * (a + 1) + b * b : (a - 1) * (a + 1)) / 2; \
    else if (a < 1 && a >= (T)0.5 && b < EPS / 2) size = log1p##X((a - 1) * (a + 1)) / 2; \
    else if (a < 1 && a >= (T)0.5 && a * a + b * b >= (T)0.5) size = log1p##X(beyond_one_##S(a, b)) / 2; \
    else size = log##X(f_hypot_##S(a, b)); \
    return __builtin_complex(size, f_atan2_##S(im, re)); \
  }
LOGARITHM(r4, c4, float, f, FLT_EPSILON)
LOGARITHM(r8, c8, double, , DBL_EPSILON)

// The smaller part comes from 2 * re * im of the root, which is im of the number: no cancellation.
#define ROOT(S, C, T, X) \
  T _Complex f_sqrt_##C(T _Complex z) { \
    T re = __real__ z, im = __imag__ z, r, s; \
    if (re == 0 && f_is_plain_##S(im)) { r = sqrt##X((T)0.5 * fabs##X(im)); return __builtin_complex(r, copysign##X(r, im)); } \
    if (!is_middling_##S(re) || !is_middling_##S(im)) return (T _Complex)csqrt((double _Complex)z); \
    T size = f_hypot_##S(re, im); \
    if (re > 0) { r = sqrt##X((T)0.5 * (size + re)); s = (T)0.5 * (im / r); } \
    else { s = sqrt##X((T)0.5 * (size - re)); r = fabs##X((T)0.5 * (im / s)); } \
    return __builtin_complex(r, copysign##X(s, im)); \
  }
ROOT(r4, c4, float, f)
ROOT(r8, c8, double, )

// ---- powers and tangents ----------------------------------------------------------------------------------------------
#define IS_PLAIN(S, z) (is_middling_##S(__real__(z)) && is_middling_##S(__imag__(z)))
#define POWER(S, C, T, X) \
  T _Complex f_pow_##C(T _Complex z, T _Complex p) { \
    int usual = IS_PLAIN(S, z) && f_is_plain_##S(__real__ p) && (__imag__ p == 0 || f_is_plain_##S(__imag__ p)); \
    return usual ? cexp##X(f_mul_##C(p, f_log_##C(z))) : cpow##X(z, p); \
  }
POWER(r4, c4, float, f)
POWER(r8, c8, double, )

#define TANGENTS(S, C, T, X, EPS, LIMIT, SINH, COSH) \
  T _Complex f_tanh_##C(T _Complex z) { \
    T re = __real__ z, im = __imag__ z; \
    if (!IS_PLAIN(S, z) || fabs##X(re) > LIMIT) return (T _Complex)ctanh((double _Complex)z); \
    T sine = sin##X(im), cosine = cos##X(im), sh = SINH(re), ch = COSH(re); \
    T below = fabs##X(sh) > fabs##X(cosine) * EPS ? sh * sh + cosine * cosine : cosine * cosine; \
    return __builtin_complex(sh * ch / below, sine * cosine / below); \
  } \
  T _Complex f_tan_##C(T _Complex z) { \
    T re = __real__ z, im = __imag__ z; \
    if (!IS_PLAIN(S, z) || fabs##X(im) > LIMIT) return (T _Complex)ctan((double _Complex)z); \
    T sine = sin##X(re), cosine = cos##X(re), sh = SINH(im), ch = COSH(im); \
    T below = fabs##X(cosine) > fabs##X(sh) * EPS ? cosine * cosine + sh * sh : sh * sh; \
    return __builtin_complex(sine * cosine / below, sh * ch / below); \
  }
TANGENTS(r4, c4, float, f, FLT_EPSILON, 43, f_sinh_r4, f_cosh_r4)
TANGENTS(r8, c8, double, , DBL_EPSILON, 354, sinh, cosh)

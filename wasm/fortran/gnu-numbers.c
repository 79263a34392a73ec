// Angles, rounded once, and complex functions computed with the GNU C library's formulas, because other formulas yield
// different last digits. Values other than plain numbers of moderate size, in particular distributions, are passed on
// to the linked C library.
#include <complex.h>
#include <math.h>

#include "fortran-runtime.h"
#include "pair64.h"

static int is_middling_r8(double x) { return f_is_plain_r8(x) && fabs(x) < 0x1p400 && fabs(x) > 0x1p-400; }
static int is_middling_r4(float x) { return f_is_plain_r4(x) && fabsf(x) < 0x1p60f && fabsf(x) > 0x1p-60f; }

// ---- angles -----------------------------------------------------------------------------------------------------------
typedef ux_pair64 angle;
#define PI UX_PI_64

double f_atan_r8(double x) {
  double size = fabs(x);
  if (!f_is_plain_r8(x) || size > 0x1p60 || size < 0x1p-26) return atan(x);
  angle a = __ux_angle64((angle){size, 0}, (angle){1, 0});
  return copysign(a.high + a.low, x);
}

double f_atan2_r8(double y, double x) {
  if (!is_middling_r8(x) || !is_middling_r8(y)) return atan2(y, x);
  double size = fabs(y), across = fabs(x), q = size / across;
  if (q > 0x1p60 || q < 0x1p-60) return atan2(y, x);
  angle a = __ux_angle64((angle){size, 0}, (angle){across, 0});
  if (x < 0) a = __ux_subtract_angle64(PI, UX_PI_LOW_64, a);
  return copysign(a.high + a.low, y);
}

// The other leg of a right triangle whose hypotenuse is 1.
static angle other_leg(double x) {
  double xx = x * x, rest = 1 - xx, rest_low = ((1 - rest) - xx) - ux_product64(x, x).low;
  double leg = sqrt(rest), back = leg * leg;
  return (angle){leg, (((rest - back) - ux_product64(leg, leg).low) + rest_low) / (2 * leg)};
}

double f_asin_r8(double x) {
  double size = fabs(x);
  if (!f_is_plain_r8(x) || size >= 1 || size < 0x1p-26) return asin(x);
  angle leg = other_leg(size), a = __ux_angle64((angle){size, 0}, leg);
  return copysign(a.high + a.low, x);
}

double f_acos_r8(double x) {
  double size = fabs(x);
  if (!f_is_plain_r8(x) || size >= 1 || size < 0x1p-26) return acos(x);
  angle leg = other_leg(size), a = __ux_angle64(leg, (angle){size, 0});
  if (x < 0) a = __ux_subtract_angle64(PI, UX_PI_LOW_64, a);
  return a.high + a.low;
}

// In single precision, the quotient is rounded first, and then the angle.
float f_atan2_r4(float y, float x) {
  if (!is_middling_r4(x) || !is_middling_r4(y)) return (float)atan2(y, x);
  if (x == 1) return (float)atan(y);
  float angle = (float)atan(fabsf(y / x));
  if (x < 0) angle = 3.1415927410f - (angle + 8.7422776573e-08f);
  return copysignf(angle, y);
}

// ---- sine, cosine, tangent ----------------------------------------------------------------------------------------
// Each row contains SIN(k / 64) as a double and the remainder that the double leaves out, followed by COS(k / 64) in
// the same form.
static const double SINES[52][4] = {
  {0, 0, 1, 0},
  {0x1.fffaaaaeeeed5p-7, -0x1.2ab639a9f0776p-63, 0x1.fff000155549fp-1, 0x1.28a28a03a5ef3p-55},
  {0x1.ffeaaaeeee86fp-6, -0x1.cd406fb224ae2p-60, 0x1.ffc00155527d3p-1, -0x1.3b54492d89b5bp-55},
  {0x1.7fdc01032fba9p-5, -0x1.599bdf46e997ap-59, 0x1.ff7006bfdf99fp-1, -0x1.8b3b560648d5fp-56},
  {0x1.ffaaaeeed4edbp-5, -0x1.2d16d32684b69p-59, 0x1.ff0015549f4d3p-1, 0x1.328387b99426fp-55},
  {0x1.3facb12d1755bp-4, -0x1.921915299468bp-58, 0x1.fe7034129ef6fp-1, -0x1.cbf4337c96f96p-57},
  {0x1.7f701032550e4p-4, 0x1.afc2d1800501ap-60, 0x1.fdc06bf7e6b9bp-1, 0x1.31902b535f8dbp-55},
  {0x1.bf1b78568391dp-4, 0x1.e91841dea4cc8p-58, 0x1.fcf0c800e99b1p-1, 0x1.ea3d786d186acp-57},
  {0x1.feaaeee86ee36p-4, -0x1.afcb2bcc6f03bp-59, 0x1.fc015527d5bd3p-1, 0x1.b68f35094efb8p-55},
  {0x1.1f0d3d7afceafp-3, -0x1.6ef95099769a5p-57, 0x1.faf22263c4bd3p-1, -0x1.52ace133a2769p-58},
  {0x1.3eb312c5d66cbp-3, 0x1.47d666b66cb91p-57, 0x1.f9c340a7cc428p-1, 0x1.c5b6b063b7462p-55},
  {0x1.5e44fcfa126f3p-3, -0x1.6f443063f89b6p-57, 0x1.f874c2e1eecf6p-1, -0x1.c6514e1332b16p-55},
  {0x1.7dc102fbaf2b5p-3, 0x1.5ab50e23c97c3p-59, 0x1.f706bdf9ece1cp-1, -0x1.698c80c36dcb4p-55},
  {0x1.9d252d0cec312p-3, 0x1.9c43d80b1137dp-58, 0x1.f57948cff6797p-1, 0x1.e3a0d3e03b1d4p-57},
  {0x1.bc6f84edc6199p-3, 0x1.9c1a56a7b0cabp-57, 0x1.f3cc7c3b3d16ep-1, -0x1.21a3ad28a3494p-57},
  {0x1.db9e15fb5a5dp-3, -0x1.32e20d6cc6fc2p-57, 0x1.f20073086649fp-1, 0x1.b940416c1984bp-56},
  {0x1.faaeed4f31577p-3, -0x1.15d88508e32b8p-57, 0x1.f01549f7deea1p-1, 0x1.d3c1e99e5cafdp-55},
  {0x1.0cd00cef36436p-2, -0x1.9fb0a0c93e2b4p-56, 0x1.ee0b1fbc0f11cp-1, -0x1.bfd2380bbc3b1p-59},
  {0x1.1c37d64c6b876p-2, 0x1.46076fe0dcff4p-56, 0x1.ebe214f76efa8p-1, -0x1.02f9f12ba543ep-55},
  {0x1.2b8ddc43eb49fp-2, 0x1.1553899f2d807p-57, 0x1.e99a4c3a7cd83p-1, -0x1.2264b1bc53ce8p-55},
  {0x1.3ad129769d3d8p-2, 0x1.03d550487839ap-63, 0x1.e733ea0193d4p-1, -0x1.6428b3546ce13p-55},
  {0x1.4a00c9b0f3d2p-2, 0x1.823ba6bb08eadp-56, 0x1.e4af14b2a449cp-1, -0x1.68ca02e8a6833p-55},
  {0x1.591bc9fa2f597p-2, 0x1.7c74bac3fe0cbp-57, 0x1.e20bf49acd6c1p-1, -0x1.660aec7ef636cp-58},
  {0x1.682138a38d7f7p-2, -0x1.d889202444aadp-56, 0x1.df4ab3ebd875ep-1, -0x1.e2d8a7e6736c4p-55},
  {0x1.7710255764214p-2, -0x1.6ead7314bb6cep-57, 0x1.dc6b7eb995912p-1, 0x1.4b364776dcd35p-58},
  {0x1.85e7a12826949p-2, 0x1.8a40e9b5facep-56, 0x1.d96e82f71a9dcp-1, 0x1.ff61bd5d2039dp-55},
  {0x1.94a6be9f546c5p-2, -0x1.69ce13e683f58p-56, 0x1.d653f073e404p-1, -0x1.76236434bec37p-55},
  {0x1.a34c91cc50ccap-2, -0x1.a310e3b50cecdp-58, 0x1.d31bf8d8d7c06p-1, 0x1.e60dd3089cbddp-56},
  {0x1.b1d8305321617p-2, -0x1.ae242cb99f519p-56, 0x1.cfc6cfa52ad9fp-1, 0x1.8b5b5508f2a0dp-55},
  {0x1.c048b17b140a3p-2, 0x1.19fe6757e9fa6p-57, 0x1.cc54aa2b2972ep-1, 0x1.4ee162ba83a98p-57},
  {0x1.ce9d2e3d4a51fp-2, -0x1.2fc8a12dae298p-57, 0x1.c8c5bf8ce1a84p-1, 0x1.ab3d1a1590123p-56},
  {0x1.dcd4c15329c9ap-2, 0x1.0d4c6e171fd9ap-56, 0x1.c51a48b8b175ep-1, -0x1.1bbb43b9aa88p-57},
  {0x1.eaee8744b05fp-2, -0x1.789b43c9b027cp-58, 0x1.c1528065b7d5p-1, -0x1.892111312e828p-55},
  {0x1.f8e99e76abc97p-2, 0x1.9d950af2d00a3p-58, 0x1.bd6ea310294f5p-1, 0x1.31bbcc88c109dp-56},
  {0x1.0362939c69955p-1, -0x1.2d8cd78397b01p-55, 0x1.b96eeef58840ep-1, 0x1.45a3cc78fadep-58},
  {0x1.0a4021e9e1001p-1, -0x1.6f643a13914f6p-55, 0x1.b553a410c104ep-1, 0x1.8ff7947027a16p-58},
  {0x1.110d0c4b69c3bp-1, 0x1.d918998809981p-55, 0x1.b11d04162a4c6p-1, 0x1.1dd561efbc0c2p-56},
  {0x1.17c8e5f2eedbp-1, 0x1.35e57102e2488p-57, 0x1.accb526f69de5p-1, 0x1.8fb6a8dd6b6ccp-55},
  {0x1.1e7343236574cp-1, 0x1.22a3fa4f41d5ap-56, 0x1.a85ed4373e02dp-1, 0x1.9be06385ec792p-57},
  {0x1.250bb93788bbbp-1, 0x1.ea3d02457bccep-56, 0x1.a3d7d0352bdcfp-1, -0x1.68dbaeca19669p-55},
  {0x1.2b91dea88421ep-1, -0x1.fa371db216abp-55, 0x1.9f368ed912f85p-1, -0x1.1d200c5791606p-55},
  {0x1.32054b148bc4fp-1, 0x1.f6b42095a135bp-55, 0x1.9a7b5a36a6514p-1, 0x1.722cfcc9fa7a9p-55},
  {0x1.386597456282bp-1, -0x1.10fada93b07a8p-56, 0x1.95a67e00cb1fdp-1, -0x1.0befda21f862dp-55},
  {0x1.3eb25d36cd53ap-1, -0x1.be570e1570fcp-58, 0x1.90b84784ddaf7p-1, -0x1.0feb10ab93b87p-56},
  {0x1.44eb381cf386bp-1, -0x1.3ed6c1e6a5505p-55, 0x1.8bb105a5dc9p-1, 0x1.863e03e9474c1p-55},
  {0x1.4b0fc46aab761p-1, 0x1.0da05738cc59cp-61, 0x1.869108d77a6c6p-1, 0x1.338ffe2bfe9ddp-56},
  {0x1.511f9fd7b351cp-1, -0x1.5c0e861c48831p-55, 0x1.8158a31916d5dp-1, -0x1.de8b90b8228dep-57},
  {0x1.571a6966d59b3p-1, 0x1.c843b4d0fb197p-58, 0x1.7c0827f09e54fp-1, -0x1.c73d6d72aee68p-57},
  {0x1.5cffc16bf8f0dp-1, 0x1.96cb370eb578ap-55, 0x1.769fec655211fp-1, -0x1.827d5cf8c68c5p-57},
  {0x1.62cf49921ac79p-1, -0x1.edd9855b6241ap-55, 0x1.712046fa77678p-1, 0x1.425b0a5029c81p-55},
  {0x1.6888a4e134b2fp-1, -0x1.6b7d37644d5e6p-55, 0x1.6b898fa9efb5dp-1, 0x1.15ac786ccf4b2p-56},
  {0x1.6e2b77c40bde1p-1, -0x1.0e729857fad53p-56, 0x1.65dc1fdeb8cbap-1, -0x1.97c1b47337c77p-58},
};

// Multiples of π/2 are subtracted in three parts; the products with the first two parts are exact for all numbers below
// this limit.
#define LARGEST_TURN 0x1p19
static const double QUARTER[3] = {0x1.921fb544p0, 0x1.0b4611a6p-34, 0x1.3198a2e037073p-69};

static int is_turn(double x) { return f_is_plain_r8(x) && fabs(x) < LARGEST_TURN && fabs(x) > 0x1p-26; }

// Rounds the sum of both parts to the high part and keeps the rounding error in the low part.
static angle settle(angle a) {
  double sum = a.high + a.low;
  return (angle){sum, a.low - (sum - a.high)};
}

// Returns the remainder of an angle, from -π/4 to π/4, and the number of quarter turns that were subtracted.
static angle take_quarters(double x, int *quarters) {
  if (fabs(x) <= PI / 4) { *quarters = 0; return (angle){x, 0}; }
  double n = (int)(x * (2 / PI) + copysign(0.5, x));
  *quarters = (int)n;
  double rest = x - n * QUARTER[0], part = n * QUARTER[1], high = rest - part, back = high - rest;
  double low = ((rest - (high - back)) - (part + back)) - n * QUARTER[2];
  return settle((angle){high, low});
}

// Sine or cosine of an angle from -π/4 to π/4. The remainder h from the nearest 64th is at most 1/128, so only the
// largest product with h needs to be exact.
static angle sine_of(angle a) {
  double sign = a.high < 0 ? -1 : 1, r = sign * a.high, low = sign * a.low;
  int k = (int)(64 * r + 0.5);
  double h = r - k / 64.0, u = h * h;
  double cubic = h * u * (-1.0 / 6 + u * (1.0 / 120 - u / 5040)), even = u * (-0.5 + u * (1.0 / 24 - u / 720));
  const double *t = SINES[k];
  double p = t[2] * h, high = t[0] + p, lost = k == 0 ? 0 : p - (high - t[0]);
  double rest = lost + ux_product64(t[2], h).low + t[1] + t[3] * h + t[2] * (low + cubic) + t[0] * (even - h * low);
  return (angle){sign * high, sign * rest};
}
static angle cosine_of(angle a) {
  double r = fabs(a.high), low = a.high < 0 ? -a.low : a.low;
  int k = (int)(64 * r + 0.5);
  double h = r - k / 64.0, u = h * h;
  double cubic = h * u * (-1.0 / 6 + u * (1.0 / 120 - u / 5040)), even = u * (-0.5 + u * (1.0 / 24 - u / 720));
  const double *t = SINES[k];
  double p = -t[0] * h, high = t[2] + p, lost = p - (high - t[2]);
  double rest = lost + ux_product64(-t[0], h).low + t[3] - t[1] * h - t[0] * (low + cubic) + t[2] * (even - h * low);
  return (angle){high, rest};
}

// Sine of the sum of an angle and a number of quarter turns.
static angle turned_sine(angle a, int quarters) {
  angle s = quarters & 1 ? cosine_of(a) : sine_of(a);
  return quarters & 2 ? (angle){-s.high, -s.low} : s;
}

static double rounded_sine(double x, int further) {
  int quarters;
  angle a = take_quarters(x, &quarters), s = turned_sine(a, quarters + further);
  return s.high + s.low;
}

double f_sin_r8(double x) { return is_turn(x) ? rounded_sine(x, 0) : sin(x); }
double f_cos_r8(double x) { return is_turn(x) ? rounded_sine(x, 1) : cos(x); }

double f_tan_r8(double x) {
  if (!is_turn(x)) return tan(x);
  int quarters;
  angle a = take_quarters(x, &quarters), s = settle(turned_sine(a, quarters)), c = settle(turned_sine(a, quarters + 1));
  double q = s.high / c.high, back = q * c.high;
  return q + ((((s.high - back) - ux_product64(q, c.high).low) + s.low) - q * c.low) / c.high;
}

// ---- logarithm and square root ------------------------------------------------------------------------------------
// Computes a*a + b*b - 1 if the sum is near 1.
static double beyond_one_r8(double a, double b) {
  double aa = a * a, bb = b * b, s = aa - 1, t = s + bb;
  double lost = ((aa - (s + 1)) + (-1 - (s - (s + 1)))) + ((s - (t - bb)) + (bb - (t - (t - bb))));
  return t + (lost + ux_product64(a, a).low + ux_product64(b, b).low);
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

// Computes the smaller part from 2 * re * im of the root. This product equals the imaginary part of the argument, so
// nothing cancels.
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
#define exp_c4 cexpf
#define exp_c8 f_exp_c8
#define POWER(S, C, T, X) \
  T _Complex f_pow_##C(T _Complex z, T _Complex p) { \
    int usual = IS_PLAIN(S, z) && f_is_plain_##S(__real__ p) && (__imag__ p == 0 || f_is_plain_##S(__imag__ p)); \
    return usual ? exp_##C(f_mul_##C(p, f_log_##C(z))) : cpow##X(z, p); \
  }
POWER(r4, c4, float, f)
POWER(r8, c8, double, )

#define sin_r4 sinf
#define cos_r4 cosf
#define sin_r8 f_sin_r8
#define cos_r8 f_cos_r8
#define TANGENTS(S, C, T, X, EPS, LIMIT, SINH, COSH) \
  T _Complex f_tanh_##C(T _Complex z) { \
    T re = __real__ z, im = __imag__ z; \
    if (!IS_PLAIN(S, z) || fabs##X(re) > LIMIT) return (T _Complex)ctanh((double _Complex)z); \
    T sine = sin_##S(im), cosine = cos_##S(im), sh = SINH(re), ch = COSH(re); \
    T below = fabs##X(sh) > fabs##X(cosine) * EPS ? sh * sh + cosine * cosine : cosine * cosine; \
    return __builtin_complex(sh * ch / below, sine * cosine / below); \
  } \
  T _Complex f_tan_##C(T _Complex z) { \
    T re = __real__ z, im = __imag__ z; \
    if (!IS_PLAIN(S, z) || fabs##X(im) > LIMIT) return (T _Complex)ctan((double _Complex)z); \
    T sine = sin_##S(re), cosine = cos_##S(re), sh = SINH(im), ch = COSH(im); \
    T below = fabs##X(cosine) > fabs##X(sh) * EPS ? cosine * cosine + sh * sh : sh * sh; \
    return __builtin_complex(sine * cosine / below, sh * ch / below); \
  }
TANGENTS(r4, c4, float, f, FLT_EPSILON, 43, f_sinh_r4, f_cosh_r4)
TANGENTS(r8, c8, double, , DBL_EPSILON, 354, sinh, cosh)

// If nothing overflows, each part of the result is a single product.
static int is_zero(double x) { return x == 0 && f_is_plain_r8(x + 1); }
static int is_usual(double x, double limit) { return is_middling_r8(x) && fabs(x) < limit; }
double _Complex f_exp_c8(double _Complex z) {
  double re = __real__ z, im = __imag__ z;
  if ((!f_is_plain_r8(re) && !is_zero(re)) || fabs(re) >= 700 || !is_middling_r8(im)) return cexp(z);
  double size = exp(re);
  return __builtin_complex(size * f_cos_r8(im), size * f_sin_r8(im));
}
double _Complex f_sin_c8(double _Complex z) {
  double re = __real__ z, im = __imag__ z;
  if (!is_middling_r8(re) || !is_usual(im, 22)) return csin(z);
  return __builtin_complex(cosh(im) * f_sin_r8(re), sinh(im) * f_cos_r8(re));
}
double _Complex f_cos_c8(double _Complex z) {
  double re = __real__ z, im = __imag__ z;
  if (!is_middling_r8(re) || !is_usual(im, 22)) return ccos(z);
  return __builtin_complex(cosh(im) * f_cos_r8(re), -(sinh(im) * f_sin_r8(re)));
}

// The _Float128 functions that <math.h> and <stdlib.h> declare on request (ISO/IEC 9899:2024, annex H), as in the GNU C
// library. The type has the same bits as long double and uses the functions of long double.
#ifndef HAZE_FLOAT128_H
#define HAZE_FLOAT128_H
#pragma clang system_header

#define HAZE_F128(result) static inline __attribute__((unused)) result
#define HAZE_UNARY_F128(name) \
  HAZE_F128(__float128) name##f128(__float128 x) { return name##l(x); }
#define HAZE_BINARY_F128(name) \
  HAZE_F128(__float128) name##f128(__float128 x, __float128 y) { return name##l(x, y); }
#define HAZE_WHOLE_F128(type, name) \
  HAZE_F128(type) name##f128(__float128 x) { return name##l(x); }
#define HAZE_SCALE_F128(type, name) \
  HAZE_F128(__float128) name##f128(__float128 x, type n) { return name##l(x, n); }

#endif  // HAZE_FLOAT128_H

#if defined HAZE_MATH_H && !defined HAZE_MATH_FLOAT128
#define HAZE_MATH_FLOAT128
HAZE_UNARY_F128(acos)
HAZE_UNARY_F128(asin)
HAZE_UNARY_F128(atan)
HAZE_UNARY_F128(cos)
HAZE_UNARY_F128(sin)
HAZE_UNARY_F128(tan)
HAZE_UNARY_F128(acosh)
HAZE_UNARY_F128(asinh)
HAZE_UNARY_F128(atanh)
HAZE_UNARY_F128(cosh)
HAZE_UNARY_F128(sinh)
HAZE_UNARY_F128(tanh)
HAZE_UNARY_F128(exp)
HAZE_UNARY_F128(exp2)
HAZE_UNARY_F128(expm1)
HAZE_UNARY_F128(log)
HAZE_UNARY_F128(log10)
HAZE_UNARY_F128(log1p)
HAZE_UNARY_F128(log2)
HAZE_UNARY_F128(logb)
HAZE_UNARY_F128(cbrt)
HAZE_UNARY_F128(fabs)
HAZE_UNARY_F128(sqrt)
HAZE_UNARY_F128(erf)
HAZE_UNARY_F128(erfc)
HAZE_UNARY_F128(lgamma)
HAZE_UNARY_F128(tgamma)
HAZE_UNARY_F128(ceil)
HAZE_UNARY_F128(floor)
HAZE_UNARY_F128(nearbyint)
HAZE_UNARY_F128(rint)
HAZE_UNARY_F128(round)
HAZE_UNARY_F128(trunc)
HAZE_BINARY_F128(atan2)
HAZE_BINARY_F128(hypot)
HAZE_BINARY_F128(pow)
HAZE_BINARY_F128(fmod)
HAZE_BINARY_F128(remainder)
HAZE_BINARY_F128(copysign)
HAZE_BINARY_F128(nextafter)
HAZE_BINARY_F128(fdim)
HAZE_BINARY_F128(fmax)
HAZE_BINARY_F128(fmin)
HAZE_WHOLE_F128(int, ilogb)
HAZE_WHOLE_F128(long, lrint)
HAZE_WHOLE_F128(long long, llrint)
HAZE_WHOLE_F128(long, lround)
HAZE_WHOLE_F128(long long, llround)
HAZE_SCALE_F128(int, ldexp)
HAZE_SCALE_F128(int, scalbn)
HAZE_SCALE_F128(long, scalbln)
HAZE_F128(__float128) fmaf128(__float128 x, __float128 y, __float128 z) { return fmal(x, y, z); }
HAZE_F128(__float128) frexpf128(__float128 x, int *exponent) { return frexpl(x, exponent); }
HAZE_F128(__float128) remquof128(__float128 x, __float128 y, int *quotient) { return remquol(x, y, quotient); }
HAZE_F128(__float128) nanf128(const char *tag) { return nanl(tag); }
HAZE_F128(__float128) modff128(__float128 x, __float128 *whole) {
  long double part, rest = modfl(x, &part);
  *whole = part;
  return rest;
}
#define HUGE_VAL_F128 ((__float128)HUGE_VALL)
#ifdef _GNU_SOURCE
HAZE_UNARY_F128(exp10)
HAZE_F128(__float128) lgammaf128_r(__float128 x, int *sign) { return lgammal_r(x, sign); }
HAZE_F128(void) sincosf128(__float128 x, __float128 *sine, __float128 *cosine) {
  *sine = sinl(x);
  *cosine = cosl(x);
}
#define M_Ef128 2.718281828459045235360287471352662498Q
#define M_LOG2Ef128 1.442695040888963407359924681001892137Q
#define M_LOG10Ef128 0.434294481903251827651128918916605082Q
#define M_LN2f128 0.693147180559945309417232121458176568Q
#define M_LN10f128 2.302585092994045684017991454684364208Q
#define M_PIf128 3.141592653589793238462643383279502884Q
#define M_PI_2f128 1.570796326794896619231321691639751442Q
#define M_PI_4f128 0.785398163397448309615660845819875721Q
#define M_1_PIf128 0.318309886183790671537767526745028724Q
#define M_2_PIf128 0.636619772367581343075535053490057448Q
#define M_2_SQRTPIf128 1.128379167095512573896158903121545172Q
#define M_SQRT2f128 1.414213562373095048801688724209698079Q
#define M_SQRT1_2f128 0.707106781186547524400844362104849039Q
#endif
#endif

#if defined HAZE_STDLIB_H && !defined HAZE_STDLIB_FLOAT128
#define HAZE_STDLIB_FLOAT128
HAZE_F128(__float128) strtof128(const char *restrict text, char **restrict end) { return strtold(text, end); }
// The format consists of %, a precision and one of aefgAEFG. The length modifier is inserted before the final letter.
HAZE_F128(int) strfromf128(char *restrict text, size_t size, const char *restrict format, __float128 x) {
  char longer[32];
  size_t length = __builtin_strlen(format);
  if (length < 2 || length > sizeof longer - 2) return -1;
  __builtin_memcpy(longer, format, length - 1);
  longer[length - 1] = 'L';
  longer[length] = format[length - 1];
  longer[length + 1] = 0;
  return __builtin_snprintf(text, size, longer, (long double)x);
}
#endif

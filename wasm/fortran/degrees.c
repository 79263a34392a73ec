// Angles in degrees, and the cotangent: SIND, COSD, TAND, COTAND, COTAN and their inverses, as in the GNU library.
// Angles in half turns: SINPI, COSPI, TANPI. An ordinary number is first reduced to within 45 degrees of a quarter
// turn, so that multiples of 30 and 45 degrees yield exact results. Functions whose names begin with __ux_ are not
// rewritten: in these, a box is simply a NaN. The distribution of a box is computed in a rewritten function, with a
// single plain formula.
#include <math.h>

#include "fortran-runtime.h"

#define HALF_TURN 3.14159265358979323846264338327950288420L
#define DEGREE 0.01745329251994329576923690768488612713L

// ---- ordinary numbers ---------------------------------------------------------------------------------------------
// Returns the quarter turn that is nearest to an angle, modulo 4; stores the remainder in *rest.
static int quarter(long double x, long double *rest) {
  long double turn = fmodl(x, 360), n = roundl(turn / 90);
  *rest = turn - 90 * n;
  return (int)n & 3;
}

static long double small_sine(long double x) { return fabsl(x) == 30 ? copysignl(0.5L, x) : sinl(x * DEGREE); }
static long double small_cosine(long double x) { return cosl(x * DEGREE); }

// Sine, cosine and tangent of an angle that lies `rest` degrees (at most 45) past a quarter turn.
static long double sine_at(int quarter, long double rest) {
  switch (quarter) {
    case 0: return small_sine(rest);
    case 1: return small_cosine(rest);
    case 2: return -small_sine(rest);
    default: return -small_cosine(rest);
  }
}

static long double cosine_at(int quarter, long double rest) {
  switch (quarter) {
    case 0: return small_cosine(rest);
    case 1: return rest == 0 ? 0 : -small_sine(rest);
    case 2: return -small_cosine(rest);
    default: return rest == 0 ? 0 : small_sine(rest);
  }
}

static long double small_tangent(long double rest) { return fabsl(rest) == 45 ? copysignl(1, rest) : tanl(rest * DEGREE); }

static long double tangent_at(int quarter, long double rest) {
  long double t = small_tangent(rest);
  return quarter & 1 ? -1 / t : t;
}

static long double sine(long double x) {
  long double rest;
  int n = quarter(x, &rest);
  return sine_at(n, rest);
}

static long double cosine(long double x) {
  long double rest;
  int n = quarter(x, &rest);
  return cosine_at(n, rest);
}

static long double tangent(long double x) {
  long double rest;
  int n = quarter(x, &rest);
  return tangent_at(n, rest);
}

static long double cotangent(long double x) {
  long double rest;
  int odd = quarter(x, &rest) & 1;
  long double t = small_tangent(rest);
  return odd ? -t : 1 / t;
}

// Like `quarter`, but for an angle in half turns; the remainder is exact and in degrees.
static int quarter_of_halves(long double x, long double *rest) {
  long double turn = fmodl(x, 2), n = roundl(turn * 2);
  *rest = (turn - n / 2) * 180;
  return (int)n & 3;
}

// If the result is zero, it has the sign of the angle.
static long double half_sine(long double x) {
  long double rest;
  int n = quarter_of_halves(x, &rest);
  return rest == 0 && !(n & 1) ? copysignl(0, x) : sine_at(n, rest);
}

static long double half_cosine(long double x) {
  long double rest;
  int n = quarter_of_halves(x, &rest);
  return cosine_at(n, rest);
}

static long double half_tangent(long double x) {
  long double rest;
  int n = quarter_of_halves(x, &rest);
  if (rest != 0) return tangent_at(n, rest);
  return n & 1 ? copysignl(__builtin_infl(), n == 1 ? 1 : -1) : copysignl(0, x);
}

// ---- kinds ------------------------------------------------------------------------------------------------------------
#define APART __attribute__((noinline))
#define ONE(name, S, T, plain, formula) \
  APART static T name##_box_##S(T x) { return formula; } \
  APART T __ux_fortran_##name##_##S(T x) { \
    double narrow = (double)x; /* comparing long doubles calls a function that uses the particle */ \
    return narrow != narrow ? name##_box_##S(x) : (T)plain(x); \
  }
#define ALL(S, T, X, W, WX) \
  ONE(sind, S, T, sine, sin##X(x * (T)DEGREE)) \
  ONE(cosd, S, T, cosine, cos##X(x * (T)DEGREE)) \
  ONE(tand, S, T, tangent, tan##X(x * (T)DEGREE)) \
  ONE(cotand, S, T, cotangent, 1 / tan##X(x * (T)DEGREE)) \
  ONE(sinpi, S, T, half_sine, sin##X(x * (T)HALF_TURN)) \
  ONE(cospi, S, T, half_cosine, cos##X(x * (T)HALF_TURN)) \
  ONE(tanpi, S, T, half_tangent, tan##X(x * (T)HALF_TURN)) \
  T f_cotan_##S(T x) { return 1 / tan##X(x); } \
  T f_asind_##S(T x) { return (T)(asin##WX((W)x) / (W)DEGREE); } \
  T f_acosd_##S(T x) { return (T)(acos##WX((W)x) / (W)DEGREE); } \
  T f_atand_##S(T x) { return (T)(atan##WX((W)x) / (W)DEGREE); } \
  T f_atan2d_##S(T y, T x) { return (T)(atan2##WX((W)y, (W)x) / (W)DEGREE); }
// The inverses are computed in double precision and rounded once for single precision.
ALL(r4, float, f, double, )
ALL(r8, double, , double, )
ALL(r16, long double, l, long double, l)

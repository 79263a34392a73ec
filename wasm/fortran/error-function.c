// ERFC_SCALED for numbers: exp(x * x) * erfc(x), accurate to 4 units in the last place.
#include "fortran-runtime.h"

/* Compensates for the rounding error of x * x, because exp turns an absolute error into a relative error. Beyond
   FAR, but before erfc vanishes, uses the asymptotic series (Abramowitz and Stegun 7.1.23) to the full precision of
   the type. */
#define ERFC_SCALED(S, T, X, FAR, EPSILON) \
  T __ux_fortran_certain_erfc_scaled_##S(T x) { \
    if (x < FAR) { \
      T square = x * x, scaled = exp##X(square) * erfc##X(x); \
      return scaled < (T)INFINITY ? scaled + scaled * fma##X(x, x, -square) : scaled; \
    } \
    T sum = 1, term = 1, step = 1 / (2 * x * x); \
    for (int k = 1; fabs##X(term) > EPSILON / 4; k += 2) sum += term *= -k * step; \
    return sum / (x * (T)1.7724538509055160272981674833411451L); \
  }
ERFC_SCALED(r8, double, , 10, DBL_EPSILON)
ERFC_SCALED(r16, long double, l, 12, LDBL_EPSILON)
float __ux_fortran_certain_erfc_scaled_r4(float x) { return (float)__ux_fortran_certain_erfc_scaled_r8(x); }

// Applies one operation to a single point or to all positions of a block. Programs link the same functions, from libm
// and wasm/special, so the positions of a distribution agree with a program's own results to the last bit.
#define _GNU_SOURCE
#include "kernels.h"

#include <math.h>

#include "special.h"

static double fraction_of(double x) {
  double whole;
  return modf(x, &whole);
}

static double log_gamma_of(double x) {
  int sign;
  return __ux_lgamma(x, &sign);
}

static double mantissa_of(double x) {
  int exponent;
  return frexp(x, &exponent);
}

// X(NAME, expression in x)
#define UNARY_TABLE(X)                 \
  X(NEG, -x)                           \
  X(FABS, __builtin_fabs(x))           \
  X(SQRT, __builtin_sqrt(x))           \
  X(CEIL, __builtin_ceil(x))           \
  X(FLOOR, __builtin_floor(x))         \
  X(TRUNC, __builtin_trunc(x))         \
  X(NEAREST, __builtin_rint(x))        \
  X(DEMOTE, (double)(float)x)          \
  X(ACOS, acos(x))                     \
  X(ACOSH, __ux_acosh(x))              \
  X(ASIN, asin(x))                     \
  X(ASINH, asinh(x))                   \
  X(ATAN, atan(x))                     \
  X(ATANH, atanh(x))                   \
  X(CBRT, cbrt(x))                     \
  X(COS, cos(x))                       \
  X(COSH, cosh(x))                     \
  X(ERF, erf(x))                       \
  X(ERFC, erfc(x))                     \
  X(EXP, exp(x))                       \
  X(EXP2, exp2(x))                     \
  X(EXP10, exp10(x))                   \
  X(EXPM1, expm1(x))                   \
  X(J0, __ux_j0(x))                    \
  X(J1, __ux_j1(x))                    \
  X(Y0, __ux_y0(x))                    \
  X(Y1, __ux_y1(x))                    \
  X(LGAMMA, log_gamma_of(x))          \
  X(LOG, log(x))                       \
  X(LOG10, log10(x))                   \
  X(LOG1P, log1p(x))                   \
  X(LOG2, log2(x))                     \
  X(LOGB, logb(x))                     \
  X(RINT, __builtin_rint(x))           \
  X(NEARBYINT, __builtin_nearbyint(x)) \
  X(ROUND, round(x))                   \
  X(SIN, sin(x))                       \
  X(SINH, sinh(x))                     \
  X(TAN, tan(x))                       \
  X(TANH, tanh(x))                     \
  X(TGAMMA, __ux_tgamma(x))            \
  X(SIGNIFICAND, significand(x))       \
  X(MODF_FRACTION, fraction_of(x))     \
  X(FREXP_FRACTION, mantissa_of(x))

// X(NAME, expression in x and y)
#define BINARY_TABLE(X)                  \
  X(ADD, x + y)                          \
  X(SUB, x - y)                          \
  X(MUL, x *y)                           \
  X(DIV, x / y)                          \
  X(MIN, __builtin_wasm_min_f64(x, y))   \
  X(MAX, __builtin_wasm_max_f64(x, y))   \
  X(COPYSIGN, __builtin_copysign(x, y))  \
  X(ATAN2, atan2(x, y))                  \
  X(FDIM, fdim(x, y))                    \
  X(FMAX, fmax(x, y))                    \
  X(FMIN, fmin(x, y))                    \
  X(FMOD, fmod(x, y))                    \
  X(HYPOT, hypot(x, y))                  \
  X(NEXTAFTER, nextafter(x, y))          \
  X(POW, pow(x, y))                      \
  X(REMAINDER, remainder(x, y))          \
  X(LDEXP, ldexp(x, (int)y))             \
  X(JN, __ux_jn((int)x, y))                   \
  X(YN, __ux_yn((int)x, y))

double ux_apply_unary(int operation, double x) {
  switch (operation & ~UX_SINGLE_PRECISION) {
#define APPLY(NAME, EXPRESSION) \
  case UX_UNARY_##NAME:         \
    x = EXPRESSION;             \
    break;
    UNARY_TABLE(APPLY)
#undef APPLY
  }
  return ux_round_if(operation & UX_SINGLE_PRECISION, x);
}

// nextafterf steps by the spacing of floats: it is the only function whose result cannot be obtained by rounding the
// double result.
static double next_float(double x, double y) { return (double)nextafterf((float)x, (float)y); }

double ux_apply_binary(int operation, double x, double y) {
  if (operation == (UX_BINARY_NEXTAFTER | UX_SINGLE_PRECISION)) return next_float(x, y);
  double result = 0;
  switch (operation & ~UX_SINGLE_PRECISION) {
#define APPLY(NAME, EXPRESSION) \
  case UX_BINARY_##NAME:        \
    result = EXPRESSION;        \
    break;
    BINARY_TABLE(APPLY)
#undef APPLY
  }
  return ux_round_if(operation & UX_SINGLE_PRECISION, result);
}

double KERNEL(apply_unary)(int operation, double x) { return ux_apply_unary(operation, x); }
double KERNEL(apply_binary)(int operation, double x, double y) { return ux_apply_binary(operation, x, y); }

void ux_map_unary(int operation, const double *source, size_t n, double *target) {
  switch (operation & ~UX_SINGLE_PRECISION) {
#define LOOP(NAME, EXPRESSION)       \
  case UX_UNARY_##NAME:              \
    for (size_t i = 0; i < n; i++) { \
      double x = source[i];          \
      target[i] = EXPRESSION;        \
    }                                \
    break;
    UNARY_TABLE(LOOP)
#undef LOOP
  }
  if (operation & UX_SINGLE_PRECISION)
    for (size_t i = 0; i < n; i++) target[i] = (double)(float)target[i];
}

extern uint32_t reduce(pair *deltas, size_t n, double *block, int single);

static uint32_t finish_map(int operation, const double *source, size_t n, double *target) {
  __builtin_memcpy(target + ux_capacity, source + ux_capacity, n * sizeof(double));
  size_t finite = 0;
  for (size_t i = 0; i < n; i++) finite += ux_is_finite(target[i]);
  if (finite <= ux_precision) return ux_finish(target, n, 0);
  // Infinities may become finite, as in exp(-Inf), which adds one or two deltas.
  static pair deltas[2 * (MOST_PRECISION + 4)];
  for (size_t i = 0; i < n; i++) deltas[i] = (pair){target[i], target[ux_capacity + i]};
  return reduce(deltas, n, target, operation & UX_SINGLE_PRECISION);
}

// Maps the positions of a record and preserves the masses.
uint32_t KERNEL(unary)(int operation, const double *source, size_t n, double *target) {
  ux_map_unary(operation, source, n, target);
  return finish_map(operation, source, n, target);
}

// Combines a record with a plain right operand.
uint32_t KERNEL(binary_with_plain_right)(int operation, const double *source, size_t n, double y, double *target) {
  for (size_t i = 0; i < n; i++) target[i] = ux_apply_binary(operation, source[i], y);
  return finish_map(operation, source, n, target);
}

// Combines a plain left operand with a record.
uint32_t KERNEL(binary_with_plain_left)(int operation, double x, const double *source, size_t n, double *target) {
  for (size_t i = 0; i < n; i++) target[i] = ux_apply_binary(operation, x, source[i]);
  return finish_map(operation, source, n, target);
}

// IEEE exception flags, which WebAssembly's arithmetic does not raise. A program that reads flags calls these functions
// instead of using +, -, *, /, SQRT, comparisons and conversions. Well-known formulas compute the rounding error
// exactly: Knuth's two-sum for sums, and a fused multiply-add for products, quotients and square roots, with scaling
// near the ends of the range.
#include "fortran-runtime.h"
#include <float.h>

int32_t f_flags;

void f_raise(int32_t flag) { f_flags |= 1 << flag; }

void f_set_flag(int32_t flag, int32_t value) { f_flags = value ? f_flags | 1 << flag : f_flags & ~(1 << flag); }

void f_set_halting(int32_t value) {
  if (value) f_fault("IEEE_SET_HALTING_MODE: WebAssembly has no floating-point traps");
}

#define FINITE(x) __builtin_isfinite(x)
#define NAN_OF(x) __builtin_isnan(x)

// SCALE is a power of two. For a value below LOW, the error may lose digits that are below the smallest number.
#define ARITHMETIC(S, T, SUFFIX, TINY, SCALE, ROOT, LOW) \
  static T settle_##S(T r, int finite, int inexact) { \
    if (NAN_OF(r)) { return r; } \
    if (!FINITE(r)) { \
      if (finite) f_flags |= 1 << F_FLAG_OVERFLOW | 1 << F_FLAG_INEXACT; \
      return r; \
    } \
    if (!inexact) return r; \
    f_raise(F_FLAG_INEXACT); \
    if (fabs##SUFFIX(r) < TINY) f_raise(F_FLAG_UNDERFLOW); \
    return r; \
  } \
  static int both_##S(T a, T b, T r) { \
    if (NAN_OF(r) && !NAN_OF(a) && !NAN_OF(b)) f_raise(F_FLAG_INVALID); \
    return FINITE(a) && FINITE(b); \
  } \
  T f_flag_add_##S(T a, T b) { \
    T r = a + b; \
    int finite = both_##S(a, b, r); \
    if (!finite || !FINITE(r)) return settle_##S(r, finite, 0); \
    T back = r - a; \
    return settle_##S(r, 1, (a - (r - back)) + (b - back) != 0); \
  } \
  T f_flag_sub_##S(T a, T b) { \
    T r = a - b; \
    int finite = both_##S(a, b, r); \
    if (!finite || !FINITE(r)) return settle_##S(r, finite, 0); \
    T back = r - a; \
    return settle_##S(r, 1, (a - (r - back)) + (-b - back) != 0); \
  } \
  T f_flag_mul_##S(T a, T b) { \
    T r = a * b; \
    int finite = both_##S(a, b, r); \
    if (!finite || !FINITE(r) || a == 0 || b == 0) return settle_##S(r, finite, 0); \
    T scale = fabs##SUFFIX(r) < LOW ? SCALE : 1; \
    T x = fabs##SUFFIX(a) < fabs##SUFFIX(b) ? a * scale : a; \
    T y = fabs##SUFFIX(a) < fabs##SUFFIX(b) ? b : b * scale; \
    return settle_##S(r, 1, r == 0 || fma##SUFFIX(x, y, -(r * scale)) != 0); \
  } \
  T f_flag_div_##S(T a, T b) { \
    T r = a / b; \
    int finite = both_##S(a, b, r); \
    if (finite && b == 0 && a != 0) { \
      f_raise(F_FLAG_DIVIDE_BY_ZERO); \
      return r; \
    } \
    if (!finite || !FINITE(r) || a == 0) return settle_##S(r, finite, 0); \
    T of_result = fabs##SUFFIX(r) < LOW ? SCALE : 1; \
    T of_divisor = of_result == 1 && fabs##SUFFIX(a) < LOW ? SCALE : 1; \
    T error = fma##SUFFIX(r * of_result, b * of_divisor, -(a * of_result * of_divisor)); \
    return settle_##S(r, 1, r == 0 || error != 0); \
  } \
  T f_flag_sqrt_##S(T x) { \
    T r = sqrt##SUFFIX(x); \
    int finite = both_##S(x, 0, r); \
    if (!finite || NAN_OF(r) || x == 0) return r; \
    T scale = x < LOW ? ROOT : 1; \
    return settle_##S(r, 1, fma##SUFFIX(r * scale, r * scale, -(x * scale * scale)) != 0); \
  } \
  T f_flag_power_##S(T x, int64_t n) { \
    T base = x, r = 1; \
    for (uint64_t m = n < 0 ? -(uint64_t)n : (uint64_t)n; m; m >>= 1) { \
      if (m & 1) r = r == 1 ? base : f_flag_mul_##S(r, base); \
      if (m > 1) base = f_flag_mul_##S(base, base); \
    } \
    return n < 0 ? f_flag_div_##S(1, r) : r; \
  } \
  /* A C library function, whose result is inexact unless x is 0, or x is 1 and the result 0. */ \
  T f_flag_call_##S(T r, T x, int32_t pole) { \
    both_##S(x, 0, r); \
    if (pole && FINITE(x) && !FINITE(r) && !NAN_OF(r)) { \
      f_raise(F_FLAG_DIVIDE_BY_ZERO); \
      return r; \
    } \
    return settle_##S(r, FINITE(x), FINITE(x) && x != 0 && !(x == 1 && r == 0)); \
  } \
  /* A function of two numbers whose result is exact. */ \
  T f_flag_exact_##S(T r, T a, T b) { \
    both_##S(a, b, r); \
    return r; \
  } \
  int32_t f_flag_ordered_##S(T a, T b) { \
    if (NAN_OF(a) || NAN_OF(b)) f_raise(F_FLAG_INVALID); \
    return 1; \
  } \
  int64_t f_flag_integer_##S(T x, int32_t bits) { \
    T limit = ldexp##SUFFIX(1, bits - 1); \
    if (!(x > -limit - 1 && x < limit)) f_raise(F_FLAG_INVALID); \
    else if (trunc##SUFFIX(x) != x) f_raise(F_FLAG_INEXACT); \
    return f_int_i8_##S(x); \
  } \
  T f_flag_of_integer_##S(int64_t n) { \
    T r = (T)n; \
    if (r >= 0x1p63 || (int64_t)r != n) f_raise(F_FLAG_INEXACT); \
    return r; \
  }

ARITHMETIC(r4, float, f, FLT_MIN, 0x1p50f, 0x1p25f, 0x1p-75f)
ARITHMETIC(r8, double, , DBL_MIN, 0x1p108, 0x1p54, 0x1p-900)

float f_flag_narrow(double x) {
  float r = (float)x;
  return settle_r4(r, FINITE(x), (double)r != x);
}

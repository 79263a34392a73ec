// Uncertain values in formatted input and output: functions through which the library asks the core about a value.
// Functions whose names do not begin with __ux_ are rewritten, which hides boxes from their bit tests. The work is
// therefore done by functions with __ux_ names, which must not be inlined into the functions that the library calls.
#include "box.h"
#include "io.h"
#include "stdio/ux-stdio.h"

__attribute__((noinline)) static int32_t __ux_fortran_text(double value, char *target, int32_t size) {
  if (!__ux_prints_text()) return 0;
  return (int32_t)__ux_print_text(value, target, (size_t)size);
}

__attribute__((noinline)) static int32_t __ux_fortran_memory_text(double value, char *target, int32_t size) {
  __ux_destination = UX_TO_MEMORY;
  int follows = __ux_text_follows(value);
  __ux_destination = UX_TO_STREAM;
  return follows ? (int32_t)__ux_print_text(value, target, (size_t)size) : 0;
}

__attribute__((noinline)) static double __ux_fortran_particle(double value) { return __ux_particle64(value); }

__attribute__((noinline)) static int __ux_fortran_read(const char *text, int32_t length, double particle, double *value) {
  ux_handle handle = 0;
  double result = 0;
  if (!__ux_core_from_text(text, (size_t)length, 1, particle, &handle, &result)) return 0;
  *value = __ux_mode == UX_MODE_BYPASS ? result : __ux_box64(handle, result);
  return 1;
}

/**
 * Writes the Ux string of a value's distribution if it fits, and returns the length of the string; 0 if none is
 * printed.
 */
int32_t fortran_ux_text(double value, char *target, int32_t size) { return __ux_fortran_text(value, target, size); }

/** Writes the Ux string of a number that is written to memory; 0 if the number has no distribution. */
int32_t fortran_ux_memory_text(double value, char *target, int32_t size) {
  return __ux_fortran_memory_text(value, target, size);
}

/** Length of a value's name at the start of the text, or 0 if there is none. */
int64_t fortran_name_length(const char *text, int64_t room) { return (int64_t)__ux_id_length(text, (size_t)room); }

/** The number that an ordinary processor would compute. */
double fortran_ux_particle(double value) { return __ux_fortran_particle(value); }

// The offset and number of digits of the position count in "Ux...". A certain value has one position.
enum { COUNT_AT = 36, COUNT_DIGITS = 8 };
static const char ONE_POSITION[] = "00000001";

/** Reads "Ux..." text after a number; returns 0 if the text is malformed. */
int fortran_ux_read(const char *text, int32_t length, double particle, double *value) {
  // If a number has no distribution, its digits determine its value, because the program may have rounded or scaled it
  // on purpose.
  int is_certain = length > COUNT_AT + COUNT_DIGITS && memcmp(text + COUNT_AT, ONE_POSITION, COUNT_DIGITS) == 0;
  if (!__ux_fortran_read(text, length, particle, value)) return 0;
  if (is_certain) *value = particle;
  return 1;
}

/** The particle in single precision, for use by programs. */
float fortran_ux_particle_single(float value) { return (float)fortran_ux_particle(value); }

// Powers of values that may be uncertain, defined in guest/libm.c.
double __wrap_pow(double x, double y);
float __wrap_powf(float x, float y);

/** Computes x**m; a NaN may be a box. */
double __ux_fortran_power_r8(double x, int64_t m) {
  if (x != x) return __wrap_pow(x, (double)m);
  F_IPOW(double, x, m);
}

/** The same in single precision. */
float __ux_fortran_power_r4(float x, int64_t m) {
  if (x != x) return __wrap_powf(x, (float)m);
  F_IPOW(float, x, m);
}

/** Computes x**m for a long double. A box occupies the top bits, and the power of a box is computed as a double. */
long double __ux_fortran_power_r16(long double x, int64_t m) {
  double narrow = (double)x;
  if (__ux_is_box64(narrow)) return (long double)__wrap_pow(narrow, (double)m);
  F_IPOW(long double, x, m);
}

// ---- functions with a kink (fortran-runtime.h) --------------------------------------------------------------------
// Each function maps all values at once, by means of core operations that use the value only once.
double __wrap_fmod(double x, double y);
double __wrap_copysign(double x, double y);
double __wrap_hypot(double x, double y);
double __wrap_fabs(double x);
double __wrap_logb(double x);
double __wrap_exp2(double x);
double __wrap_fmax(double x, double y);
float __wrap_fmodf(float x, float y);
float __wrap_copysignf(float x, float y);
double __ux_f64_add(double x, double y);
double __ux_f64_mul(double x, double y);
float __ux_f32_add(float x, float y);
double __ux_f64_promote_f32(float x);
float __ux_f32_demote_f64(double x);

static double __ux_support(int query, double x) { return __ux_core_query(query, __ux_handle64(x), __ux_particle64(x), 0); }

static void __ux_fortran_refuse(const char *message) { __ux_core_fatal(message, strlen(message)); }

// If the modulus is a plain number, r + p is brought back to within one modulus. An uncertain modulus would occur twice
// in that step, so it is supported only if no value needs the step.
static double __ux_modulo(double r, double p) {
  if (!__ux_handle64(p)) return __wrap_fmod(__ux_f64_add(r, p), p);
  int is_above = __ux_support(UX_QUERY_SUPPORT_MIN, r) >= 0 && __ux_support(UX_QUERY_SUPPORT_MIN, p) > 0;
  int is_below = __ux_support(UX_QUERY_SUPPORT_MAX, r) <= 0 && __ux_support(UX_QUERY_SUPPORT_MAX, p) < 0;
  if (!is_above && !is_below)
    __ux_fortran_refuse("MODULO by a distribution is supported only if both arguments have the same sign");
  return r;
}

// SPACING: 2 raised to the exponent of each value minus the number of digits.
static double __ux_spacing(double x, int digits, int least) {
  return __wrap_exp2(__wrap_fmax(__ux_f64_add(__wrap_logb(x), 1 - digits), least));
}

static double __ux_fraction(double x) {
  double r = f_certain_fraction_r8(__ux_particle64(x));
  return __ux_box64(__ux_core_unary(UX_UNARY_FREXP_FRACTION, __ux_handle64(x), r), r);
}

#define BENT(S, T, DIGITS, LEAST, BOXED, WIDEN, NARROW, OTHERS) \
  T __ux_fortran_modulo_##S(T r, T p) { \
    return BOXED(r) || BOXED(p) ? (T)NARROW(__ux_modulo(WIDEN(r), WIDEN(p))) : f_certain_modulo_##S(r, p); \
  } \
  T __ux_fortran_sign_##S(T a, T b) { \
    return BOXED(a) || BOXED(b) ? (T)NARROW(__wrap_copysign(WIDEN(a), WIDEN(b))) : f_certain_sign_##S(a, b); \
  } \
  T __ux_fortran_fraction_##S(T x) { return BOXED(x) ? (T)NARROW(__ux_fraction(WIDEN(x))) : f_certain_fraction_##S(x); } \
  T __ux_fortran_spacing_##S(T x) { \
    return BOXED(x) ? (T)NARROW(__ux_spacing(WIDEN(x), DIGITS, LEAST)) : f_certain_spacing_##S(x); \
  } \
  T __ux_fortran_erfc_scaled_##S(T x) { \
    if (BOXED(x)) __ux_fortran_refuse("ERFC_SCALED of a distribution is not supported"); \
    return __ux_fortran_certain_erfc_scaled_##S(x); \
  } \
  void __ux_fortran_norm2_##S(f_norm_##S *n, T x) { \
    if (!BOXED(x)) f_certain_norm2_##S(n, x); \
    else n->uncertain = (T)NARROW(BOXED(n->uncertain) ? __wrap_hypot(WIDEN(n->uncertain), WIDEN(x)) : __wrap_fabs(WIDEN(x))); \
  } \
  T __ux_fortran_norm2_of_##S(const f_norm_##S *n) { \
    T certain = n->scale * OTHERS(n->sum); \
    if (!BOXED(n->uncertain)) return certain; \
    return certain == 0 ? n->uncertain : (T)NARROW(__wrap_hypot(WIDEN(n->uncertain), WIDEN(certain))); \
  }
#define IS_BOXED64(x) __ux_is_box64(x)
#define IS_BOXED32(x) __ux_is_box32(x)
#define IS_BOXED128(x) __ux_is_box64((double)(x))
BENT(r4, float, 24, -126, IS_BOXED32, __ux_f64_promote_f32, __ux_f32_demote_f64, sqrtf)
BENT(r8, double, 53, -1022, IS_BOXED64, , , sqrt)
BENT(r16, long double, 113, -16382, IS_BOXED128, (double), (long double), sqrtl)

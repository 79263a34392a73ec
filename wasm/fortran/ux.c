// Uncertain values in formatted input and output: what the library asks about a value, answered by the core.
// Functions whose names do not begin with __ux_ are rewritten, and their boxes hidden from bit tests, so the work is done
// in functions that do, which must not be inlined into those that the library calls.
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

/** Text of the value's distribution: its length; it is written only when it fits. 0 where no such text is printed. */
int32_t fortran_ux_text(double value, char *target, int32_t size) { return __ux_fortran_text(value, target, size); }

/** The same for a number that is written into memory: 0 for one without a distribution. */
int32_t fortran_ux_memory_text(double value, char *target, int32_t size) {
  return __ux_fortran_memory_text(value, target, size);
}

/** What an ordinary processor would hold. */
double fortran_ux_particle(double value) { return __ux_fortran_particle(value); }

// Where the number of positions stands in "Ux...", and what stands there when the value is certain.
enum { COUNT_AT = 36, COUNT_DIGITS = 8 };
static const char ONE_POSITION[] = "00000001";

/** Reads "Ux..." text that followed a number; 0 when it is malformed. */
int fortran_ux_read(const char *text, int32_t length, double particle, double *value) {
  // A number without a distribution is what its digits say: the program may have rounded or scaled it on purpose.
  int is_certain = length > COUNT_AT + COUNT_DIGITS && memcmp(text + COUNT_AT, ONE_POSITION, COUNT_DIGITS) == 0;
  if (!__ux_fortran_read(text, length, particle, value)) return 0;
  if (is_certain) *value = particle;
  return 1;
}

/** The same in single precision, for programs. */
float fortran_ux_particle_single(float value) { return (float)fortran_ux_particle(value); }

// guest/libm.c: powers of what may be uncertain
double __wrap_pow(double x, double y);
float __wrap_powf(float x, float y);

/** x**m: a NaN may be a box. */
double __ux_fortran_power_r8(double x, int64_t m) {
  if (x != x) return __wrap_pow(x, (double)m);
  F_IPOW(double, x, m);
}

/** The same in single precision. */
float __ux_fortran_power_r4(float x, int64_t m) {
  if (x != x) return __wrap_powf(x, (float)m);
  F_IPOW(float, x, m);
}

// Uncertain values in formatted input and output: what the library asks about a value, answered by the core.
// Functions whose names do not begin with __ux_ are rewritten, and their boxes hidden from bit tests, so the work is done
// in functions that do, which must not be inlined into those that the library calls.
#include "box.h"
#include "io.h"

int __ux_prints_text(void);  // stdio/print-text.c: whether this core prints Ux text, and nothing asks for numbers alone

__attribute__((noinline)) static int32_t __ux_fortran_text(double value, char *target, int32_t size) {
  if (!__ux_prints_text()) return 0;
  double particle = __ux_particle64(value);
  if (particle != particle) particle = __builtin_nan("");
  return (int32_t)__ux_core_to_text(__ux_handle64(value), particle, target, (size_t)size);
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

/** What an ordinary processor would hold. */
double fortran_ux_particle(double value) { return __ux_fortran_particle(value); }

/** Reads "Ux..." text that followed a number; 0 when it is malformed. */
int fortran_ux_read(const char *text, int32_t length, double particle, double *value) {
  return __ux_fortran_read(text, length, particle, value);
}

/** The same in single precision, for programs. */
float fortran_ux_particle_single(float value) { return (float)fortran_ux_particle(value); }

// Bessel functions for programs. They are in a file of their own, which is linked only if one of them is called,
// because many programs have variables named y0 and y1.
#define _GNU_SOURCE
#include <math.h>

#include "special-wrappers.h"

// See libm.c.
#define UX_EXTRACT(name) \
  const void *__ux_extract_##name(void) { return (const void *)name; }
UX_EXTRACT(j0)
UX_EXTRACT(j1)
UX_EXTRACT(jn)

SPECIAL(j0, UX_UNARY_J0, __ux_j0)
SPECIAL(j1, UX_UNARY_J1, __ux_j1)
SPECIAL(y0, UX_UNARY_Y0, __ux_y0)
SPECIAL(y1, UX_UNARY_Y1, __ux_y1)

#define BESSEL(name, op)                                                                      \
  double __wrap_##name(int n, double x) {                                                     \
    ux_handle h = __ux_handle64(x);                                                           \
    if (!h) return __ux_##name(n, x);                                                         \
    x = __ux_record_particle(h);                                                              \
    double r = __ux_##name(n, x);                                                             \
    return __ux_box64(__ux_core_binary(op, 0, (double)n, h, x, r), r);                        \
  }                                                                                           \
  float __wrap_##name##f(int n, float x) {                                                    \
    ux_handle h = __ux_handle32(x);                                                           \
    if (!h) return (float)__ux_##name(n, x);                                                  \
    x = (float)__ux_record_particle(h);                                                       \
    float r = (float)__ux_##name(n, x);                                                       \
    return __ux_box32(__ux_core_binary((op) | SINGLE, 0, (double)n, h, x, r), r);             \
  }
BESSEL(jn, UX_BINARY_JN)
BESSEL(yn, UX_BINARY_YN)

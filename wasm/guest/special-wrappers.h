// Replaces a library function of one argument with our own (special/).
#pragma once
#include "box.h"
#include "special.h"

#define SINGLE UX_SINGLE_PRECISION
#define SPECIAL(name, op, ours)                                                      \
  double __wrap_##name(double x) {                                                   \
    ux_handle h = __ux_handle64(x);                                                  \
    if (!h) return ours(x);                                                          \
    double r = ours(__ux_record_particle(h));                                        \
    return __ux_box64(__ux_core_unary(op, h, r), r);                                 \
  }                                                                                  \
  float __wrap_##name##f(float x) {                                                  \
    ux_handle h = __ux_handle32(x);                                                  \
    if (!h) return (float)ours(x);                                                   \
    float r = (float)ours(__ux_record_particle(h));                                  \
    return __ux_box32(__ux_core_unary((op) | SINGLE, h, r), r);                      \
  }

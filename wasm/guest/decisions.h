// Decisions that a program bases on uncertain values: comparisons and conversions to integers. The particle decides,
// and the core determines whether all draws of the value would lead to the same decision. The range of a value's draws
// is stored with its particle, so that a comparison on which all draws agree needs no call.
#pragma once
#include "box.h"

// Both functions report a decision on which draws disagree. They return 1 if this site does not need to be reported
// again.
UX_IMPORT(compared) int __ux_core_compared(int comparison, ux_handle a, double pa, ux_handle b, double pb, uint32_t site);
UX_IMPORT(converted) int __ux_core_converted(int rounding, ux_handle h, double particle, uint32_t site);

// The handle of the 0/1 values of a comparison, one per draw, or 0 if every draw agrees with the particles.
UX_IMPORT(holds) ux_handle __ux_core_holds(int comparison, ux_handle a, double pa, ux_handle b, double pb);
// Selects the first value in draws in which the condition is 1, and the second in all others; `particle` is that of the
// result.
UX_IMPORT(choose) ux_handle __ux_core_choose(ux_handle condition, ux_handle a, double pa, ux_handle b, double pb,
                                             double particle);

// Reports that the program creates a distribution from an uncertain parameter, whose particle is used.
UX_IMPORT(parameter) void __ux_core_parameter(ux_handle h, double particle);

// The number of the comparison or conversion that is being executed, stored by rewritten code; 0 if the code was not
// rewritten. The bit UX_CHOICE means that the code after it accepts a condition as the result.
extern uint32_t __ux_site;
#define UX_CHOICE 0x40000000u

// The result of a comparison: 0 or 1, as for the particles, or a condition if draws disagree. A condition is twice the
// handle of the values 0 and 1, with the result for the particles in the lowest bit.
int __ux_condition(int comparison, ux_handle a, double pa, ux_handle b, double pb, int answer);

void __ux_note_comparison(int comparison, ux_handle a, double pa, ux_handle b, double pb);
void __ux_note_conversion(int rounding, ux_handle h, double particle);
void __ux_note_parameter(ux_handle h, double particle);

// Tests whether all draws lead to the same decision because the ranges are disjoint.
static inline int __ux_lie_apart(int comparison, ux_range x, ux_range y) {
  switch (comparison) {
    case UX_COMPARISON_LT:
    case UX_COMPARISON_GE:
      return x.high < y.low || x.low >= y.high;
    case UX_COMPARISON_GT:
    case UX_COMPARISON_LE:
      return x.low > y.high || x.high <= y.low;
    default:
      return x.high < y.low || x.low > y.high;
  }
}
static inline void __ux_watch_comparison(int comparison, ux_handle a, double pa, ux_handle b, double pb) {
  if (!(a | b) || !__ux_watches_decisions) return;
  if (__ux_lie_apart(comparison, __ux_known_range(a, pa), __ux_known_range(b, pb))) __ux_site = 0;
  else __ux_note_comparison(comparison, a, pa, b, pb);
}
static inline void __ux_watch_conversion(int rounding, ux_handle h, double particle) {
  if (h && __ux_watches_decisions) __ux_note_conversion(rounding, h, particle);
}
// The particle of a parameter.
static inline double __ux_parameter64(double x) {
  ux_handle h = __ux_handle64(x);
  if (!h) return x;
  x = __ux_record_particle(h);
  if (__ux_watches_decisions) __ux_note_parameter(h, x);
  return x;
}
static inline float __ux_parameter32(float x) {
  ux_handle h = __ux_handle32(x);
  if (!h) return x;
  x = (float)__ux_record_particle(h);
  if (__ux_watches_decisions) __ux_note_parameter(h, x);
  return x;
}

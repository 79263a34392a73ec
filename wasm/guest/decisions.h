// Decisions that a program makes on uncertain values: comparisons and conversions to integers. The particle decides; the
// core is asked whether all draws of the value would decide the same. Bounds of a value's draws stay beside its particle,
// so that a comparison on which all draws agree makes no call.
#pragma once
#include "box.h"

// Adds 1 where decisions are reported, and 2 where each draw chooses for itself.
UX_IMPORT(watches_decisions) int __ux_core_watches_decisions(void);
// Writes the smallest and the largest draw to `bounds`; infinities where the value may be NaN.
UX_IMPORT(bounds) void __ux_core_bounds(ux_handle h, double particle, double *bounds);
// Both report a decision on which not all draws agree. They answer 1 where this site need not be reported again.
UX_IMPORT(compared) int __ux_core_compared(int comparison, ux_handle a, double pa, ux_handle b, double pb, uint32_t site);
UX_IMPORT(converted) int __ux_core_converted(int rounding, ux_handle h, double particle, uint32_t site);

// The values 0 and 1 of a comparison; 0 where every draw answers as the particles do.
UX_IMPORT(holds) ux_handle __ux_core_holds(int comparison, ux_handle a, double pa, ux_handle b, double pb);
// Takes the first value in draws where the condition is 1, and else the second. `particle`: of the result.
UX_IMPORT(choose) ux_handle __ux_core_choose(ux_handle condition, ux_handle a, double pa, ux_handle b, double pb,
                                             double particle);

// The program computes with the bits of a value that draws have different bits of.
UX_IMPORT(exposed) void __ux_core_exposed(ux_handle h, double particle);

// The program makes a distribution with a parameter that is uncertain: the particle is taken.
UX_IMPORT(parameter) void __ux_core_parameter(ux_handle h, double particle);

// Number of the comparison or conversion that runs, stored by rewritten code; 0 where the code was not rewritten.
// The bit UX_CHOICE says that the code behind can take a condition for an answer.
extern uint32_t __ux_site;
#define UX_CHOICE 0x40000000u

// The answer to a comparison: that of the particles, 0 or 1; or a condition, on which draws disagree. That is twice the
// handle of the values 0 and 1, and the particles' answer in the lowest bit.
int __ux_condition(int comparison, ux_handle a, double pa, ux_handle b, double pb, int answer);

void __ux_note_comparison(int comparison, ux_handle a, double pa, ux_handle b, double pb);
void __ux_note_conversion(int rounding, ux_handle h, double particle);
extern int __ux_is_quiet;  // whether __ux_note_bits leaves out the line
void __ux_note_bits(ux_handle h, double particle);
void __ux_note_parameter(ux_handle h, double particle);

static inline void __ux_watch_comparison(int comparison, ux_handle a, double pa, ux_handle b, double pb) {
  if ((a | b) && __ux_watches_decisions) __ux_note_comparison(comparison, a, pa, b, pb);
}
static inline void __ux_watch_conversion(int rounding, ux_handle h, double particle) {
  if (h && __ux_watches_decisions) __ux_note_conversion(rounding, h, particle);
}
static inline void __ux_watch_bits(ux_handle h, double particle) {
  if (h && __ux_watches_decisions) __ux_note_bits(h, particle);
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

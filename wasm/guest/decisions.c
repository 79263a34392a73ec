// Comparisons and conversions of values, and the sites already reported.
#include "decisions.h"

#include <stdlib.h>
#include <string.h>

uint32_t __ux_site;

// One bit per reported site.
static uint32_t *__ux_reported;
static uint32_t __ux_reported_words;

static int __ux_is_reported(uint32_t site) {
  return site / 32 < __ux_reported_words && __ux_reported[site / 32] >> site % 32 & 1;
}

static void __ux_mark_reported(uint32_t site) {
  if (site == 0) return;
  if (site / 32 >= __ux_reported_words) {
    uint32_t words = 2 * (site / 32 + 16);
    uint32_t *more = realloc(__ux_reported, words * sizeof *more);
    if (!more) return;  // If the allocation fails, the core is queried again.
    memset(more + __ux_reported_words, 0, (words - __ux_reported_words) * sizeof *more);
    __ux_reported = more;
    __ux_reported_words = words;
  }
  __ux_reported[site / 32] |= 1u << site % 32;
}

// Tests whether all draws decide the same way because the bounds are disjoint.
static int __ux_lie_apart(int comparison, const double x[2], const double y[2]) {
  switch (comparison) {
    case UX_COMPARISON_LT:
    case UX_COMPARISON_GE:
      return x[1] < y[0] || x[0] >= y[1];
    case UX_COMPARISON_GT:
    case UX_COMPARISON_LE:
      return x[0] > y[1] || x[1] <= y[0];
    default:
      return x[1] < y[0] || x[0] > y[1];
  }
}

void __ux_note_comparison(int comparison, ux_handle a, double pa, ux_handle b, double pb) {
  uint32_t site = __ux_site & ~UX_CHOICE;
  __ux_site = 0;
  if (__ux_is_reported(site)) return;
  double x[2], y[2];
  __ux_bounds_of(a, pa, x);
  __ux_bounds_of(b, pb, y);
  if (__ux_lie_apart(comparison, x, y)) return;
  if (__ux_core_compared(comparison, a, pa, b, pb, site)) __ux_mark_reported(site);
}

// Bounds save time only for truncation: rounding them in other ways costs as much as querying the core.
void __ux_note_conversion(int rounding, ux_handle h, double particle) {
  uint32_t site = __ux_site;
  __ux_site = 0;
  if (__ux_is_reported(site)) return;
  double x[2];
  __ux_bounds_of(h, particle, x);
  if (rounding == UX_ROUNDING_TRUNCATE && __builtin_trunc(x[0]) == __builtin_trunc(x[1])) return;
  if (__ux_core_converted(rounding, h, particle, site)) __ux_mark_reported(site);
}

void __ux_note_parameter(ux_handle h, double particle) {
  double x[2];
  __ux_bounds_of(h, particle, x);
  if (x[0] != x[1]) __ux_core_parameter(h, particle);
}

// ---- conditions ----------------------------------------------------------------------------------------------------
int __ux_condition(int comparison, ux_handle a, double pa, ux_handle b, double pb, int answer) {
  double x[2], y[2];
  __ux_bounds_of(a, pa, x);
  __ux_bounds_of(b, pb, y);
  if (__ux_lie_apart(comparison, x, y)) return answer;
  ux_handle h = __ux_core_holds(comparison, a, pa, b, pb);
  if (!h) return answer;
  (void)__ux_box64(h, answer);
  return (int)(h << 1) | answer;
}

static ux_handle __ux_handle_of_condition(uint32_t condition) { return condition >> 1; }

static uint32_t __ux_joined(int operation, ux_handle a, double pa, ux_handle b, double pb, double answer) {
  ux_handle h = __ux_core_binary(operation, a, pa, b, pb, answer);
  if (h) (void)__ux_box64(h, answer);
  return h << 1 | (answer != 0);
}
UX_EXPORT(__ux_condition_and) uint32_t __ux_condition_and(uint32_t a, uint32_t b) {
  return __ux_joined(UX_BINARY_MUL, __ux_handle_of_condition(a), a & 1, __ux_handle_of_condition(b), b & 1, a & b & 1);
}
UX_EXPORT(__ux_condition_or) uint32_t __ux_condition_or(uint32_t a, uint32_t b) {
  return __ux_joined(UX_BINARY_FMAX, __ux_handle_of_condition(a), a & 1, __ux_handle_of_condition(b), b & 1,
                     (a | b) & 1);
}
UX_EXPORT(__ux_condition_not) uint32_t __ux_condition_not(uint32_t a) {
  return __ux_joined(UX_BINARY_SUB, 0, 1, __ux_handle_of_condition(a), a & 1, !(a & 1));
}

// A condition on which all draws agree has no handle.
UX_EXPORT(__ux_f64_select) double __ux_f64_select(double a, double b, uint32_t condition) {
  ux_handle h = __ux_handle_of_condition(condition);
  double chosen = condition & 1 ? a : b;
  if (!h || __ux_bits64(a) == __ux_bits64(b)) return chosen;
  ux_handle ha = __ux_handle64(a), hb = __ux_handle64(b);
  if (ha) a = __ux_record_particle(ha);
  if (hb) b = __ux_record_particle(hb);
  double r = condition & 1 ? a : b;
  return __ux_box64(__ux_core_choose(h, ha, a, hb, b, r), r);
}
UX_EXPORT(__ux_f32_select) float __ux_f32_select(float a, float b, uint32_t condition) {
  ux_handle h = __ux_handle_of_condition(condition);
  float chosen = condition & 1 ? a : b;
  if (!h || __ux_bits32(a) == __ux_bits32(b)) return chosen;
  ux_handle ha = __ux_handle32(a), hb = __ux_handle32(b);
  if (ha) a = (float)__ux_record_particle(ha);
  if (hb) b = (float)__ux_record_particle(hb);
  float r = condition & 1 ? a : b;
  return __ux_box32(__ux_core_choose(h, ha, a, hb, b, r), r);
}

UX_EXPORT(__ux_f64_of_condition) double __ux_f64_of_condition(uint32_t condition) {
  return __ux_box64(__ux_handle_of_condition(condition), condition & 1);
}
UX_EXPORT(__ux_f32_of_condition) float __ux_f32_of_condition(uint32_t condition) {
  return __ux_box32(__ux_handle_of_condition(condition), (float)(condition & 1));
}

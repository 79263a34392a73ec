// Comparisons and conversions of values, and the sites that have already been reported.
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

void __ux_note_comparison(int comparison, ux_handle a, double pa, ux_handle b, double pb) {
  uint32_t site = __ux_site & ~UX_CHOICE;
  __ux_site = 0;
  if (__ux_is_reported(site)) return;
  if (__ux_lie_apart(comparison, __ux_find_range(a, pa), __ux_find_range(b, pb))) return;
  if (__ux_core_compared(comparison, a, pa, b, pb, site)) __ux_mark_reported(site);
}

// Ranges help only with truncation: any other way of rounding their limits costs as much as querying the core.
void __ux_note_conversion(int rounding, ux_handle h, double particle) {
  uint32_t site = __ux_site;
  __ux_site = 0;
  if (__ux_is_reported(site)) return;
  ux_range x = __ux_find_range(h, particle);
  if (rounding == UX_ROUNDING_TRUNCATE && __builtin_trunc(x.low) == __builtin_trunc(x.high)) return;
  if (__ux_core_converted(rounding, h, particle, site)) __ux_mark_reported(site);
}

void __ux_note_parameter(ux_handle h, double particle) {
  ux_range x = __ux_find_range(h, particle);
  if (x.low != x.high) __ux_core_parameter(h, particle);
}

// ---- conditions ----------------------------------------------------------------------------------------------------
int __ux_condition(int comparison, ux_handle a, double pa, ux_handle b, double pb, int answer) {
  if (__ux_lie_apart(comparison, __ux_find_range(a, pa), __ux_find_range(b, pb))) return answer;
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

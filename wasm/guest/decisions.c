// Bounds of compared values, and the sites that were reported.
#include "decisions.h"

#include <stdlib.h>
#include <string.h>

uint32_t __ux_site;

// One bit for each site that was reported.
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
    if (!more) return;  // The core is asked again.
    memset(more + __ux_reported_words, 0, (words - __ux_reported_words) * sizeof *more);
    __ux_reported = more;
    __ux_reported_words = words;
  }
  __ux_reported[site / 32] |= 1u << site % 32;
}

// Where the heap has no room for a table of bounds, the core is asked each time.
static void __ux_bounds_of(ux_handle h, double particle, double bounds[2]) {
  bounds[0] = bounds[1] = particle;
  if (!h) return;
  ux_chunk *chunk = __ux_chunks[h >> UX_CHUNK_BITS];
  uint32_t slot = h & (UX_CHUNK_SLOTS - 1);
  if (!chunk->bounds) {
    chunk->bounds = malloc(sizeof *chunk->bounds);
    if (chunk->bounds)
      for (uint32_t i = 0; i < UX_CHUNK_SLOTS; i++) chunk->bounds->low[i] = __builtin_nan("");
  }
  ux_bounds *known = chunk->bounds;
  if (known && known->low[slot] == known->low[slot]) {
    bounds[0] = known->low[slot];
    bounds[1] = known->high[slot];
    return;
  }
  __ux_core_bounds(h, particle, bounds);
  if (!known) return;
  known->low[slot] = bounds[0];
  known->high[slot] = bounds[1];
}

// Whether all draws decide alike because the bounds lie apart.
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
  uint32_t site = __ux_site;
  __ux_site = 0;
  if (__ux_is_reported(site)) return;
  double x[2], y[2];
  __ux_bounds_of(a, pa, x);
  __ux_bounds_of(b, pb, y);
  if (__ux_lie_apart(comparison, x, y)) return;
  if (__ux_core_compared(comparison, a, pa, b, pb, site)) __ux_mark_reported(site);
}

// Bounds say nothing here: rounding them needs as much as asking.
void __ux_note_conversion(int rounding, ux_handle h, double particle) {
  uint32_t site = __ux_site;
  __ux_site = 0;
  if (__ux_is_reported(site)) return;
  double x[2];
  __ux_bounds_of(h, particle, x);
  if (rounding == UX_ROUNDING_TRUNCATE && __builtin_trunc(x[0]) == __builtin_trunc(x[1])) return;
  if (__ux_core_converted(rounding, h, particle, site)) __ux_mark_reported(site);
}

// One report is enough: it has no place.
void __ux_note_bits(ux_handle h, double particle) {
  static int is_reported;
  double x[2];
  if (is_reported) return;
  __ux_bounds_of(h, particle, x);
  if (x[0] == x[1]) return;
  is_reported = 1;
  __ux_core_exposed(h, particle);
}

void __ux_note_parameter(ux_handle h, double particle) {
  double x[2];
  __ux_bounds_of(h, particle, x);
  if (x[0] != x[1]) __ux_core_parameter(h, particle);
}

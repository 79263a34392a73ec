// Watched variables: the memory ranges that currently hold them, and a test that tells whether a store has touched one
// of these ranges. src/reference/program/watch-stores.ts inserts calls to these functions if the user traces a
// variable.
#include "box.h"

#define UX_MAX_WATCHED 256

// A watched variable in one frame of its function, or in static memory.
typedef struct {
  uint32_t variable, start, end, frame;
} ux_watched;

static ux_watched __ux_watched_now[UX_MAX_WATCHED];
static uint32_t __ux_watched_count;
static uint32_t __ux_watched_low = 0xFFFFFFFF, __ux_watched_high;  // range that encloses all watched variables

// Reports that `size` bytes were stored at `address` and touched a watched variable, which begins at `start`.
UX_IMPORT(stored) void __ux_core_stored(uint32_t variable, uint32_t start, uint32_t address, uint32_t size);

static void __ux_measure_watched(void) {
  __ux_watched_low = 0xFFFFFFFF;
  __ux_watched_high = 0;
  for (uint32_t i = 0; i < __ux_watched_count; i++) {
    if (__ux_watched_now[i].start < __ux_watched_low) __ux_watched_low = __ux_watched_now[i].start;
    if (__ux_watched_now[i].end > __ux_watched_high) __ux_watched_high = __ux_watched_now[i].end;
  }
}

// Called when a function with a watched variable begins. Static variables have the highest possible frame address.
UX_EXPORT(__ux_watch_enter)
void __ux_watch_enter(uint32_t variable, uint32_t start, uint32_t size, uint32_t frame) {
  // Frames below this one no longer exist: a jump may have left them without notice.
  while (__ux_watched_count && __ux_watched_now[__ux_watched_count - 1].frame < frame) __ux_watched_count--;
  for (uint32_t i = 0; i < __ux_watched_count; i++) {
    if (__ux_watched_now[i].variable == variable && __ux_watched_now[i].start == start) return;
  }
  if (__ux_watched_count < UX_MAX_WATCHED) {
    __ux_watched_now[__ux_watched_count++] = (ux_watched){variable, start, start + size, frame};
  }
  __ux_measure_watched();
}

// Called when the function returns and when the stack has shrunk; frames up to this one no longer exist.
UX_EXPORT(__ux_watch_leave) void __ux_watch_leave(uint32_t frame) {
  if (!__ux_watched_count || __ux_watched_now[__ux_watched_count - 1].frame > frame) return;
  while (__ux_watched_count && __ux_watched_now[__ux_watched_count - 1].frame <= frame) __ux_watched_count--;
  __ux_measure_watched();
}

UX_EXPORT(__ux_watch_store) void __ux_watch_store(uint32_t address, uint32_t size) {
  if (address >= __ux_watched_high || address + size <= __ux_watched_low) return;
  for (uint32_t i = 0; i < __ux_watched_count; i++) {
    ux_watched *w = &__ux_watched_now[i];
    if (address < w->end && address + size > w->start) __ux_core_stored(w->variable, w->start, address, size);
  }
}

// Boxes made and unmade; the particle table; start-up of the runtime.
// The core (outside) owns records; this file owns what the guest must know of them.
#include "box.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ux_chunk *__ux_chunks[UX_CHUNK_COUNT];
uint32_t __ux_salt;
int __ux_mode;

// Before every other constructor: a static initialiser of the program may already create a distribution.
__attribute__((constructor(101))) static void __ux_start(void) {
  __ux_mode = __ux_core_mode();
  __ux_salt = __ux_core_salt();
}

static ux_chunk *__ux_chunk_of(ux_handle h) {
  ux_chunk **chunk = &__ux_chunks[h >> UX_CHUNK_BITS];
  if (!*chunk) {
    *chunk = calloc(1, sizeof(ux_chunk));
    if (!*chunk) {
      static const char message[] = "out of memory: the heap has no room for the table of uncertain values";
      __ux_core_fatal(message, sizeof message - 1);
    }
  }
  return *chunk;
}

static void __ux_record_made(ux_handle h, double particle) {
  ux_chunk *chunk = __ux_chunk_of(h);
  uint32_t slot = h & (UX_CHUNK_SLOTS - 1);
  uint32_t bit = 1u << (slot & 31);
  chunk->particle[slot] = particle;
  if (chunk->live[slot >> 5] & bit) return;
  chunk->live[slot >> 5] |= bit;
  __ux_count_record();
}

double __ux_box64(ux_handle h, double particle) {
  if (!h) return particle;
  __ux_record_made(h, particle);
  uint64_t sign = __ux_bits64(particle) & 0x8000000000000000u;
  return __ux_from_bits64(sign | (uint64_t)(UX_TAG64 | __ux_check_bits(h)) << 32 | h);
}

float __ux_box32(ux_handle h, float particle) {
  if (!h) return particle;
  __ux_record_made(h, particle);
  return __ux_from_bits32((__ux_bits32(particle) & 0x80000000u) | UX_TAG32 | h);
}

// What the program has buffered: called by the host after a trap, so that output before it is not lost.
UX_EXPORT(__ux_flush) void __ux_flush(void) { fflush(NULL); }

// A heap that is full ends the task with a message: most programs do not look at what malloc answers. A request that
// could never be met is the program's own question, and gets the ordinary answer; the host tells the two apart.
void *__real_sbrk(intptr_t increment);
void *__wrap_sbrk(intptr_t increment) {
  void *start = __real_sbrk(increment);
  if (start == (void *)-1 && increment > 0) __ux_core_heap_exhausted((size_t)increment);
  return start;
}

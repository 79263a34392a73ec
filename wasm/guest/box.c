// Boxes made and unmade; the particle table; start-up of the runtime.
// The core (outside) owns records; this file owns what the guest must know of them.
#include "decisions.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ux_chunk *__ux_chunks[UX_CHUNK_COUNT];
uint32_t __ux_salt;
int __ux_mode;
int __ux_watches_decisions;
int __ux_has_drawn;
uint32_t __ux_path;
uint32_t __ux_heap_end;  // read by the host: what lies above was never used

// Before every other constructor: a static initialiser of the program may already create a distribution.
__attribute__((constructor(101))) static void __ux_start(void) {
  __ux_mode = __ux_core_mode();
  __ux_salt = __ux_core_salt();
  __ux_watches_decisions = __ux_core_watches_decisions();
}

static ux_chunk *__ux_chunk_of(ux_handle h) {
  ux_chunk **chunk = &__ux_chunks[h >> UX_CHUNK_BITS];
  if (!*chunk) {
    *chunk = calloc(1, sizeof(ux_chunk));
    if (!*chunk) {
      static const char message[] = "out of memory: the heap has no room for the table of uncertain values";
      __ux_core_fatal(message, sizeof message - 1);
    }
    ux_handle first = h & ~(UX_CHUNK_SLOTS - 1);
    for (uint32_t i = 0; i < UX_CHUNK_SLOTS; i++) (*chunk)->check[i] = (uint16_t)(((first + i) ^ __ux_salt) * 0x9E3779B1u >> 16);
  }
  return *chunk;
}

static void __ux_record_made(ux_handle h, double particle) {
  ux_chunk *chunk = __ux_chunk_of(h);
  uint32_t slot = h & (UX_CHUNK_SLOTS - 1);
  uint32_t bit = 1u << (slot & 31);
  chunk->particle[slot] = particle;
  if (chunk->bounds) chunk->bounds->low[slot] = __builtin_nan("");
  if (chunk->live[slot >> 5] & bit) return;
  chunk->check[slot] += 0x9E37;  // odd: it takes 65 536 records to come back
  chunk->live[slot >> 5] |= bit;
  __ux_count_record();
}

// Reference cores have no records: what they answer is a number that was drawn.
static void __ux_note_draw(void) {
  if (__ux_mode == UX_MODE_REFERENCE) __ux_has_drawn = 1;
}

double __ux_box64(ux_handle h, double particle) {
  if (!h) {
    __ux_note_draw();
    return particle;
  }
  __ux_record_made(h, particle);
  uint64_t sign = __ux_bits64(particle) & 0x8000000000000000u;
  return __ux_from_bits64(sign | (uint64_t)(UX_TAG64 | __ux_check_bits(h)) << 32 | h);
}

ux_handle __ux_negated(ux_handle h) {
  double particle = -__ux_record_particle(h);
  ux_handle negated = __ux_core_unary(UX_UNARY_NEG, h, particle);
  __ux_record_made(negated, particle);
  return negated;
}

float __ux_box32(ux_handle h, float particle) {
  if (!h) {
    __ux_note_draw();
    return particle;
  }
  __ux_record_made(h, particle);
  return __ux_from_bits32((__ux_bits32(particle) & 0x80000000u) | UX_TAG32 | h);
}

// Says by its name which core the module was built for; the host reads it before it runs anything.
__attribute__((export_name(UX_CONTRACT_EXPORT), used, visibility("default"))) void __ux_contract(void) {}

// What the program has buffered: called by the host after a trap, so that output before it is not lost.
UX_EXPORT(__ux_flush) void __ux_flush(void) { fflush(NULL); }

extern unsigned char __heap_end;  // where the memory ends at the start: the linker's

// The end of the heap is kept here and not asked of the memory, which never shrinks: when a run begins again in a memory
// that an earlier one has let grow, it finds the room that is there. A heap that is full ends the task with a message: most
// programs do not look at what malloc answers. A request that could never be met is the program's own question, and gets
// the ordinary answer; the host tells the two apart.
#define UX_PAGE 65536u

void *__real_sbrk(intptr_t increment);
void *__wrap_sbrk(intptr_t increment) {
  uint32_t grown = (uint32_t)__builtin_wasm_memory_size(0) * UX_PAGE;
  if (!__ux_heap_end) __ux_heap_end = (uint32_t)&__heap_end;
  uint32_t start = __ux_heap_end;
  // Requests that make no sense are the library's to refuse.
  if (increment < 0 || increment % UX_PAGE) return __real_sbrk(increment);
  uint64_t end = (uint64_t)start + (uint32_t)increment;
  if (end > grown) {
    if (__builtin_wasm_memory_grow(0, (size_t)((end - grown) / UX_PAGE)) == (size_t)-1) {
      __ux_core_heap_exhausted((size_t)increment);
      errno = ENOMEM;
      return (void *)-1;
    }
  }
  __ux_heap_end = (uint32_t)end;
  return (void *)start;
}

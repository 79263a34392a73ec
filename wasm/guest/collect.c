// Finds the records that are still in use. Boxes are copied like any other number, so references cannot be counted.
// Instead, linear memory is searched for the bit patterns of boxes at a safepoint (the rewriter has spilled boxes in
// locals to the C stack). The core then discards every record that was not found. A pattern that only looks like a box
// keeps a record alive unnecessarily. A box is found at any byte offset and in any common byte order, provided that its
// bytes are adjacent. Other boxes become their particle, and a message informs the user (box.c).
#include "find-boxes.h"

#include <stdlib.h>
#include <string.h>

static uint32_t *__ux_marks;  // one bit per handle
static uint32_t __ux_mark_words;

static void __ux_mark(ux_handle h) {
  if (h) __ux_marks[h >> 5] |= 1u << (h & 31);
}

static void __ux_mark_at(uintptr_t start, uintptr_t end, uintptr_t at) {
  const uint64_t ones = 0x0101010101010101u, highest = ones << 7;
  uint64_t word = *(const uint64_t *)at;
  // The highest byte of a box consists of ones except for the sign, and an adjacent byte begins with three ones.
  uint64_t tops = ((word & ~highest) + ones) & highest;
  if (!tops) return;
  uint64_t threes = word & word << 1 & word << 2;
  tops &= threes << 8 | 0x80 | threes >> 8 | highest << 56;  // bytes before the first and after the last are not in this word
  for (; tops; tops &= tops - 1) __ux_find_at(start, end, at + (uintptr_t)__builtin_ctzll(tops) / 8, __ux_mark);
}

// `start` is a multiple of 8, and `end` a multiple of 32. Most of a program's memory is often zero, so zeros are
// skipped four words at a time.
static void __ux_mark_memory(uintptr_t start, uintptr_t end) {
  uintptr_t at = start;
  for (; at % 32 != 0; at += 8) __ux_mark_at(start, end, at);
  for (; at < end; at += 32) {
    const uint64_t *words = (const uint64_t *)at;
    if (!(words[0] | words[1] | words[2] | words[3])) continue;
    if (words[0] == (UX_HEAD_MARK | at)) {
      at += ((const ux_head *)at)->size - 32;
      continue;
    }
    for (int i = 0; i < 4; i++) __ux_mark_at(start, end, at + 8 * i);
  }
}

// Removes the handles that were not found from the table.
static void __ux_forget_unmarked(void) {
  __ux_records_alive = 0;
  for (uint32_t c = 0; c < __ux_mark_words * 32 / UX_CHUNK_SLOTS; c++) {
    if (!__ux_chunks[c]) continue;
    for (uint32_t i = 0; i < UX_CHUNK_SLOTS / 32; i++) {
      uint32_t gone = __ux_chunks[c]->live[i] & ~__ux_marks[c * (UX_CHUNK_SLOTS / 32) + i];
      __ux_chunks[c]->live[i] &= ~gone;
      for (; gone; gone &= gone - 1) __ux_forget_name(c * UX_CHUNK_SLOTS + i * 32 + (uint32_t)__builtin_ctz(gone));
      __ux_records_alive += (uint32_t)__builtin_popcount(__ux_chunks[c]->live[i]);
    }
  }
  // The bits of a deleted record may turn up again, and code for plain numbers would not recognise them.
  if (__ux_records_alive == 0) __ux_records_alive = 1;
}

static void __ux_make_marks(void) {
  uint32_t chunks = UX_CHUNK_COUNT;
  while (chunks > 0 && !__ux_chunks[chunks - 1]) chunks--;
  uint32_t words = chunks * (UX_CHUNK_SLOTS / 32);
  if (words > __ux_mark_words) {
    __ux_marks = realloc(__ux_marks, words * sizeof *__ux_marks);
    if (!__ux_marks) {
      static const char message[] = "out of memory: the heap has no room to look for values that are no longer used";
      __ux_core_fatal(message, sizeof message - 1);
    }
    __ux_mark_words = words;
  }
  memset(__ux_marks, 0, __ux_mark_words * sizeof *__ux_marks);
  for (uint32_t c = 0; c < chunks; c++) {
    if (__ux_chunks[c]) memcpy(__ux_marks + c * (UX_CHUNK_SLOTS / 32), __ux_chunks[c]->kept, sizeof __ux_chunks[c]->kept);
  }
}

// Called by rewritten code when every box is in memory.
UX_EXPORT(__ux_safepoint) void __ux_safepoint(void) {
  __ux_collect_wanted = 0;
  if (__ux_records_alive == 0) return;
  __ux_make_marks();
  uintptr_t start = (uintptr_t)__builtin_frame_address(0) & ~(uintptr_t)7;
  uintptr_t end = __builtin_wasm_memory_size(0) * 65536;
  __ux_mark_memory(start, end);
  __ux_forget_unmarked();
  __ux_room = __ux_core_sweep(__ux_marks, __ux_mark_words, end - start);
  if (__ux_room == 0) __ux_collect_wanted = 1;
}

// Boxes among bytes, wherever they lie: doubles and floats at any byte, because packed structures, buffers and files hold
// them so, and long doubles, whose bits are shifted.
#pragma once
#include <string.h>

#include "box.h"

static inline uint32_t __ux_load32(uintptr_t at) {
  uint32_t bits;
  memcpy(&bits, (const void *)at, sizeof bits);
  return bits;
}
static inline uint64_t __ux_load64(uintptr_t at) {
  uint64_t bits;
  memcpy(&bits, (const void *)at, sizeof bits);
  return bits;
}

// Calls `found` with the handles of the boxes whose highest byte lies at `top`, or with 0; `start` is where the bytes begin.
// The four bytes may be a float's box, or the top of a double's or of a long double's.
static inline void __ux_find_below(uintptr_t start, uintptr_t top, void (*found)(ux_handle)) {
  if (top < start + 3) return;
  uint32_t word = __ux_load32(top - 3);
  if ((word & UX_TAG32) != UX_TAG32) return;
  found(word & UX_MAX_HANDLE);
  if (top < start + 7) return;
  uint64_t wide = __ux_load64(top - 7);
  found(__ux_handle_of_bits64(wide));
  // A long double keeps the 52 bits of a double's significand in the top of its own 112.
  if ((word & 0x7FFFF000u) != 0x7FFFC000u || top < start + 8) return;
  uint64_t significand = (wide & 0xFFFFFFFFFFFFu) << 4 | *(const unsigned char *)(top - 8) >> 4;
  found(__ux_handle_of_bits64((uint64_t)0x7FF << 52 | significand));
}

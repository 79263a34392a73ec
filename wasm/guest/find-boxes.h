// Finds boxes among bytes. Doubles and floats may be at any byte offset, as in packed structures, buffers and files,
// and in any byte order that files and networks use. Long doubles, in which the bits are shifted, are found as well.
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

// Swaps the bytes of each 16-bit word.
static inline uint64_t __ux_swap_bytes(uint64_t bits) {
  return (bits >> 8 & 0x00FF00FF00FF00FFu) | (bits & 0x00FF00FF00FF00FFu) << 8;
}
// Reverses the order of the 16-bit words.
static inline uint64_t __ux_swap_words(uint64_t bits) { return __builtin_bswap64(__ux_swap_bytes(bits)); }

static inline uint64_t __ux_bytes_at(uintptr_t start, uintptr_t end, uintptr_t at, int size) {
  if (at < start || at + (uintptr_t)size > end) return 0;
  return size == 4 ? __ux_load32(at) : __ux_load64(at);
}

// Finds a little-endian float, double or long double whose highest byte is at `top`.
static inline void __ux_find_below(uintptr_t start, uintptr_t end, uintptr_t top, void (*found)(ux_handle)) {
  uint64_t word = __ux_bytes_at(start, end, top - 3, 4);
  if ((word & UX_TAG32) != UX_TAG32) return;
  found(__ux_handle_of_bits32((uint32_t)word));
  uint64_t wide = __ux_bytes_at(start, end, top - 7, 8);
  found(__ux_handle_of_bits64(wide));
  // The low word may have been changed by the program.
  if ((word & 0x7FFF0000u) == UX_TAG64) found(__ux_handle_of_half((uint32_t)word));
  // A long double stores the 52 bits of a double's significand at the top of its own 112 bits.
  if ((word & 0x7FFFF000u) != 0x7FFFC000u || top < start + 8) return;
  uint64_t significand = (wide & 0xFFFFFFFFFFFFu) << 4 | *(const unsigned char *)(top - 8) >> 4;
  found(__ux_handle_of_bits64((uint64_t)0x7FF << 52 | significand));
}

// Calls `found` with the handle of each box whose highest byte is at `top`, or with 0; the bytes range from `start` to
// `end`. Byte orders are written as the bytes of a word, with A as the highest byte: DCBA is the order on this machine,
// and ABCD that of networks. 16-bit words occur in either order, with their bytes in either order.
static inline void __ux_find_at(uintptr_t start, uintptr_t end, uintptr_t top, void (*found)(ux_handle)) {
  __ux_find_below(start, end, top, found);
  uintptr_t even = top - 1, low = top - 6;
  uint64_t forward = __ux_bytes_at(start, end, top, 4);
  if ((forward & 0xE0FF) > 0xE000) {
    found(__ux_handle_of_bits32(__builtin_bswap32((uint32_t)forward)));
    found(__ux_handle_of_bits64(__builtin_bswap64(__ux_bytes_at(start, end, top, 8))));
  }
  // CDAB, and GHEFCDAB.
  found(__ux_handle_of_bits32((uint32_t)__ux_swap_bytes(__ux_bytes_at(start, end, top - 2, 4))));
  found(__ux_handle_of_bits64(__ux_swap_bytes(__ux_bytes_at(start, end, low, 8))));
  // BADC, and BADCFEHG.
  uint64_t turned = __ux_bytes_at(start, end, even, 4);
  found(__ux_handle_of_bits32((uint32_t)(turned << 16 | turned >> 16)));
  found(__ux_handle_of_bits64(__ux_swap_words(__ux_bytes_at(start, end, even, 8))));
  // Doubles whose 32-bit words are in the opposite order to their bytes.
  uint64_t other = __ux_bytes_at(start, end, top - 3, 8);
  found(__ux_handle_of_bits64(other << 32 | other >> 32));
  other = __builtin_bswap64(__ux_bytes_at(start, end, top - 4, 8));
  found(__ux_handle_of_bits64(other << 32 | other >> 32));
}

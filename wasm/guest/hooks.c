// The slow paths of floating-point instructions. The rewriter calls __ux_<instruction> if an operand may be a box. A
// plain NaN takes this path as well, and yields the result of the instruction. The particle of the result is computed
// with the same instruction.
#include "decisions.h"
#include "find-boxes.h"

#include <string.h>

#define SINGLE UX_SINGLE_PRECISION

#define UNARY64(name, op, expression)                                   \
  UX_EXPORT(__ux_f64_##name) double __ux_f64_##name(double x) {         \
    ux_handle h = __ux_handle64(x);                                     \
    if (h) x = __ux_record_particle(h);                                 \
    double r = expression;                                              \
    return h ? __ux_box64(__ux_core_unary(op, h, r), r) : r;            \
  }
#define UNARY32(name, op, expression)                                   \
  UX_EXPORT(__ux_f32_##name) float __ux_f32_##name(float x) {           \
    ux_handle h = __ux_handle32(x);                                     \
    if (h) x = (float)__ux_record_particle(h);                          \
    float r = expression;                                               \
    return h ? __ux_box32(__ux_core_unary((op) | SINGLE, h, r), r) : r; \
  }

UNARY64(neg, UX_UNARY_NEG, -x)
UNARY64(abs, UX_UNARY_FABS, __builtin_fabs(x))
UNARY64(sqrt, UX_UNARY_SQRT, __builtin_sqrt(x))
UNARY64(ceil, UX_UNARY_CEIL, __builtin_ceil(x))
UNARY64(floor, UX_UNARY_FLOOR, __builtin_floor(x))
UNARY64(trunc, UX_UNARY_TRUNC, __builtin_trunc(x))
UNARY64(nearest, UX_UNARY_NEAREST, __builtin_rint(x))
UNARY32(neg, UX_UNARY_NEG, -x)
UNARY32(abs, UX_UNARY_FABS, __builtin_fabsf(x))
UNARY32(sqrt, UX_UNARY_SQRT, __builtin_sqrtf(x))
UNARY32(ceil, UX_UNARY_CEIL, __builtin_ceilf(x))
UNARY32(floor, UX_UNARY_FLOOR, __builtin_floorf(x))
UNARY32(trunc, UX_UNARY_TRUNC, __builtin_truncf(x))
UNARY32(nearest, UX_UNARY_NEAREST, __builtin_rintf(x))

#define BINARY64(name, op, expression)                                                \
  UX_EXPORT(__ux_f64_##name) double __ux_f64_##name(double x, double y) {             \
    ux_handle hx = __ux_handle64(x), hy = __ux_handle64(y);                           \
    if (hx) x = __ux_record_particle(hx);                                             \
    if (hy) y = __ux_record_particle(hy);                                             \
    double r = expression;                                                            \
    return hx | hy ? __ux_box64(__ux_core_binary(op, hx, x, hy, y, r), r) : r;        \
  }
#define BINARY32(name, op, expression)                                                      \
  UX_EXPORT(__ux_f32_##name) float __ux_f32_##name(float x, float y) {                      \
    ux_handle hx = __ux_handle32(x), hy = __ux_handle32(y);                                 \
    if (hx) x = (float)__ux_record_particle(hx);                                            \
    if (hy) y = (float)__ux_record_particle(hy);                                            \
    float r = expression;                                                                   \
    return hx | hy ? __ux_box32(__ux_core_binary((op) | SINGLE, hx, x, hy, y, r), r) : r;   \
  }

BINARY64(add, UX_BINARY_ADD, x + y)
BINARY64(sub, UX_BINARY_SUB, x - y)
BINARY64(mul, UX_BINARY_MUL, x * y)
BINARY64(div, UX_BINARY_DIV, x / y)
BINARY64(min, UX_BINARY_MIN, __builtin_wasm_min_f64(x, y))
BINARY64(max, UX_BINARY_MAX, __builtin_wasm_max_f64(x, y))
BINARY32(add, UX_BINARY_ADD, x + y)
BINARY32(sub, UX_BINARY_SUB, x - y)
BINARY32(mul, UX_BINARY_MUL, x * y)
BINARY32(div, UX_BINARY_DIV, x / y)
BINARY32(min, UX_BINARY_MIN, __builtin_wasm_min_f32(x, y))
BINARY32(max, UX_BINARY_MAX, __builtin_wasm_max_f32(x, y))

// A plain number takes the sign of the particle, unless each draw takes its own branch.
#define COPYSIGN(type, number, width, flag, builtin)                                                   \
  UX_EXPORT(__ux_##type##_copysign) number __ux_##type##_copysign(number x, number y) {                \
    ux_handle hx = __ux_handle##width(x), hy = __ux_handle##width(y);                                  \
    if (hx) x = (number)__ux_record_particle(hx);                                                      \
    if (hy) y = (number)__ux_record_particle(hy);                                                      \
    number r = builtin(x, y);                                                                          \
    if (!hx && !__ux_makes_choices) {                                                                  \
      __ux_site = 0;                                                                                   \
      __ux_watch_comparison(UX_COMPARISON_LT, hy, y, 0, 0);                                            \
      return r;                                                                                        \
    }                                                                                                  \
    return hx | hy ? __ux_box##width(__ux_core_binary(UX_BINARY_COPYSIGN | flag, hx, x, hy, y, r), r) : r; \
  }
COPYSIGN(f64, double, 64, 0, __builtin_copysign)
COPYSIGN(f32, float, 32, SINGLE, __builtin_copysignf)

// True if the code after a comparison lets each draw take its own branch. If it does not, the comparison is a decision.
static int __ux_may_choose(ux_handle h) {
  int may = h && __ux_makes_choices && __ux_site & UX_CHOICE;
  if (may) __ux_site = 0;
  return may;
}

#define COMPARE(name, operator, comparison)                                \
  UX_EXPORT(__ux_f64_##name) int __ux_f64_##name(double x, double y) {     \
    ux_handle hx = __ux_handle64(x), hy = __ux_handle64(y);                \
    if (hx) x = __ux_record_particle(hx);                                  \
    if (hy) y = __ux_record_particle(hy);                                  \
    if (__ux_may_choose(hx | hy)) return __ux_condition(comparison, hx, x, hy, y, x operator y); \
    __ux_watch_comparison(comparison, hx, x, hy, y);                       \
    return x operator y;                                                   \
  }                                                                        \
  UX_EXPORT(__ux_f32_##name) int __ux_f32_##name(float x, float y) {       \
    ux_handle hx = __ux_handle32(x), hy = __ux_handle32(y);                \
    if (hx) x = (float)__ux_record_particle(hx);                           \
    if (hy) y = (float)__ux_record_particle(hy);                           \
    if (__ux_may_choose(hx | hy)) return __ux_condition(comparison, hx, x, hy, y, x operator y); \
    __ux_watch_comparison(comparison, hx, x, hy, y);                       \
    return x operator y;                                                   \
  }

COMPARE(eq, ==, UX_COMPARISON_EQ)
COMPARE(ne, !=, UX_COMPARISON_NE)
COMPARE(lt, <, UX_COMPARISON_LT)
COMPARE(gt, >, UX_COMPARISON_GT)
COMPARE(le, <=, UX_COMPARISON_LE)
COMPARE(ge, >=, UX_COMPARISON_GE)

#define TRUNCATE(integer, type, s)                                                                  \
  UX_EXPORT(__ux_##integer##_trunc_f64_##s) type __ux_##integer##_trunc_f64_##s(double x) {         \
    ux_handle h = __ux_handle64(x);                                                                 \
    if (h) x = __ux_record_particle(h);                                                             \
    __ux_watch_conversion(UX_ROUNDING_TRUNCATE, h, x);                                                 \
    return __builtin_wasm_trunc_##s##_##integer##_f64(x);                                           \
  }                                                                                                 \
  UX_EXPORT(__ux_##integer##_trunc_f32_##s) type __ux_##integer##_trunc_f32_##s(float x) {          \
    ux_handle h = __ux_handle32(x);                                                                 \
    if (h) x = (float)__ux_record_particle(h);                                                      \
    __ux_watch_conversion(UX_ROUNDING_TRUNCATE, h, x);                                                 \
    return __builtin_wasm_trunc_##s##_##integer##_f32(x);                                           \
  }                                                                                                 \
  UX_EXPORT(__ux_##integer##_trunc_sat_f64_##s) type __ux_##integer##_trunc_sat_f64_##s(double x) { \
    ux_handle h = __ux_handle64(x);                                                                 \
    if (h) x = __ux_record_particle(h);                                                             \
    __ux_watch_conversion(UX_ROUNDING_TRUNCATE, h, x);                                                 \
    return __builtin_wasm_trunc_saturate_##s##_##integer##_f64(x);                                  \
  }                                                                                                 \
  UX_EXPORT(__ux_##integer##_trunc_sat_f32_##s) type __ux_##integer##_trunc_sat_f32_##s(float x) {  \
    ux_handle h = __ux_handle32(x);                                                                 \
    if (h) x = (float)__ux_record_particle(h);                                                      \
    __ux_watch_conversion(UX_ROUNDING_TRUNCATE, h, x);                                                 \
    return __builtin_wasm_trunc_saturate_##s##_##integer##_f32(x);                                  \
  }

TRUNCATE(i32, int32_t, s)
TRUNCATE(i32, int32_t, u)
TRUNCATE(i64, int64_t, s)
TRUNCATE(i64, int64_t, u)

// The same record serves both widths, since every float is a double.
UX_EXPORT(__ux_f64_promote_f32) double __ux_f64_promote_f32(float x) {
  ux_handle h = __ux_handle32(x);
  return h ? __ux_box64(h, __ux_record_particle(h)) : (double)x;
}
UX_EXPORT(__ux_f32_demote_f64) float __ux_f32_demote_f64(double x) {
  ux_handle h = __ux_handle64(x);
  if (!h) return (float)x;
  float r = (float)__ux_record_particle(h);
  return __ux_box32(__ux_core_unary(UX_UNARY_DEMOTE | SINGLE, h, r), r);
}

// The bits of a number that the program inspects rather than merely moves, which are those of the particle.
UX_EXPORT(__ux_i64_particle_bits_f64) int64_t __ux_i64_particle_bits_f64(double x) {
  ux_handle h = __ux_handle64(x);
  if (h) x = __ux_record_particle(h);
  __ux_watch_bits(h, x);
  return (int64_t)__ux_bits64(x);
}
UX_EXPORT(__ux_i32_particle_bits_f32) int32_t __ux_i32_particle_bits_f32(float x) {
  ux_handle h = __ux_handle32(x);
  if (h) x = (float)__ux_record_particle(h);
  __ux_watch_bits(h, x);
  return (int32_t)__ux_bits32(x);
}

// The same for bits that are already an integer. The sign is kept, because if it differs from that of the particle, the
// program has set it.
UX_EXPORT(__ux_i64_particle_of_bits) int64_t __ux_i64_particle_of_bits(int64_t bits) {
  ux_handle h = __ux_handle_of_bits64((uint64_t)bits);
  if (!h) return (int64_t)__ux_other_bits64((uint64_t)bits);
  __ux_watch_bits(h, __ux_record_particle(h));
  uint64_t without_sign = __ux_bits64(__ux_record_particle(h)) & INT64_MAX;
  return (int64_t)(without_sign | ((uint64_t)bits & (uint64_t)INT64_MIN));
}
UX_EXPORT(__ux_i32_particle_of_bits) int32_t __ux_i32_particle_of_bits(int32_t bits) {
  ux_handle h = __ux_handle_of_bits32((uint32_t)bits);
  if (!h) return (int32_t)__ux_other_bits32((uint32_t)bits);
  __ux_watch_bits(h, __ux_record_particle(h));
  uint32_t without_sign = __ux_bits32((float)__ux_record_particle(h)) & INT32_MAX;
  return (int32_t)(without_sign | ((uint32_t)bits & (uint32_t)INT32_MIN));
}

// A number in memory: its bits in this machine's byte order, and the order in which its bytes are stored.
typedef struct {
  char *start;
  uint64_t bits;
  int order, is_single;
} ux_stored;

// Changes the order of a number's bytes; the same change restores the original order. 1: reversed; 2: bytes of 16-bit
// words swapped; 3: 16-bit words reversed; 4: 32-bit words swapped; 5: bytes of 32-bit words reversed.
static uint64_t __ux_reorder(uint64_t bits, int order, int is_single) {
  if (is_single) return order ? __builtin_bswap32((uint32_t)bits) : bits;
  if (order == 1 || order == 5) bits = __builtin_bswap64(bits);
  if (order >= 4) return bits << 32 | bits >> 32;
  return order == 2 ? __ux_swap_bytes(bits) : order == 3 ? __ux_swap_words(bits) : bits;
}

static void __ux_load_stored(ux_stored *stored, uintptr_t start, int order, int is_single) {
  uint64_t bits = is_single ? __ux_load32(start) : __ux_load64(start);
  *stored = (ux_stored){(char *)start, __ux_reorder(bits, order, is_single), order, is_single};
}

// The particle's bits for a number in memory; for a plain number, the bits as stored.
static uint64_t __ux_particle_bits_at(const ux_stored *stored) {
  uint64_t bits = stored->is_single ? (uint32_t)__ux_i32_particle_of_bits((int32_t)stored->bits)
                                    : (uint64_t)__ux_i64_particle_of_bits((int64_t)stored->bits);
  return __ux_reorder(bits, stored->order, stored->is_single);
}

// Finds the box in memory that contains a part of `size` bytes: the box of a double in any byte order, or possibly that
// of a float.
static int __ux_find_around(ux_stored *stored, uintptr_t part, uintptr_t size, int may_be_single) {
  // The distance from the start of a double to its highest byte, by order.
  static const unsigned char tops[] = {7, 0, 6, 1, 3, 4};
  uintptr_t end = __builtin_wasm_memory_size(0) * 65536;
  for (uintptr_t top = part + size + 6; top > part - 8; top--) {
    if (top >= end || (*(const unsigned char *)top & 0x7F) != 0x7F) continue;
    for (int order = 0; order < 6; order++) {
      uintptr_t start = top - tops[order];
      if (start > part || start + 8 < part + size || start + 8 > end) continue;
      __ux_load_stored(stored, start, order, 0);
      if (__ux_handle_of_bits64(stored->bits) || __ux_other_bits64(stored->bits) != stored->bits) return 1;
    }
    for (int order = 0; may_be_single && order < 2; order++) {
      uintptr_t start = order ? top : top - 3;
      if (start > part || start + 4 < part + size || start + 4 > end) continue;
      __ux_load_stored(stored, start, order, 1);
      if (__ux_handle_of_bits32((uint32_t)stored->bits)) return 1;
    }
  }
  return 0;
}

void __ux_copy_particles(void *to, const void *from, size_t size) {
  ux_stored stored;
  memcpy(to, from, size);
  for (size_t i = 0; i < size; i++) {
    if ((((const unsigned char *)from)[i] & 0x7F) != 0x7F || !__ux_find_around(&stored, (uintptr_t)from + i, 1, 1)) continue;
    size_t start = (size_t)(stored.start - (const char *)from), length = stored.is_single ? 4 : 8;
    if (start > size || start + length > size) continue;
    uint64_t bits = __ux_particle_bits_at(&stored);
    if (stored.is_single) __ux_core_lost();
    memcpy((char *)to + start, &bits, length);
    i = start + length - 1;
  }
}

// The bits to show to the user: for a box in any byte order, those of its particle.
int64_t __ux_shown_bits64(int64_t bits) {
  for (int order = 1; order < 6; order++) {
    uint64_t number = __ux_reorder((uint64_t)bits, order, 0);
    if (__ux_handle_of_bits64(number))
      return (int64_t)__ux_reorder((uint64_t)__ux_i64_particle_of_bits((int64_t)number), order, 0);
  }
  return __ux_i64_particle_of_bits(bits);
}

int32_t __ux_i32_particle_digits(int32_t bits, int32_t place);

static const unsigned char *__ux_returned_byte;
void __ux_note_byte(const unsigned char *byte) { __ux_returned_byte = byte; }

// Called when part of a number in memory has been read as an integer. `shape` encodes: the start of the part; its size
// in bytes; whether it is signed; whether the number is or may be a float; whether the address is that of the part (for
// any number); whether reporting is suppressed; whether the part is a byte that the function returns; whether `number`
// is such a byte instead of an address; whether the part is a digit; and then the function's number
// (src/rewrite/writing/part-in-memory.ts).
UX_EXPORT(__ux_i32_particle_of_part) int32_t __ux_i32_particle_of_part(int32_t number, int32_t shape) {
  int place = shape & 7, size = (shape >> 3) & 7, is_signed = (shape >> 6) & 1, is_single = (shape >> 7) & 1;
  int watches = __ux_watches_decisions;
  uintptr_t part = (uintptr_t)number;
  ux_stored stored;
  uint64_t bits = 0;
  if (shape >> 10 & 1) {
    __ux_note_byte((const unsigned char *)part);
    return is_signed ? *(const int8_t *)part : *(const uint8_t *)part;
  }
  if (shape >> 11 & 1) {
    part = (uintptr_t)__ux_returned_byte;
    __ux_returned_byte = NULL;
    if (!part || *(const uint8_t *)part != (uint8_t)number) return number;
  }
  if (shape >> 9 & 1) __ux_watches_decisions = 0;
  if (!(shape >> 8 & 1)) {
    __ux_load_stored(&stored, part, 0, is_single);
    bits = __ux_particle_bits_at(&stored) >> 8 * place;
  } else if (__ux_find_around(&stored, part, (uintptr_t)size, is_single)) {
    bits = __ux_particle_bits_at(&stored) >> 8 * (part - (uintptr_t)stored.start);
    is_single = stored.is_single;
  } else if (shape >> 12 & 1) {
    uint32_t word = (uint32_t)__ux_load32(part & ~(uintptr_t)3);
    return (uint8_t)((uint32_t)__ux_i32_particle_digits((int32_t)word, shape >> 13) >> 8 * (part & 3));
  } else {
    memcpy(&bits, (const void *)part, (size_t)size);
    is_single = 0;
  }
  __ux_watches_decisions = watches;
  // A float has no check bits that distinguish it from other integers, so the user is notified.
  if (is_single) __ux_core_lost();
  if (size == 4) return (int32_t)bits;
  if (size == 2) return is_signed ? (int16_t)bits : (uint16_t)bits;
  return is_signed ? (int8_t)bits : (uint8_t)bits;
}

// Called when part of a number in memory is about to be overwritten, so that its other parts are replaced with those of
// the particle. `is_single`: bit 0: the number is or may be a float; bit 1: the address is that of the part (for any
// number); bit 2: reporting is suppressed. Fields of new objects are stored over old boxes on the stack in the same
// way, so a store never reports that draws differ.
UX_EXPORT(__ux_i32_particle_in_memory) void __ux_i32_particle_in_memory(int32_t number, int32_t is_single) {
  int is_float = is_single & 1, is_anywhere = is_single >> 1 & 1, watches = __ux_watches_decisions;
  ux_stored box;
  if (!is_anywhere)
    __ux_load_stored(&box, (uintptr_t)number, 0, is_float);
  else if (!__ux_find_around(&box, (uintptr_t)number, 1, is_float))
    return;
  if (is_single >> 2 & 1) __ux_watches_decisions = 0;
  __ux_is_quiet = 1;
  uint64_t bits = __ux_particle_bits_at(&box);
  __ux_is_quiet = 0;
  __ux_watches_decisions = watches;
  if (box.is_single && is_anywhere) __ux_core_lost();
  memcpy(box.start, &bits, box.is_single ? 4 : 8);
}

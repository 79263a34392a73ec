// Comparisons and digits of integers that may be the bits of boxes, as in programs that sort numbers by their bits. The
// integers themselves remain boxes, so sorting moves values along with their distributions.
//
// The box of a double has check bits. That of a float has none, so the decision is based on evidence: of the integers
// with a float's tag that a function compares, all are boxes if the function sorts floats, and hardly any are if it
// sorts other integers.
#include "decisions.h"

#define UX_PLACES 1024u
#define UX_MOST_POINTS 32
#define UX_BOTH_POINTS 6
#define UX_OPERATION_BITS 4
#define UX_FIRST_EQUALITY 10

// The evidence for each function, which is positive if the function compares floats.
static signed char __ux_points[UX_PLACES];

static int __ux_are_floats(uint32_t place, int points) {
  signed char *known = &__ux_points[place % UX_PLACES];
  points += *known;
  *known = (signed char)(points > UX_MOST_POINTS ? UX_MOST_POINTS : points < -UX_MOST_POINTS ? -UX_MOST_POINTS : points);
  return *known > 0;
}

// An integer that may consist of the bits of a number.
typedef struct {
  ux_handle handle;  // handle of the box with these bits, or 0 if there is none
  double particle;   // number to compare, with the sign of the bits
  int points;        // evidence that the integer is a float
} ux_key;

// The number that a box has in the current draw, or its particle; its sign is changed if the program has changed the
// sign.
static double __ux_key_particle(ux_handle h, int is_negative) {
  double particle = __ux_record_particle(h);
  if (__ux_draw_frame && __ux_is_drawing()) return __ux_drawn(h, is_negative);
  return __builtin_copysign(particle, is_negative ? -1.0 : 1.0);
}

static ux_key __ux_key32(uint32_t u) {
  uint32_t bits = u & UX_NAME_MASK;
  ux_key key = {0, __ux_from_bits32(u), 0};
  // Other bits are not a name, for example those of small negative integers and of the largest integer.
  int may_be_name = bits >= UX_FIRST_BITS && bits < UX_END_BITS && bits & 0xFF && bits & 0xFF00;
  if ((u & UX_TAG32) != UX_TAG32 || !may_be_name) return key;
  key.handle = __ux_handle_of_bits32(u);
  key.points = -1;
  if (!key.handle) return key;
  if (__ux_bits64(__ux_record_particle(key.handle)) >> 63 == u >> 31) key.points = 1;
  key.particle = __ux_key_particle(key.handle, (int)(u >> 31));
  return key;
}

static ux_key __ux_key64(uint64_t u) {
  ux_key key = {__ux_handle_of_bits64(u), __ux_from_bits64(u), 0};
  if (key.handle)
    key.particle = __ux_key_particle(key.handle, (int)(u >> 63));
  else
    key.particle = __ux_from_bits64(__ux_other_bits64(u));
  return key;
}

// Reports the decision, as for a comparison of the numbers. If the program has changed the sign of a value, the result
// has no record.
static void __ux_watch_keys(int comparison, const ux_key *a, const ux_key *b) {
  const ux_key *keys[] = {a, b};
  for (int i = 0; i < 2; i++) {
    ux_handle h = keys[i]->handle;
    if (!h || __ux_bits64(__ux_record_particle(h)) >> 63 == __ux_bits64(keys[i]->particle) >> 63) continue;
    __ux_watch_bits(h, __ux_record_particle(h));
    return;
  }
  __ux_watch_comparison(comparison, a->handle, a->particle, b->handle, b->particle);
}

static int __ux_in_order(int operation, int64_t a, int64_t b) {
  switch (operation >> 1) {
    case 0: return a < b;
    case 1: return a > b;
    case 2: return a <= b;
    case 3: return a >= b;
    case 5: return a == b;
    case 6: return a != b;
    default: return (int32_t)((uint64_t)a - (uint64_t)b);
  }
}

static int __ux_order32(int operation, uint32_t a, uint32_t b) {
  int is_unsigned = operation & 1;
  return __ux_in_order(operation, is_unsigned ? (int64_t)a : (int32_t)a, is_unsigned ? (int64_t)b : (int32_t)b);
}

static int __ux_order64(int operation, uint64_t a, uint64_t b) {
  uint64_t sign = operation & 1 ? (uint64_t)INT64_MIN : 0;
  return __ux_in_order(operation, (int64_t)(a ^ sign), (int64_t)(b ^ sign));
}

// Replaces the bits of floats with those of their particles.
static void __ux_open_keys(int operation, uint32_t place, uint32_t *a, uint32_t *b) {
  ux_key x = __ux_key32(*a), y = __ux_key32(*b);
  // Two words of one box, and two equal integers, are evidence only once.
  int is_one = *a == *b || (x.handle && x.handle == y.handle);
  int points = is_one ? x.points : x.handle && y.handle ? UX_BOTH_POINTS : x.points + y.points;
  if (!__ux_are_floats(place, points) || !(x.handle | y.handle)) return;
  if (x.handle) *a = __ux_bits32((float)x.particle);
  if (y.handle) *b = __ux_bits32((float)y.particle);
  int is_equality = operation >= UX_FIRST_EQUALITY;
  // A value equals itself in all draws.
  if (is_equality && x.handle == y.handle) return;
  __ux_watch_keys(is_equality ? UX_COMPARISON_EQ : UX_COMPARISON_LT, &x, &y);
}

// Compares or subtracts two integers. `how` contains the operation in the lowest bits, followed by the function's
// number (src/rewrite/writing/order-of-bits.ts).
UX_EXPORT(__ux_i32_particle_order) int32_t __ux_i32_particle_order(int32_t a, int32_t b, int32_t how) {
  uint32_t x = (uint32_t)a, y = (uint32_t)b;
  int operation = how & ((1 << UX_OPERATION_BITS) - 1);
  __ux_open_keys(operation, (uint32_t)how >> UX_OPERATION_BITS, &x, &y);
  return __ux_order32(operation, x, y);
}

UX_EXPORT(__ux_i64_particle_order) int32_t __ux_i64_particle_order(int64_t a, int64_t b, int32_t how) {
  int operation = how & ((1 << UX_OPERATION_BITS) - 1);
  ux_key x = __ux_key64((uint64_t)a), y = __ux_key64((uint64_t)b);
  if (x.handle | y.handle) {
    __ux_watch_keys(UX_COMPARISON_LT, &x, &y);
    return __ux_order64(operation, __ux_bits64(x.particle), __ux_bits64(y.particle));
  }
  // A float and an index combined in one integer.
  uint64_t u = __ux_bits64(x.particle), v = __ux_bits64(y.particle);
  uint32_t p = (uint32_t)(u >> 32), q = (uint32_t)(v >> 32);
  __ux_open_keys(operation, (uint32_t)how >> UX_OPERATION_BITS, &p, &q);
  return __ux_order64(operation, (uint64_t)p << 32 | (uint32_t)u, (uint64_t)q << 32 | (uint32_t)v);
}

// The integer from which the program takes a digit or other bits, or which it prints if `place` is negative. Small
// negative integers have the tag of a negative float, so a negative integer that is printed is no evidence of floats.
UX_EXPORT(__ux_i32_particle_digits) int32_t __ux_i32_particle_digits(int32_t bits, int32_t place) {
  ux_key key = __ux_key32((uint32_t)bits);
  if (place < 0 && bits < 0 && key.points > 0) key.points = 0;
  if (!__ux_are_floats((uint32_t)place & INT32_MAX, key.points) || !key.handle) return bits;
  __ux_watch_bits(key.handle, key.particle);
  return (int32_t)__ux_bits32((float)key.particle);
}

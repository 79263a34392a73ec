// Pairs of doubles that go through every step of a function together, so that their chains of operations overlap and
// each constant is loaded once. The including file sets the number of pairs: enough of them to hide latency, but few
// enough for the sixteen registers. The result of a lane never depends on neighbouring lanes.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <wasm_simd128.h>

#include "kernels.h"

typedef double double2 __attribute__((vector_size(16)));
typedef int64_t long2 __attribute__((vector_size(16)));

#ifndef PAIRS
#define PAIRS 4
#endif
#define EACH for (int p = 0; p < PAIRS; p++)
enum { GROUP = 2 * PAIRS };

typedef struct {
  double2 pair[PAIRS];
} group;

// Adding this to a small integer moves the integer into the low bits of the sum.
#define SHIFTER 0x1.8p52

// Constants are read from memory that the compiler cannot analyse; otherwise engines would rebuild immediate operands
// in every iteration of the loop.
ALWAYS_INLINE double2 constant(const double *term) { return (double2)wasm_v128_load64_splat(term); }

// Constants that several functions use; HARMLESS is an argument that all functions accept.
enum { ONE, TWO, HALF, QUARTER, SHIFT, HARMLESS, BELOW_ONE };
extern double ux_group_terms[];

// Masks for: the sign bit; everything but the lower half of a number's significand; everything but the bits after the
// first 22, and half a unit of these 22; the significand; the last bit.
enum { SIGN, UPPER, FIRST_22, HALF_OF_22, DIGITS, LAST };
extern uint64_t ux_group_masks[];

ALWAYS_INLINE long2 mask(int which) { return (long2)wasm_v128_load64_splat(ux_group_masks + which); }

ALWAYS_INLINE double2 nearest(double2 x) { return (double2)wasm_f64x2_nearest((v128_t)x); }
ALWAYS_INLINE double2 magnitude(double2 x) { return (double2)wasm_f64x2_abs((v128_t)x); }
ALWAYS_INLINE double2 smaller(double2 x, double2 y) { return (double2)wasm_f64x2_pmin((v128_t)x, (v128_t)y); }
ALWAYS_INLINE double2 larger(double2 x, double2 y) { return (double2)wasm_f64x2_pmax((v128_t)x, (v128_t)y); }

// Returns x where all bits of `mask` are set, and y where none are.
ALWAYS_INLINE double2 choose(long2 mask, double2 x, double2 y) {
  return (double2)wasm_v128_bitselect((v128_t)x, (v128_t)y, (v128_t)mask);
}

ALWAYS_INLINE double2 with_sign_of(double2 x, double2 sign) {
  return choose(mask(SIGN), sign, x);
}

// The first 26 bits: products of two such numbers are exact.
ALWAYS_INLINE double2 upper_half(double2 x) { return (double2)((long2)x & mask(UPPER)); }

// Loads one number from each of two addresses.
ALWAYS_INLINE double2 gather(const double *first, const double *second) {
  return (double2)wasm_v128_load64_lane(second, wasm_v128_load64_zero(first), 1);
}

// Computes a + b, with the rounding error in `lost`; |a| >= |b| or a = 0.
ALWAYS_INLINE double2 add_smaller(double2 a, double2 b, double2 *lost) {
  double2 sum = a + b;
  *lost = (a - sum) + b;
  return sum;
}

// The same for any order of magnitudes.
ALWAYS_INLINE double2 add_exactly(double2 a, double2 b, double2 *lost) {
  double2 sum = a + b, part = sum - a;
  *lost = (a - (sum - part)) + (b - part);
  return sum;
}

// Computes x² exactly, in two parts.
ALWAYS_INLINE double2 square_in_two(double2 x, double2 *rest) {
  double2 upper = upper_half(x), square = x * x;
  *rest = (upper * upper - square) + (x - upper) * (x + upper);
  return square;
}

ALWAYS_INLINE group load_group(const double *from) {
  group x;
  EACH x.pair[p] = (double2)wasm_v128_load(from + 2 * p);
  return x;
}

ALWAYS_INLINE void store_group(const group *x, double *to) { EACH wasm_v128_store(to + 2 * p, (v128_t)x->pair[p]); }

// Adds the next coefficient of a polynomial: sum·x + c.
ALWAYS_INLINE void step(group *sum, const group *x, const double *term) {
  double2 c = constant(term);
  EACH sum->pair[p] = sum->pair[p] * x->pair[p] + c;
}

ALWAYS_INLINE group evaluate(const double *terms, int count, int stride, const group *x) {
  group sum;
  double2 last = constant(terms + (count - 1) * stride);
  EACH sum.pair[p] = last;
  for (int i = count - 2; i >= 0; i--) step(&sum, x, terms + i * stride);
  return sum;
}

// Numbers for which the vector form is valid: from ends[0] to ends[1] or, for either sign, 0 and magnitudes in that
// range. If other numbers would index outside a table, the range is guarded.
typedef struct {
  const double *ends;
  int guarded, of_magnitudes;
} range;

#define UNGUARDED(ENDS) ((range){ENDS, .guarded = 0, .of_magnitudes = 0})
#define BETWEEN(ENDS) ((range){ENDS, .guarded = 1, .of_magnitudes = 0})
#define OF_SIZE(ENDS) ((range){ENDS, .guarded = 1, .of_magnitudes = 1})

ALWAYS_INLINE long2 is_inside(const range r, double2 x) {
  double2 size = r.of_magnitudes ? magnitude(x) : x;
  long2 inside = (size >= constant(r.ends)) & (size <= constant(r.ends + 1));
  return r.of_magnitudes ? inside | (x == 0.0) : inside;
}

// The last numbers, if there are too few for a full group: they are copied into a group padded with HARMLESS numbers,
// and the results are copied back.
typedef struct {
  _Alignas(16) double numbers[GROUP];
} padded;

static inline void pad(const double *from, size_t count, padded *group) {
  for (size_t k = 0; k < GROUP; k++) group->numbers[k] = k < count ? from[k] : ux_group_terms[HARMLESS];
}

// Maps `n` numbers. Those outside the range go through the scalar function without affecting the others in their group.
// Returns 1.
ALWAYS_INLINE int map_groups(const range r, group (*vector)(group), double (*scalar)(double), const double *source,
                             size_t n, double *target) {
  padded rest, results;
  for (size_t i = 0; i < n; i += GROUP) {
    const double *from = source + i;
    double *to = target + i;
    size_t count = n - i;
    if (__builtin_expect(count < GROUP, 0)) {
      pad(from, count, &rest);
      from = rest.numbers;
      to = results.numbers;
    }
    group x = load_group(from);
    long2 inside[PAIRS], all = {-1, -1};
    EACH {
      all &= inside[p] = is_inside(r, x.pair[p]);
      if (r.guarded) x.pair[p] = choose(inside[p], x.pair[p], constant(ux_group_terms + HARMLESS));
    }
    x = vector(x);
    store_group(&x, to);
    if (__builtin_expect(!wasm_i64x2_all_true((v128_t)all), 0))
      for (size_t k = 0; k < GROUP; k++)
        if (!inside[k / 2][k % 2]) to[k] = scalar(from[k]);
    if (__builtin_expect(count < GROUP, 0)) __builtin_memcpy(target + i, to, count * sizeof(double));
  }
  return 1;
}

// A group of operands: consecutive numbers if the step is 1, and the same number if it is 0.
ALWAYS_INLINE group load_stepping(const double *from, size_t step) {
  group x;
  EACH x.pair[p] = step ? (double2)wasm_v128_load(from + 2 * p) : (double2)wasm_v128_load64_splat(from);
  return x;
}

// The same for two operands; `vector` fills `result`, and reports which lanes of a pair are valid.
typedef struct {
  group value;
  long2 inside[PAIRS];
} answer;

ALWAYS_INLINE int map_two(answer (*vector)(group, group), double (*scalar)(double, double), const double *x,
                          size_t x_step, const double *y, size_t y_step, size_t n, double *target) {
  padded rest_x, rest_y, results;
  for (size_t i = 0; i < n; i += GROUP, x += GROUP * x_step, y += GROUP * y_step) {
    double *to = target + i;
    size_t count = n - i;
    if (__builtin_expect(count < GROUP, 0)) {
      if (x_step) pad(x, count, &rest_x), x = rest_x.numbers;
      if (y_step) pad(y, count, &rest_y), y = rest_y.numbers;
      to = results.numbers;
    }
    answer result = vector(load_stepping(x, x_step), load_stepping(y, y_step));
    long2 all = {-1, -1};
    EACH all &= result.inside[p];
    store_group(&result.value, to);
    if (__builtin_expect(!wasm_i64x2_all_true((v128_t)all), 0))
      for (size_t k = 0; k < GROUP; k++)
        if (!result.inside[k / 2][k % 2]) to[k] = scalar(x[k * x_step], y[k * y_step]);
    if (__builtin_expect(count < GROUP, 0)) __builtin_memcpy(target + i, to, count * sizeof(double));
  }
  return 1;
}

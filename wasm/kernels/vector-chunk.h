// Staged functions on lanes: each stage is a loop over a chunk of pairs that leaves its results in the cache for the
// next stage. A stage has so few steps that the processor works on many pairs at once and keeps the constants in
// registers, whereas an undivided function would wait for the long chain of steps for each pair. The result of a lane
// never depends on neighbouring lanes.
#pragma once
#include "vector-group.h"

enum { CHUNK = 64, CHUNK_PAIRS = CHUNK / 2 };

// Each stage is a separate function, so that it can use all registers.
#define STAGE static __attribute__((noinline))

ALWAYS_INLINE double2 load_pair(const double *from, size_t pair) { return (double2)wasm_v128_load(from + 2 * pair); }

ALWAYS_INLINE void store_pair(double *to, size_t pair, double2 x) { wasm_v128_store(to + 2 * pair, (v128_t)x); }

// Two adjacent numbers from each of two addresses.
typedef struct {
  double2 first, second;
} columns;

ALWAYS_INLINE columns gather_two(const double *low, const double *high) {
  v128_t one = wasm_v128_load(low), other = wasm_v128_load(high);
  return (columns){(double2)wasm_i64x2_shuffle(one, other, 0, 2), (double2)wasm_i64x2_shuffle(one, other, 1, 3)};
}

// The vector form of a function of two numbers: fills `target`, reports in `inside` which lanes are valid, and returns
// the conjunction of all of them.
typedef long2 form_of_two(const double *x, const double *y, size_t pairs, long2 *inside, double *target);

// Maps `n` pairs of x[i·x_step] and y[i·y_step], where the steps are 0 or 1. Invalid lanes go through `scalar`.
ALWAYS_INLINE void map_chunks_of_two(form_of_two *vector, double (*scalar)(double, double), const double *x, size_t x_step,
                                     const double *y, size_t y_step, size_t n, double *target) {
  _Alignas(16) double xs[CHUNK], ys[CHUNK], results[CHUNK];
  long2 inside[CHUNK_PAIRS];
  for (size_t k = 0; k < CHUNK; k++) {
    xs[k] = x_step ? ux_group_terms[HARMLESS] : *x;
    ys[k] = y_step ? ux_group_terms[HARMLESS] : *y;
  }
  for (size_t i = 0; i < n; i += CHUNK) {
    size_t count = n - i < CHUNK ? n - i : CHUNK;
    const double *from_x = x_step ? x + i : xs, *from_y = y_step ? y + i : ys;
    double *to = target + i;
    if (count < CHUNK) {
      // The last pair may be incomplete and must be padded.
      if (x_step) from_x = __builtin_memcpy(xs, from_x, count * sizeof(double));
      if (y_step) from_y = __builtin_memcpy(ys, from_y, count * sizeof(double));
      to = results;
    }
    long2 all = vector(from_x, from_y, (count + 1) / 2, inside, to);
    if (__builtin_expect(!wasm_i64x2_all_true((v128_t)all), 0))
      for (size_t k = 0; k < count; k++)
        if (!inside[k / 2][k % 2]) to[k] = scalar(from_x[k], from_y[k]);
    if (count < CHUNK) __builtin_memcpy(target + i, to, count * sizeof(double));
  }
}

// The vector form of a function of one number.
typedef long2 form_of_one(const double *x, size_t pairs, long2 *inside, double *target);

// Maps `n` numbers. Invalid lanes go through `scalar`. Returns 1.
ALWAYS_INLINE int map_chunks(form_of_one *vector, double (*scalar)(double), const double *source, size_t n, double *target) {
  _Alignas(16) double rest[CHUNK], results[CHUNK];
  long2 inside[CHUNK_PAIRS];
  for (size_t i = 0; i < n; i += CHUNK) {
    size_t count = n - i < CHUNK ? n - i : CHUNK;
    const double *from = source + i;
    double *to = target + i;
    if (count < CHUNK) {
      for (size_t k = 0; k < CHUNK; k++) rest[k] = k < count ? from[k] : ux_group_terms[HARMLESS];
      from = rest;
      to = results;
    }
    long2 all = vector(from, (count + 1) / 2, inside, to);
    if (__builtin_expect(!wasm_i64x2_all_true((v128_t)all), 0))
      for (size_t k = 0; k < count; k++)
        if (!inside[k / 2][k % 2]) to[k] = scalar(from[k]);
    if (count < CHUNK) __builtin_memcpy(target + i, to, count * sizeof(double));
  }
  return 1;
}

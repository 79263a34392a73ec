// The core's inner loops. A record of the core is a block of this module's memory: `ux_capacity` positions, followed by
// as many masses. Non-finite positions come last, in the order NaN, -Inf, +Inf, at most one of each. Functions that
// fill a block return its number of deltas and its flags in a single word; see ux_pack.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "ux-operations.h"

#define KERNEL(name) __attribute__((export_name(#name))) name
#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum {
  UX_SORTED = 1,   // finite positions ascend
  UX_SPECIAL = 2,  // the last deltas are non-finite
  UX_POINT = 4,    // all positions are equal (or all NaN)
};

// A delta in the form that reductions use, in one SIMD register: position, mass.
typedef double pair __attribute__((vector_size(16)));

// Destination for the leaves of a reduction.
typedef struct {
  double *positions, *masses;
  size_t count;
} sink;

enum { MOST_PRECISION = 8192 };

extern size_t ux_capacity;   // number of deltas for which a block has space: precision + 4
extern size_t ux_precision;  // N: maximum number of finite deltas in a record
extern int ux_levels;        // log2 N
extern int ux_two_point;       // true if each reduction leaf becomes two deltas, as on cores that track correlation
extern int ux_cell_levels;     // levels of a reduction: log2 N, or one less if leaves become two deltas
extern int ux_product_levels;  // levels of a reduction of the product of two records

static inline uint32_t ux_pack(size_t count, uint32_t flags) { return (uint32_t)count | flags << 24; }

static inline int ux_is_finite(double x) { return x - x == 0; }

static inline double ux_round_if(int single, double x) { return single ? (double)(float)x : x; }

// Mixes bits: the result depends on all bits of x and is different for every x.
static inline uint32_t ux_mix_bits(uint32_t x) {
  x = (x ^ x >> 16) * 0x7FEB352Du;
  x = (x ^ x >> 15) * 0x846CA68Bu;
  return x ^ x >> 16;
}

// The random seed for one dimension of a point set.
static inline uint64_t ux_hash_seed(uint64_t seed, uint32_t dimension) {
  uint64_t z = seed + (dimension + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

// The value of an operation at a point, computed by the same libm that programs link.
double ux_apply_unary(int operation, double x);
double ux_apply_binary(int operation, double x, double y);

// Recursively splits `n` deltas at their mean, to a depth of `levels`, into at most 2^levels leaves (mean, mass) in
// ascending order. `deltas` is overwritten, and `spare` has space for the same number of deltas. Positions are summed
// relative to `centre`.
void ux_split_pairs(pair *deltas, pair *spare, size_t n, double centre, int levels, sink *leaves);

// The contents of one leaf of a reduction: the moments about its mean, times its mass, and its end points.
typedef struct {
  double mean, mass, second, third, low, high;
} cell;

// Appends the two-point Gauss rule for a cell to `leaves`: it preserves mass, mean, variance and third moment, and its
// points lie within the cell.
void ux_emit_cell(const cell *c, sink *leaves);

void ux_normalise(double *masses, size_t n);

// Sorts a block that has been filled (finite positions in ascending order unless `keep_order` is set, then the
// specials) and returns its description.
uint32_t ux_finish(double *block, size_t n, int keep_order);

// Maps `n` values with one operation of the library.
void ux_map_unary(int operation, const double *source, size_t n, double *target);

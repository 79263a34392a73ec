// Mean-split reduction of explicit deltas (core-arithmetic: "recursive splitting at the mean, log2 N levels; each leaf
// becomes (mean, total mass)"), and the ordering of blocks. Instead of sorting, one pass per level partitions the
// deltas around the mean.
#include "kernels.h"

#include <math.h>

size_t ux_capacity, ux_precision;
int ux_levels, ux_cell_levels, ux_product_levels;

// `product_levels` is the number of split levels for products of two records, in which each leaf becomes two deltas
// (the two-point Gauss rule). If it is negative, leaves are single deltas, as in the service.
void KERNEL(setup)(size_t precision, int levels, int product_levels) {
  ux_precision = precision;
  ux_capacity = precision + 4;
  ux_levels = levels;
  ux_two_point = product_levels >= 0;
  ux_cell_levels = ux_two_point ? levels - 1 : levels;
  ux_product_levels = ux_two_point ? product_levels : levels;
}

typedef int64_t mask2 __attribute__((vector_size(16)));

int ux_two_point;

static void emit(sink *leaves, double position, double mass) {
  leaves->positions[leaves->count] = position;
  leaves->masses[leaves->count++] = mass;
}

void ux_emit_cell(const cell *c, sink *leaves) {
  double variance = c->second / c->mass, spread = __builtin_sqrt(variance);
  if (!(spread > 1e-13 * (c->high - c->low)) || !(c->high > c->low) || !ux_is_finite(spread)) {
    emit(leaves, c->mean < c->low ? c->low : c->mean > c->high ? c->high : c->mean, c->mass);
    return;
  }
  // Nodes mean + spread·t with t² − 2·half·t − 1 = 0. The product of the roots is −1, so neither root requires a
  // subtraction.
  double half = 0.5 * c->third / (c->second * spread);
  // If squares or cubes overflow or underflow, the cell is treated as symmetric.
  if (!ux_is_finite(half)) half = 0;
  double root = __builtin_sqrt(1 + half * half);
  double outer = half < 0 ? half - root : half + root, inner = -1 / outer;
  double lower = half < 0 ? outer : inner, upper = half < 0 ? inner : outer;
  double share = upper / (upper - lower);
  double x = c->mean + spread * lower, y = c->mean + spread * upper;
  emit(leaves, x < c->low ? c->low : x, c->mass * share);
  emit(leaves, y > c->high ? c->high : y, c->mass * (1 - share));
}

// The two-point rule for the deltas of one leaf. A leaf with only two outcomes remains unchanged.
static void emit_two_points(const pair *deltas, size_t n, double mean, double mass, sink *leaves) {
  cell c = {mean, mass, 0, 0, deltas[0][0], deltas[0][0]};
  for (size_t i = 0; i < n; i++) {
    double z = deltas[i][0], d = z - mean, wd = deltas[i][1] * d;
    c.second += wd * d;
    c.third += wd * d * d;
    c.low = z < c.low ? z : c.low;
    c.high = z > c.high ? z : c.high;
  }
  double at_low = 0, at_high = 0;
  for (size_t i = 0; i < n; i++) {
    if (deltas[i][0] == c.low) at_low += deltas[i][1];
    else if (deltas[i][0] == c.high) at_high += deltas[i][1];
    else return ux_emit_cell(&c, leaves);
  }
  emit(leaves, c.low, at_low);
  if (at_high > 0) emit(leaves, c.high, at_high);
}

// Emits a node that cannot be split because all positions are equal, up to the rounding of their mean.
static void emit_unsplittable(const pair *deltas, size_t n, double mean, double mass, sink *leaves) {
  double low = deltas[0][0], high = low;
  for (size_t i = 1; i < n; i++) {
    if (deltas[i][0] < low) low = deltas[i][0];
    if (deltas[i][0] > high) high = deltas[i][0];
  }
  emit(leaves, mean < low ? low : mean > high ? high : mean, mass);
}

// `total` consists of the mass, and of mass times (position - centre).
static void split(pair *deltas, pair *spare, size_t n, pair total, double centre, int levels, sink *leaves) {
  double mean = centre + total[1] / total[0];
  if (levels == 0 && ux_two_point) {
    emit_two_points(deltas, n, mean, total[0], leaves);
    return;
  }
  if (levels == 0 || n == 1) {
    emit_unsplittable(deltas, n, mean, total[0], leaves);
    return;
  }
  pair left = {0, 0}, right = {0, 0};
  size_t l = 0;
  if (levels == 1 && !ux_two_point) {
    for (size_t i = 0; i < n; i++) {
      pair v = deltas[i];
      pair u = {v[1], v[1] * (v[0] - centre)};
      int64_t below = v[0] < mean;
      mask2 mask = {-below, -below};
      left += (pair)((mask2)u & mask);
      right += (pair)((mask2)u & ~mask);
      l += below;
    }
    if (l == 0 || l == n) {
      emit_unsplittable(deltas, n, mean, total[0], leaves);
      return;
    }
    emit(leaves, centre + left[1] / left[0], left[0]);
    emit(leaves, centre + right[1] / right[0], right[0]);
    return;
  }
  size_t r = n - 1;
  for (size_t i = 0; i < n; i++) {
    pair v = deltas[i];
    pair u = {v[1], v[1] * (v[0] - centre)};
    int64_t below = v[0] < mean;
    mask2 mask = {-below, -below};
    left += (pair)((mask2)u & mask);
    right += (pair)((mask2)u & ~mask);
    // Writes the delta to both ends, where slots are free. A later delta overwrites the copy on the wrong side.
    spare[l] = v;
    spare[r] = v;
    l += (size_t)below;
    r -= (size_t)(1 - below);
  }
  if (l == 0 || l == n) {
    emit_unsplittable(deltas, n, mean, total[0], leaves);
    return;
  }
  split(spare, deltas, l, left, centre, levels - 1, leaves);
  split(spare + l, deltas + l, n - l, right, centre, levels - 1, leaves);
}

void ux_split_pairs(pair *deltas, pair *spare, size_t n, double centre, int levels, sink *leaves) {
  pair total = {0, 0};
  for (size_t i = 0; i < n; i++) total += (pair){deltas[i][1], deltas[i][1] * (deltas[i][0] - centre)};
  if (total[0] > 0) split(deltas, spare, n, total, centre, levels, leaves);
}

// Heapsort of positions along with their masses, because blocks are short and mostly sorted already.
static void sift(double *z, double *w, size_t root, size_t n) {
  double position = z[root], mass = w[root];
  for (size_t child; (child = 2 * root + 1) < n; root = child) {
    if (child + 1 < n && z[child + 1] > z[child]) child++;
    if (!(z[child] > position)) break;
    z[root] = z[child];
    w[root] = w[child];
  }
  z[root] = position;
  w[root] = mass;
}

static void exchange(double *values, size_t i, size_t j) {
  double kept = values[i];
  values[i] = values[j];
  values[j] = kept;
}

static int ascends(const double *z, size_t n) {
  for (size_t i = 1; i < n; i++)
    if (!(z[i - 1] <= z[i])) return 0;
  return 1;
}

static void sort_ascending(double *z, double *w, size_t n) {
  if (ascends(z, n)) return;
  for (size_t i = 0, j = n - 1; i < j; i++, j--) exchange(z, i, j), exchange(w, i, j);
  if (ascends(z, n)) return;
  for (size_t root = n / 2; root-- > 0;) sift(z, w, root, n);
  for (size_t last = n; last-- > 1;) {
    exchange(z, 0, last);
    exchange(w, 0, last);
    sift(z, w, 0, last);
  }
}

static int is_point(const double *z, size_t n) {
  for (size_t i = 1; i < n; i++)
    if (!(z[i] == z[0])) return 0;
  return n > 0;
}

// Normalises the masses so that they add up to 1. Rounding leaves an error of about 1e-16, which every product of two
// values would double.
void ux_normalise(double *masses, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += masses[i];
  if (sum == 1 || !(sum > 0)) return;
  for (size_t i = 0; i < n; i++) masses[i] /= sum;
}

uint32_t ux_finish(double *block, size_t n, int keep_order) {
  double *z = block, *w = block + ux_capacity;
  double special[3] = {0, 0, 0};
  size_t finite = 0;
  for (size_t i = 0; i < n; i++) {
    if (ux_is_finite(z[i])) {
      z[finite] = z[i];
      w[finite++] = w[i];
    } else {
      special[z[i] != z[i] ? 0 : z[i] < 0 ? 1 : 2] += w[i];
    }
  }
  if (!keep_order) sort_ascending(z, w, finite);
  uint32_t flags = ascends(z, finite) ? UX_SORTED : 0;
  size_t count = finite;
  for (int kind = 0; kind < 3; kind++) {
    if (!(special[kind] > 0)) continue;
    z[count] = kind == 0 ? (double)NAN : kind == 1 ? -(double)INFINITY : (double)INFINITY;
    w[count++] = special[kind];
    flags |= UX_SPECIAL;
  }
  if (is_point(z, count)) flags |= UX_POINT;
  return ux_pack(count, flags);
}

uint32_t KERNEL(finish)(double *block, size_t n, int keep_order) { return ux_finish(block, n, keep_order); }

// Reduces `n` deltas at `deltas` (overwritten, with space for twice as many) into `block`. The reduction is exact if
// `n` is at most N, and for non-finite deltas.
uint32_t KERNEL(reduce)(pair *deltas, size_t n, double *block, int single) {
  double special[3] = {0, 0, 0};
  size_t finite = 0;
  pair sum = {0, 0};
  for (size_t i = 0; i < n; i++) {
    double z = deltas[i][0], w = deltas[i][1];
    if (!(w > 0)) continue;
    if (ux_is_finite(z)) {
      sum += (pair){w, w * z};
      deltas[finite++] = deltas[i];
    } else {
      special[z != z ? 0 : z < 0 ? 1 : 2] += w;
    }
  }
  sink leaves = {block, block + ux_capacity, 0};
  if (finite <= ux_precision) {
    for (size_t i = 0; i < finite; i++) emit(&leaves, deltas[i][0], deltas[i][1]);
  } else {
    double centre = sum[1] / sum[0];
    ux_split_pairs(deltas, deltas + finite, finite, ux_is_finite(centre) ? centre : 0, ux_cell_levels, &leaves);
  }
  for (size_t i = 0; i < leaves.count; i++) block[i] = ux_round_if(single, block[i]);
  for (int kind = 0; kind < 3; kind++) {
    if (special[kind] > 0)
      emit(&leaves, kind == 0 ? (double)NAN : kind == 1 ? -(double)INFINITY : (double)INFINITY, special[kind]);
  }
  ux_normalise(leaves.masses, leaves.count);
  return ux_finish(block, leaves.count, 0);
}

// Inner loops for uncertainty budgets (src/budget): inner products, sums and searches over the lanes of a run. Lanes
// are in single precision and are processed four at a time. That is accurate enough because fitted functions have mean
// 0 and mean square 1, and sums over all lanes add up blocks in double precision. The module is small enough to be part
// of a page's script (src/budget/lanes/kernel-bytes.ts): it imports nothing and calls no library.
#include <stdint.h>

#define KERNEL(name) __attribute__((export_name(#name)))

typedef float Four __attribute__((vector_size(16), aligned(4)));
typedef double Two __attribute__((vector_size(16), aligned(8)));

/** Number of lanes whose products are added up in single precision. */
enum { BLOCK = 512 };

static inline Four four(const float *at) { return *(const Four *)at; }
static inline double sum_of(Four s) { return ((double)s[0] + s[1]) + ((double)s[2] + s[3]); }

/** Sum of a·b. */
KERNEL(dot) double dot(const float *a, const float *b, int n) {
  double sum = 0;
  int i = 0;
  while (i + 16 <= n) {
    const int end = n - i > BLOCK ? i + BLOCK : n;
    Four s0 = {}, s1 = {}, s2 = {}, s3 = {};
    for (; i + 16 <= end; i += 16) {
      s0 += four(a + i) * four(b + i);
      s1 += four(a + i + 4) * four(b + i + 4);
      s2 += four(a + i + 8) * four(b + i + 8);
      s3 += four(a + i + 12) * four(b + i + 12);
    }
    sum += sum_of((s0 + s1) + (s2 + s3));
  }
  for (; i < n; i++) sum += (double)a[i] * b[i];
  return sum;
}

/** Sum of a·b·c. */
KERNEL(dot_product) double dot_product(const float *a, const float *b, const float *c, int n) {
  double sum = 0;
  int i = 0;
  while (i + 8 <= n) {
    const int end = n - i > BLOCK ? i + BLOCK : n;
    Four s0 = {}, s1 = {};
    for (; i + 8 <= end; i += 8) {
      s0 += four(a + i) * (four(b + i) * four(c + i));
      s1 += four(a + i + 4) * (four(b + i + 4) * four(c + i + 4));
    }
    sum += sum_of(s0 + s1);
  }
  for (; i < n; i++) sum += (double)a[i] * b[i] * c[i];
  return sum;
}

/** Sum of (a·b)². */
KERNEL(square_product) double square_product(const float *a, const float *b, int n) {
  double sum = 0;
  int i = 0;
  while (i + 8 <= n) {
    const int end = n - i > BLOCK ? i + BLOCK : n;
    Four s0 = {}, s1 = {};
    for (; i + 8 <= end; i += 8) {
      const Four p = four(a + i) * four(b + i), q = four(a + i + 4) * four(b + i + 4);
      s0 += p * p;
      s1 += q * q;
    }
    sum += sum_of(s0 + s1);
  }
  for (; i < n; i++) sum += (double)a[i] * b[i] * a[i] * b[i];
  return sum;
}

/** Sums p, p² and p·residual over all lanes, where p = f·g. */
KERNEL(measure) void measure(const float *residual, const float *f, const float *g, int n, double *to) {
  double sum = 0, squares = 0, products = 0;
  int i = 0;
  while (i + 4 <= n) {
    const int end = n - i > BLOCK ? i + BLOCK : n;
    Four s = {}, q = {}, r = {};
    for (; i + 4 <= end; i += 4) {
      const Four p = four(f + i) * four(g + i);
      s += p;
      q += p * p;
      r += p * four(residual + i);
    }
    sum += sum_of(s);
    squares += sum_of(q);
    products += sum_of(r);
  }
  for (; i < n; i++) {
    const double p = (double)f[i] * g[i];
    sum += p;
    squares += p * p;
    products += p * residual[i];
  }
  to[0] = sum;
  to[1] = squares;
  to[2] = products;
}

/** target += factor·f. */
KERNEL(add) void add(float *target, const float *f, float factor, int n) {
  int i = 0;
  for (; i + 8 <= n; i += 8) {
    *(Four *)(target + i) += four(f + i) * factor;
    *(Four *)(target + i + 4) += four(f + i + 4) * factor;
  }
  for (; i < n; i++) target[i] += factor * f[i];
}

/** target += factor·f·g − shift. */
KERNEL(add_product)
void add_product(float *target, const float *f, const float *g, float factor, float shift, int n) {
  int i = 0;
  for (; i + 8 <= n; i += 8) {
    *(Four *)(target + i) += (four(f + i) * four(g + i)) * factor - shift;
    *(Four *)(target + i + 4) += (four(f + i + 4) * four(g + i + 4)) * factor - shift;
  }
  for (; i < n; i++) target[i] += f[i] * g[i] * factor - shift;
}

/** to = f·g. */
KERNEL(multiply) void multiply(float *to, const float *f, const float *g, int n) {
  int i = 0;
  for (; i + 4 <= n; i += 4) *(Four *)(to + i) = four(f + i) * four(g + i);
  for (; i < n; i++) to[i] = f[i] * g[i];
}

/** Sum of a·b in double precision. */
KERNEL(dot_double) double dot_double(const double *a, const double *b, int n) {
  Two s0 = {}, s1 = {};
  double sum = 0;
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    s0 += *(const Two *)(a + i) * *(const Two *)(b + i);
    s1 += *(const Two *)(a + i + 2) * *(const Two *)(b + i + 2);
  }
  for (; i < n; i++) sum += a[i] * b[i];
  s0 += s1;
  return sum + (s0[0] + s0[1]);
}

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS, PASSES = 3, MOST_MOVES = 8 };

/**
 * Sorts the lanes by value, using a radix sort of approximate values; `room` is scratch space of 3·n words. Returns 0
 * if the approximate values cannot be distinguished well enough: equal values, too large or too small a range, heavy
 * tails, NaN.
 */
KERNEL(order) int order(const double *values, uint32_t *to, int n, uint32_t *room) {
  static uint32_t starts[PASSES][DIGITS];
  uint32_t *const keys = room, *from = room + n, *other = room + 2 * n;
  double low = values[0], high = values[0];
  for (int i = 0; i < n; i++) {
    if (values[i] < low) low = values[i];
    if (values[i] > high) high = values[i];
  }
  const double scale = 4294967295.0 / (high - low);
  if (!(scale > 0 && scale < __builtin_inf())) return 0;
  __builtin_memset(starts, 0, sizeof starts);
  for (int i = 0; i < n; i++) {
    const double key = (values[i] - low) * scale;
    if (!(key >= 0 && key < 4294967296.0)) return 0;
    keys[i] = (uint32_t)key;
    from[i] = (uint32_t)i;
    for (int pass = 0; pass < PASSES; pass++) starts[pass][keys[i] >> pass * DIGIT_BITS & (DIGITS - 1)]++;
  }
  for (int pass = 0; pass < PASSES; pass++) {
    uint32_t start = 0, *const of = starts[pass], *const target = pass == PASSES - 1 ? to : other;
    for (int digit = 0; digit < DIGITS; digit++) {
      const uint32_t count = of[digit];
      of[digit] = start;
      start += count;
    }
    for (int i = 0; i < n; i++) target[of[keys[from[i]] >> pass * DIGIT_BITS & (DIGITS - 1)]++] = from[i];
    other = from;
    from = target;
  }
  int left = MOST_MOVES * n;
  for (int i = 1; i < n; i++) {
    const uint32_t lane = to[i];
    int at = i;
    for (; at > 0 && values[to[at - 1]] > values[lane]; at--) to[at] = to[at - 1];
    to[at] = lane;
    left -= i - at;
    if (left < 0) return 0;
  }
  return 1;
}

/**
 * Computes two functions by rank, in double precision: the values minus their mean, and the squares of these
 * differences minus their own mean. Returns the kurtosis, or NaN if the values have no spread.
 */
KERNEL(lead) double lead(const double *values, const uint32_t *order, int n, double *value, double *square) {
  double sum = 0, second = 0, fourth = 0;
  for (int i = 0; i < n; i++) sum += values[order[i]];
  const double mean = sum / n;
  for (int i = 0; i < n; i++) {
    const double difference = values[order[i]] - mean, squared = difference * difference;
    value[i] = difference;
    square[i] = squared;
    second += squared;
    fourth += squared * squared;
  }
  for (int i = 0; i < n; i++) square[i] -= second / n;
  return fourth * n / (second * second);
}

/**
 * Computes a function lane by lane: sums weight·column by rank, in double precision, and puts the sums in lane order.
 */
KERNEL(combine)
void combine(float *to, const double *const *columns, const double *weights, int count, const uint32_t *order, int n) {
  enum { PART = 256 };
  static double sums[PART];
  for (int start = 0; start < n; start += PART) {
    const int m = n - start < PART ? n - start : PART;
    for (int i = 0; i < PART; i++) sums[i] = 0;
    for (int k = 0; k < count; k++) {
      const double weight = weights[k], *column = columns[k] + start;
      if (weight == 0) continue;
      int i = 0;
      for (; i + 2 <= m; i += 2) *(Two *)(sums + i) += *(const Two *)(column + i) * weight;
      for (; i < m; i++) sums[i] += column[i] * weight;
    }
    for (int i = 0; i < m; i++) to[order[start + i]] = (float)sums[i];
  }
}

enum { BINS = 256, TRIPLE_SHIFT = 5 };

/**
 * Sums the residual over the bins of a source. From these sums, computes approximate sums of the residual's products
 * with `count` functions.
 */
KERNEL(single_products)
void single_products(const float *residual, const uint8_t *bins, const float *means, int count, int n, float *sums,
                     float *products) {
  for (int i = 0; i < BINS; i++) sums[i] = 0;
  for (int i = 0; i < n; i++) sums[bins[i]] += residual[i];
  for (int k = 0; k < count; k++) products[k] = (float)dot(means + k * BINS, sums, BINS);
}

/** A step function: `up` in the bins from `start` to `middle`, `down` from there to `end`, and 0 elsewhere. */
KERNEL(step)
void step(float *to, const uint8_t *bins, int start, int middle, int end, float up, float down, int n) {
  for (int i = 0; i < n; i++) {
    const int bin = bins[i];
    to[i] = bin < start || bin >= end ? 0 : bin < middle ? up : down;
  }
}

/**
 * The number of functions for each of two sources is PAIR_FUNCTIONS; the indices of a pair of functions satisfy a + b <
 * PAIR_FUNCTIONS.
 */
enum { PAIR_BITS = 4, PAIR_BINS = 1 << PAIR_BITS, PAIR_FUNCTIONS = 7, ROW = 8, CELLS = PAIR_BINS * PAIR_BINS };

/**
 * A source in the pair search: the bin of each lane, the means of the source's functions over the bins, and the same
 * means grouped by bin.
 */
typedef struct {
  const uint8_t *bins;
  const float *means;
  const float *by_part;
} PairSource;

/** Functions a and b of the sources `first` and `second`, and the sum of their product with the residual. */
typedef struct {
  uint16_t first, second;
  uint8_t a, b, c, third;
  float sum;
} Found;

static float cells[4][CELLS];

/** Adds a lane to the cell whose number is in byte `k` of `word`. */
#define ADD(of, word, k, value) \
  *(float *)((char *)(of) + (k == 0 ? (word) << 2 & 0x3fc : (word) >> (8 * k - 2) & 0x3fc)) += value

/**
 * Sums the residual over the cells that x forms with each of `count` other sources. The bins of four lanes are read as
 * one word.
 */
static inline __attribute__((always_inline)) void sum_over_cells(const float *residual, const uint8_t *x,
                                                                  const uint8_t *const y[], int count, int n) {
  __builtin_memset(cells, 0, sizeof cells[0] * (unsigned)count);
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    const uint32_t row = *(const uint32_t *)(x + i) << PAIR_BITS;
    const float r0 = residual[i], r1 = residual[i + 1], r2 = residual[i + 2], r3 = residual[i + 3];
#pragma unroll
    for (int k = 0; k < count; k++) {
      const uint32_t word = row | *(const uint32_t *)(y[k] + i);
      ADD(cells[k], word, 0, r0);
      ADD(cells[k], word, 1, r1);
      ADD(cells[k], word, 2, r2);
      ADD(cells[k], word, 3, r3);
    }
  }
  for (; i < n; i++)
    for (int k = 0; k < count; k++) cells[k][x[i] << PAIR_BITS | y[k][i]] += residual[i];
}

/**
 * Finds pairs of functions of two sources, given the sums `of` over their cells: those for which the sum of the product
 * with the residual has a square of at least `least`.
 */
static int contract(const float *of, const PairSource *x, const PairSource *y, float least, Found *found) {
  Found *next = found;
  for (int a = 0; a < PAIR_FUNCTIONS; a++) {
    Four row[4] = {};
    for (int p = 0; p < PAIR_BINS; p++) {
      const float mean = x->means[a * PAIR_BINS + p];
      for (int q = 0; q < 4; q++) row[q] += four(of + p * PAIR_BINS + 4 * q) * mean;
    }
    const float *sums = (const float *)row;
    Four low = {}, high = {};
    for (int q = 0; q < PAIR_BINS; q++) low += four(y->by_part + q * ROW) * sums[q];
    if (PAIR_FUNCTIONS - a > 4)
      for (int q = 0; q < PAIR_BINS; q++) high += four(y->by_part + q * ROW + 4) * sums[q];
    const float all[ROW] = {low[0], low[1], low[2], low[3], high[0], high[1], high[2], high[3]};
    for (int b = 0; b < PAIR_FUNCTIONS - a; b++)
      if (all[b] * all[b] >= least && all[b] != 0) *next++ = (Found){.a = (uint8_t)a, .b = (uint8_t)b, .sum = all[b]};
  }
  return (int)(next - found);
}

/** Searches for functions of any two sources; returns the number of functions found. */
KERNEL(search_pairs)
int search_pairs(const float *residual, int n, const PairSource *sources, int count, float least, Found *found) {
  Found *next = found;
  for (int i = 0; i < count; i++) {
    for (int j = i + 1; j < count;) {
      const int left = count - j, together = left >= 3 ? 3 : left;
      const uint8_t *others[3];
      for (int k = 0; k < together; k++) others[k] = sources[j + k].bins;
      if (together == 3) sum_over_cells(residual, sources[i].bins, others, 3, n);
      else if (together == 2) sum_over_cells(residual, sources[i].bins, others, 2, n);
      else sum_over_cells(residual, sources[i].bins, others, 1, n);
      for (int k = 0; k < together; k++, j++) {
        const int more = contract(cells[k], &sources[i], &sources[j], least, next);
        for (int at = 0; at < more; at++, next++) {
          next->first = (uint16_t)i;
          next->second = (uint16_t)j;
        }
      }
    }
  }
  return (int)(next - found);
}

/** Functions of three sources: up to TRIPLE_FUNCTIONS for each source; their degrees add up to at most TRIPLE_SUM. */
enum { TRIPLE_BINS = 8, TRIPLE_FUNCTIONS = 4, TRIPLE_SUM = 6 };

/**
 * A source in the triple search: the bin of each lane (out of BINS), and the means of the source's functions over
 * TRIPLE_BINS bins.
 */
typedef struct {
  const uint8_t *bins;
  const float *means;
  int count;
} TripleSource;

static float triple_cells[TRIPLE_BINS * CELLS / 4];

static Found *contract_triple(const TripleSource *x, const TripleSource *y, const TripleSource *z, float least,
                              Found *next) {
  enum { B = TRIPLE_BINS };
  for (int a = 0; a < x->count; a++) {
    Four plane[B * B / 4] = {};
    for (int p = 0; p < B; p++)
      for (int q = 0; q < B * B / 4; q++) plane[q] += four(triple_cells + p * B * B + 4 * q) * x->means[a * B + p];
    for (int b = 0; b < y->count && a + b + 3 <= TRIPLE_SUM; b++) {
      Four low = {}, high = {};
      for (int p = 0; p < B; p++) {
        low += plane[2 * p] * y->means[b * B + p];
        high += plane[2 * p + 1] * y->means[b * B + p];
      }
      for (int c = 0; c < z->count && a + b + c + 3 <= TRIPLE_SUM; c++) {
        const Four products = low * four(z->means + c * B) + high * four(z->means + c * B + 4);
        const float sum = (products[0] + products[1]) + (products[2] + products[3]);
        if (sum * sum >= least && sum != 0)
          *next++ = (Found){.a = (uint8_t)a, .b = (uint8_t)b, .c = (uint8_t)c, .sum = sum};
      }
    }
  }
  return next;
}

/** Searches for functions of any three sources; returns the number of functions found. */
KERNEL(search_triples)
int search_triples(const float *residual, int n, const TripleSource *sources, int count, float least, Found *found) {
  Found *next = found;
  for (int i = 0; i < count; i++)
    for (int j = i + 1; j < count; j++)
      for (int k = j + 1; k < count; k++) {
        const uint8_t *x = sources[i].bins, *y = sources[j].bins, *z = sources[k].bins;
        __builtin_memset(triple_cells, 0, sizeof triple_cells);
        for (int lane = 0; lane < n; lane++)
          triple_cells[x[lane] >> TRIPLE_SHIFT << 6 | y[lane] >> TRIPLE_SHIFT << 3 | z[lane] >> TRIPLE_SHIFT] +=
              residual[lane];
        Found *const from = next;
        next = contract_triple(&sources[i], &sources[j], &sources[k], least, next);
        for (Found *at = from; at < next; at++) {
          at->first = (uint16_t)i;
          at->second = (uint16_t)j;
          at->third = (uint8_t)k;
        }
      }
  return (int)(next - found);
}

// Scrambled Sobol' points: the coordinates from which sources of uncertainty draw their lanes.
//
// Sobol' (1967): dimension d has the d-th primitive polynomial over GF(2) and odd initial direction numbers, which here
// are pseudo-random numbers selected by a search (sobol-candidates.h). Each dimension is scrambled separately by a hash
// of bit-reversed coordinates. Whether a bit is flipped depends only on the bits above it (Owen 1995, in the hashed
// form of Laine and Karras 2011), so that nets stay nets, and points are uniform for any direction numbers. Further
// dimensions reuse these dimensions in groups: each group has a different scramble, and its points are in a random
// order (Latin supercube samples, Owen 1998). Consecutive sources therefore fill their joint space as evenly as the
// first sources do, and sources in different groups behave like independent random numbers. The order is random only
// within a block of lanes, so each block of a point set is a point set itself.
#include "sobol-candidates.h"

#include "kernels.h"

enum { LANE_BLOCKS = 4, GROUP_SEEDS = 1 << 30 };

static uint32_t polynomials[SOBOL_DIMENSIONS];
static int known_polynomials;

static int is_primitive(uint32_t polynomial, int degree) {
  uint32_t period = (1u << degree) - 1, state = 1;
  for (uint32_t i = 1; i <= period; i++) {
    state <<= 1;
    if (state >> degree & 1) state ^= polynomial;
    if (state == 1) return i == period;
  }
  return 0;
}

static uint32_t polynomial_of(int dimension) {
  if (known_polynomials == 0) polynomials[known_polynomials++] = 1;
  while (known_polynomials <= dimension) {
    uint32_t next = known_polynomials == 1 ? 3 : polynomials[known_polynomials - 1] + 2;
    while (!is_primitive(next, 31 - __builtin_clz(next))) next += 2;
    polynomials[known_polynomials++] = next;
  }
  return polynomials[dimension];
}

// The direction numbers as fractions of 2^32.
static void find_directions(int dimension, uint32_t directions[32]) {
  if (dimension == 0) {
    for (int k = 0; k < 32; k++) directions[k] = 1u << (31 - k);
    return;
  }
  uint32_t polynomial = polynomial_of(dimension), candidate = SOBOL_CANDIDATES[dimension];
  int degree = 31 - __builtin_clz(polynomial);
  for (int k = 0; k < degree; k++) {
    uint32_t number = ux_mix_bits((uint32_t)dimension * 65536u + candidate * 64u + (uint32_t)k) & ((2u << k) - 1);
    directions[k] = (number | 1) << (31 - k);
  }
  for (int k = degree; k < 32; k++) {
    uint32_t x = directions[k - degree] ^ directions[k - degree] >> degree;
    for (int j = 1; j < degree; j++)
      if (polynomial >> (degree - j) & 1) x ^= directions[k - j];
    directions[k] = x;
  }
}

// On bit-reversed coordinates, sums, products with odd numbers and x ^ x·even propagate changes upwards only.
static inline uint32_t scramble_reversed(uint32_t x, uint32_t a, uint32_t b) {
  x += a;
  x ^= x * 0x6B8F1C5Au;
  x *= b | 1;
  x ^= x * 0xD3A2646Cu;
  x += b;
  x *= a | 1;
  x ^= x * 0x35C49F2Eu;
  return x;
}

// Reverses bits in steps that the compiler can vectorise for four numbers.
static inline uint32_t reverse_bits(uint32_t x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0F0F0F0Fu) | (x & 0x0F0F0F0Fu) << 4;
  x = (x >> 8 & 0x00FF00FFu) | (x & 0x00FF00FFu) << 8;
  return x >> 16 | x << 16;
}

// Points of one dimension of the sequence, with bits reversed.
static void fill_points(uint32_t *points, size_t n, int dimension) {
  uint32_t directions[32];
  find_directions(dimension, directions);
  points[0] = 0;
  for (size_t size = 1, k = 0; size < n; size *= 2, k++) {
    uint32_t direction = reverse_bits(directions[k]);
    for (size_t i = 0; i < size; i++) points[size + i] = points[i] ^ direction;
  }
}

// A random order of the points within each block, which all dimensions in a group share.
static const uint32_t *order_of(uint32_t group, size_t n, uint64_t seed) {
  static uint32_t order[1 << 16];
  static uint64_t known_seed;
  static uint32_t known_group;
  static size_t known_n;
  if (known_n == n && known_group == group && known_seed == seed) return order;
  known_n = n, known_group = group, known_seed = seed;
  uint64_t state = ux_hash_seed(seed, GROUP_SEEDS + group);
  size_t length = n / LANE_BLOCKS;
  for (size_t start = 0; start < n; start += length) {
    for (size_t i = 0; i < length; i++) {
      state = ux_hash_seed(state, (uint32_t)i);
      size_t j = (size_t)((state >> 32) * (i + 1) >> 32);
      order[start + i] = order[start + j];
      order[start + j] = (uint32_t)(start + i);
    }
  }
  return order;
}

// The coordinates of `n` points (a power of two from 2^8 to 2^16) in one dimension, each in (0, 1).
void KERNEL(fill_uniforms)(double *uniforms, size_t n, uint32_t dimension, uint32_t seed_low, uint32_t seed_high) {
  static uint32_t points[1 << 16];
  uint64_t seed = (uint64_t)seed_high << 32 | seed_low, scrambling = ux_hash_seed(seed, dimension + 1);
  uint32_t group = dimension / SOBOL_DIMENSIONS;
  fill_points(points, n, (int)(dimension % SOBOL_DIMENSIONS));
  uint32_t a = (uint32_t)scrambling, b = (uint32_t)(scrambling >> 32);
  for (size_t i = 0; i < n; i++) points[i] = reverse_bits(scramble_reversed(points[i], a, b));
  if (group == 0) {
    for (size_t i = 0; i < n; i++) uniforms[i] = ((double)points[i] + 0.5) * 0x1p-32;
    return;
  }
  const uint32_t *order = order_of(group, n, seed);
  for (size_t i = 0; i < n; i++) uniforms[i] = ((double)points[order[i]] + 0.5) * 0x1p-32;
}

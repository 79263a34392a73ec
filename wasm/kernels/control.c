// Corrects the lanes of a source by means of properties that are known exactly. A new source is independent of every
// existing value, and its mean and variance are known. With a finite number of lanes, the means of the products of its
// lanes and the lanes of other values are off by the sampling error, and long recursions accumulate such errors. Here
// the lanes of a new source are corrected, by a few parts in a thousand, until these means are zero. With e = (lane −
// mean)
// / deviation, the means are mean(e·h) for h = 1, recent values, and the square of the first of these values; and
// mean((e² − 1)·h) for h = 1, the first of these values and its square. The mean and variance of a step x + s·x·z are
// therefore exact, step after step. Each block of lanes is corrected separately, so that blocks stay independent of
// each other and the differences between them provide an estimate of the lanes' error.
#include <math.h>

#include "kernels.h"

enum { MOST_VALUES = 6, MOST_BASIS = MOST_VALUES + 2 };

// Blocks of lanes are aligned, and their length is a multiple of eight.
static double dot(const double *x, const double *y, size_t n) {
  const pair *a = (const pair *)x, *b = (const pair *)y;
  pair sums[4] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
  for (size_t i = 0; i < n / 2; i += 4) {
    sums[0] += a[i] * b[i];
    sums[1] += a[i + 1] * b[i + 1];
    sums[2] += a[i + 2] * b[i + 2];
    sums[3] += a[i + 3] * b[i + 3];
  }
  pair sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  return sum[0] + sum[1];
}

static void subtract(double *x, double factor, const double *y, size_t n) {
  pair *a = (pair *)x, both = {factor, factor};
  const pair *b = (const pair *)y;
  for (size_t i = 0; i < n / 2; i++) a[i] -= both * b[i];
}

// Adds `candidate` (which is overwritten) to an orthonormal basis, unless it nearly lies in the span of that basis.
static size_t extend(double *basis, size_t size, size_t n) {
  double *candidate = basis + size * n;
  double before = dot(candidate, candidate, n);
  for (size_t k = 0; k < size; k++) subtract(candidate, dot(candidate, basis + k * n, n), basis + k * n, n);
  double after = dot(candidate, candidate, n);
  if (!(after > 1e-6 * before) || !ux_is_finite(after)) return size;
  double scale = 1 / __builtin_sqrt(after);
  for (size_t i = 0; i < n; i++) candidate[i] *= scale;
  return size + 1;
}

static size_t make_basis(const uint32_t *values, size_t count, size_t offset, size_t n, double *basis) {
  double level = 1 / __builtin_sqrt((double)n);
  for (size_t i = 0; i < n; i++) basis[i] = level;
  size_t size = 1;
  for (size_t k = 0; k < count; k++) {
    __builtin_memcpy(basis + size * n, (const double *)values[k] + offset, n * sizeof(double));
    size_t now = extend(basis, size, n);
    if (now == 2 && size == 1) {
      for (size_t i = 0; i < n; i++) basis[2 * n + i] = basis[n + i] * basis[n + i] * (double)n;
      now = extend(basis, 2, n);
    }
    size = now;
  }
  return size;
}

static void correct(double *e, const double *basis, size_t size, size_t n) {
  for (size_t k = 0; k < size; k++) subtract(e, dot(e, basis + k * n, n), basis + k * n, n);
}

// Computes e·(1 − c/2·h), with the factor limited to values near 1.
static void correct_squares(double *e, const double *h, size_t n) {
  pair *a = (pair *)e, sum = {0, 0};
  const pair *b = (const pair *)h, one = {1, 1}, low = {0.75, 0.75}, high = {1.25, 1.25};
  for (size_t i = 0; i < n / 2; i++) sum += (a[i] * a[i] - one) * b[i];
  double half = 0.5 * (sum[0] + sum[1]);
  pair both = {half, half};
  for (size_t i = 0; i < n / 2; i++) {
    pair factor = one - both * b[i];
    factor = __builtin_elementwise_min(__builtin_elementwise_max(factor, low), high);
    a[i] *= factor;
  }
}

// Clamps values to the range; returns 1 if any of them was outside.
static int limit(double *e, double low, double high, size_t n) {
  int moved = 0;
  for (size_t i = 0; i < n; i++) {
    if (e[i] < low) e[i] = low, moved = 1;
    else if (e[i] > high) e[i] = high, moved = 1;
  }
  return moved;
}

// `values` contains the addresses of the lanes of recent values, most recent first; `scratch` has space for 8 blocks of
// lanes.
void KERNEL(lane_control)(const uint32_t *values, size_t count, double mean, double deviation, double low, double high,
                          double *lanes, size_t n, size_t blocks, double *scratch) {
  size_t length = n / blocks;
  double *basis = scratch;
  for (size_t block = 0; block < blocks; block++) {
    double *e = lanes + block * length;
    size_t size = make_basis(values, count, block * length, length, basis);
    if (size == 1) continue;
    for (size_t i = 0; i < length; i++) e[i] = (e[i] - mean) / deviation;
    correct(e, basis, size, length);
    for (size_t k = 0; k < size && k < 3; k++) correct_squares(e, basis + k * length, length);
    // Lanes stay within the support; whatever clamping removes is redistributed to the other lanes.
    double least = (low - mean) / deviation, most = (high - mean) / deviation;
    for (int round = 0; round < 6; round++) {
      for (size_t k = 0; k < size && k < 3; k++) correct_squares(e, basis + k * length, length);
      correct(e, basis, size, length);
      if (!limit(e, least, most, length)) break;
    }
    for (size_t i = 0; i < length; i++) {
      double x = mean + deviation * e[i];
      e[i] = x < low ? low : x > high ? high : x;
    }
  }
}

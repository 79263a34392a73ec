// Operations on lanes, which are aligned samples of values: lane i of every value belongs to the same draw of all
// sources. The compiler vectorises elementwise arithmetic, square roots and rounding; many functions have vector forms
// (vector-math.h). Other library functions are called lane by lane. Functions that compute lanes return 1 if all lanes
// have the same value. Values at the nodes of a grid (grid.c) go through the same operations, so the operations take
// the number of lanes as an argument.
#include "kernels.h"

#include <math.h>

#include "vector-math.h"

static size_t lane_count;

void KERNEL(setup_lanes)(size_t count) { lane_count = count; }

static int is_one_point(const double *lanes, size_t n) {
  double first = lanes[0];
  if (first != first) {
    for (size_t i = 1; i < n; i++)
      if (lanes[i] == lanes[i]) return 0;
    return 1;
  }
  for (size_t i = 1; i < n; i++)
    if (lanes[i] != first) return 0;
  return 1;
}

int KERNEL(lane_is_point)(const double *lanes) { return is_one_point(lanes, lane_count); }

static int finish_lanes(double *restrict lanes, size_t n, int operation) {
  if (operation & UX_SINGLE_PRECISION)
    for (size_t i = 0; i < n; i++) lanes[i] = (double)(float)lanes[i];
  return is_one_point(lanes, n);
}

int KERNEL(lane_unary)(int operation, const double *restrict x, double *restrict target, size_t n) {
  if (!ux_map_vector(operation & ~UX_SINGLE_PRECISION, x, n, target))
    ux_map_unary(operation & ~UX_SINGLE_PRECISION, x, n, target);
  return finish_lanes(target, n, operation);
}

#define FOR_LANES(EXPRESSION)                                                \
  _Pragma("clang loop vectorize_width(2) interleave_count(4)") for (size_t i = 0; i < n; i++) { \
    target[i] = EXPRESSION;                                                  \
  }                                                                          \
  break;

int KERNEL(lane_binary)(int operation, const double *x, const double *y, double *restrict target, size_t n) {
  switch (operation & ~UX_SINGLE_PRECISION) {
    case UX_BINARY_ADD: FOR_LANES(x[i] + y[i])
    case UX_BINARY_SUB: FOR_LANES(x[i] - y[i])
    case UX_BINARY_MUL: FOR_LANES(x[i] * y[i])
    case UX_BINARY_DIV: FOR_LANES(x[i] / y[i])
    case UX_BINARY_POW:
      ux_map_powers(x, 1, y, 1, n, target);
      break;
    case UX_BINARY_ATAN2:
      ux_map_atan2(x, 1, y, 1, n, target);
      break;
    case UX_BINARY_HYPOT:
      ux_map_hypot(x, 1, y, 1, n, target);
      break;
    default:
      for (size_t i = 0; i < n; i++) target[i] = ux_apply_binary(operation, x[i], y[i]);
  }
  return finish_lanes(target, n, operation);
}

int KERNEL(lane_binary_with_plain_right)(int operation, const double *restrict x, double y, double *restrict target, size_t n) {
  switch (operation & ~UX_SINGLE_PRECISION) {
    case UX_BINARY_ADD: FOR_LANES(x[i] + y)
    case UX_BINARY_SUB: FOR_LANES(x[i] - y)
    case UX_BINARY_MUL: FOR_LANES(x[i] * y)
    case UX_BINARY_DIV: FOR_LANES(x[i] / y)
    case UX_BINARY_POW:
      if (!ux_map_power(x, y, n, target)) ux_map_powers(x, 1, &y, 0, n, target);
      break;
    case UX_BINARY_ATAN2:
      ux_map_atan2(x, 1, &y, 0, n, target);
      break;
    case UX_BINARY_HYPOT:
      ux_map_hypot(x, 1, &y, 0, n, target);
      break;
    default:
      for (size_t i = 0; i < n; i++) target[i] = ux_apply_binary(operation, x[i], y);
  }
  return finish_lanes(target, n, operation);
}

int KERNEL(lane_binary_with_plain_left)(int operation, double x, const double *restrict y, double *restrict target, size_t n) {
  switch (operation & ~UX_SINGLE_PRECISION) {
    case UX_BINARY_ADD: FOR_LANES(x + y[i])
    case UX_BINARY_SUB: FOR_LANES(x - y[i])
    case UX_BINARY_MUL: FOR_LANES(x * y[i])
    case UX_BINARY_DIV: FOR_LANES(x / y[i])
    case UX_BINARY_POW:
      ux_map_powers(&x, 0, y, 1, n, target);
      break;
    case UX_BINARY_ATAN2:
      ux_map_atan2(&x, 0, y, 1, n, target);
      break;
    case UX_BINARY_HYPOT:
      ux_map_hypot(&x, 0, y, 1, n, target);
      break;
    default:
      for (size_t i = 0; i < n; i++) target[i] = ux_apply_binary(operation, x, y[i]);
  }
  return finish_lanes(target, n, operation);
}

void KERNEL(lane_fill)(double x, double *target) {
  for (size_t i = 0; i < lane_count; i++) target[i] = x;
}

// Maps uniform coordinates in place to outcomes, according to the fraction of the mass that each outcome has;
// `cumulative` ends with 1.
void KERNEL(lane_pick)(const double *outcomes, const double *cumulative, size_t n, double *lanes) {
  for (size_t i = 0; i < lane_count; i++) {
    size_t low = 0, high = n - 1;
    while (low < high) {
      size_t middle = (low + high) / 2;
      if (cumulative[middle] < lanes[i]) low = middle + 1;
      else high = middle;
    }
    lanes[i] = outcomes[low];
  }
}

// Replaces uniform coordinates in place: with x if they are below `weight`, and with y otherwise.
void KERNEL(lane_choose)(const double *x, const double *y, double weight, double *lanes) {
  for (size_t i = 0; i < lane_count; i++) lanes[i] = lanes[i] < weight ? x[i] : y[i];
}

#define COMPARE(number, relation)                                                    \
  case number:                                                                       \
    for (size_t i = 0; i < lane_count; i++) target[i] = x[i] relation y[i] ? 1 : 0;  \
    break;
// Writes 1 where the comparison holds, and 0 elsewhere. `comparison` is an index into COMPARISONS.
int KERNEL(lane_compare)(int comparison, const double *x, const double *y, double *restrict target) {
  switch (comparison) {
    COMPARE(0, ==)
    COMPARE(1, !=)
    COMPARE(2, <)
    COMPARE(3, >)
    COMPARE(4, <=)
    COMPARE(5, >=)
  }
  return is_one_point(target, lane_count);
}

int KERNEL(lane_select)(const double *condition, const double *x, const double *y, double *restrict target) {
  for (size_t i = 0; i < lane_count; i++) target[i] = condition[i] != 0 ? x[i] : y[i];
  return is_one_point(target, lane_count);
}

// A key that sorts in the same order as doubles, with NaN last.
static uint64_t key_of(double x) {
  if (x != x) return ~(uint64_t)0;
  uint64_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

static double number_of(uint64_t key) {
  if (key == ~(uint64_t)0) return (double)NAN;
  uint64_t bits = key >> 63 ? key & ~((uint64_t)1 << 63) : ~key;
  double x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

// Radix sort by the bytes of the keys, least significant byte first; `spare` has space for the same number of values.
static void sort(double *values, size_t n, double *spare) {
  static uint32_t counts[8][256];
  uint64_t *from = (uint64_t *)values, *to = (uint64_t *)spare;
  __builtin_memset(counts, 0, sizeof counts);
  for (size_t i = 0; i < n; i++) {
    uint64_t key = key_of(values[i]);
    from[i] = key;
    for (int byte = 0; byte < 8; byte++) counts[byte][key >> 8 * byte & 255]++;
  }
  for (int byte = 0; byte < 8; byte++) {
    uint32_t *count = counts[byte];
    if (n > 0 && count[from[0] >> 8 * byte & 255] == n) continue;
    uint32_t start = 0;
    for (int digit = 0; digit < 256; digit++) {
      uint32_t here = count[digit];
      count[digit] = start;
      start += here;
    }
    for (size_t i = 0; i < n; i++) to[count[from[i] >> 8 * byte & 255]++] = from[i];
    uint64_t *kept = from;
    from = to;
    to = kept;
  }
  for (size_t i = 0; i < n; i++) values[i] = number_of(from[i]);
}

// Sorts the lanes into `sorted`, which has space for twice as many values.
void KERNEL(lane_sort)(const double *lanes, double *sorted) {
  __builtin_memcpy(sorted, lanes, lane_count * sizeof(double));
  sort(sorted, lane_count, sorted + lane_count);
}

// Maps uniform coordinates in place to independent draws from `source`. If the coordinates are evenly spread, the
// result is a permutation. `scratch` has space for twice as many values.
void KERNEL(lane_redraw)(const double *source, double *scratch, double *lanes) {
  lane_sort(source, scratch);
  for (size_t i = 0; i < lane_count; i++) lanes[i] = scratch[(size_t)(lanes[i] * (double)lane_count)];
}

// Replaces uniform coordinates in place: with `source` if it lies in [low, high], and otherwise with independent draws
// from the values in that range. Returns the number of lanes in the range; if it is 0, nothing is written. `scratch`
// has space for twice as many values.
size_t KERNEL(lane_limit)(const double *source, double low, double high, double *scratch, double *lanes) {
  size_t inside = 0;
  for (size_t i = 0; i < lane_count; i++)
    if (source[i] >= low && source[i] <= high) scratch[inside++] = source[i];
  if (inside == 0) return 0;
  sort(scratch, inside, scratch + lane_count);
  for (size_t i = 0; i < lane_count; i++) {
    int kept = source[i] >= low && source[i] <= high;
    lanes[i] = kept ? source[i] : scratch[(size_t)(lanes[i] * (double)inside)];
  }
  return inside;
}

extern uint32_t reduce(pair *deltas, size_t n, double *block, int single);

// Converts lanes to deltas of equal mass, reduced by mean splits; `scratch` has 32 bytes per lane.
uint32_t KERNEL(lane_deltas)(const double *lanes, pair *scratch, int single, double *block) {
  double mass = 1 / (double)lane_count;
  for (size_t i = 0; i < lane_count; i++) scratch[i] = (pair){lanes[i], mass};
  return reduce(scratch, lane_count, block, single);
}

// The mean of the lanes. Uses pairwise summation, so that rounding errors do not grow with the number of lanes.
static double sum_lanes(const double *lanes, size_t n) {
  if (n <= 64) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += lanes[i];
    return sum;
  }
  return sum_lanes(lanes, n / 2) + sum_lanes(lanes + n / 2, n - n / 2);
}

double KERNEL(lane_mean)(const double *lanes) { return sum_lanes(lanes, lane_count) / (double)lane_count; }

double KERNEL(lane_central_moment)(const double *lanes, double centre, uint32_t order) {
  double total = 0;
  for (size_t i = 0; i < lane_count; i++) {
    double power = 1, x = lanes[i] - centre;
    for (uint32_t n = order; n; n >>= 1, x *= x)
      if (n & 1) power *= x;
    total += power;
  }
  return total / (double)lane_count;
}

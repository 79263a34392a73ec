// Powers, logarithms and hypot on lanes, within 1 ulp. All logarithms except ln(1 + x) use a table as in Tang (1990),
// with base 2. Numbers are scaled so that the remainder of a number is nearly that of its logarithm. A power has the
// error of y·log2 x, about 2^-70·y, which is too large if y is above 2^15. WebAssembly has a fused multiply-add only in
// a form whose results depend on the processor.
#define _GNU_SOURCE
#include <math.h>

#include "power-table.h"
#include "vector-chunk.h"
#include "vector-math.h"
#include "vector-steps.h"

uint64_t ux_power_first[] = {POWER_FIRST};
double ux_power_scale[] = {POWER_SCALE, POWER_SLOPE};
// A number that, when added, rounds the sum to 256ths; the largest base-2 exponent of x and of the result; the largest
// y.
double ux_power_terms[] = {0x1.8p44, 1021, 0x1p15};

// Intermediate results of a power: log2 x without `rest`, which is a function of the remainder r; and the exponent of
// the power in 256ths, with its remainder.
typedef struct {
  double2 log[CHUNK_PAIRS], left[CHUNK_PAIRS], rest[CHUNK_PAIRS], fraction[CHUNK_PAIRS];
  long2 whole[CHUNK_PAIRS];
} powers;

ALWAYS_INLINE double2 size_of(double2 x, long2 digits) { return (double2)((long2)x & digits); }

// If c is from the table near L / m, log2 m = log2(L / c) + log2(1 + r / L), where r = m·c − L. r1, which comes from
// the upper bits of m, is a multiple of 2^-43, and its sum with the exponent and the logarithm is exact. Numbers
// without a vector form yield NaN.
ALWAYS_INLINE void start_logs_in(const double *x, size_t pairs, powers *of, int to_round) {
  long2 first = (long2)wasm_v128_load64_splat(ux_power_first), raise = (long2)wasm_v128_load64_splat(ux_raised) - first;
  long2 digits = mask(DIGITS), upper_bits = mask(FIRST_22), half = mask(HALF_OF_22), unsigned_bits = ~mask(SIGN);
  double2 shift = constant(ux_group_terms + SHIFT), raised_shift = constant(ux_raised_shift);
  double2 scale = constant(ux_power_scale), most = constant(ux_power_terms + 1);
  for (size_t p = 0; p < pairs; p++) {
    long2 raised = (long2)load_pair(x, p) + raise, cell = raised & digits;
    double2 k = (double2)((long2)wasm_u64x2_shr((v128_t)raised, 52) + (long2)shift) - raised_shift;
    v128_t row = wasm_u64x2_shr((v128_t)cell, POWER_CELL_BITS);
    int low = wasm_i32x4_extract_lane(row, 0), high = wasm_i32x4_extract_lane(row, 2);
    columns start = gather_two(POWER_LOG + 2 * low, POWER_LOG + 2 * high);
    double2 m = (double2)(cell + first), upper = (double2)((to_round ? (long2)m + half : (long2)m) & upper_bits);
    double2 r1 = upper * start.first - scale, r2 = (m - upper) * start.first;
    double2 log = (k + start.second) + r1, rest = r2;
    if (to_round) log = add_smaller(log, r2, &rest);
    of->log[p] = (double2)((long2)log | (size_of(k, unsigned_bits) > most));
    of->left[p] = r1 + r2;
    of->rest[p] = rest + gather(POWER_LOG_REST + low, POWER_LOG_REST + high);
  }
}

STAGE void start_logs(const double *x, size_t pairs, powers *of) { start_logs_in(x, pairs, of, 0); }

// Used for logarithms that are results themselves, including those near 1.
STAGE void start_rounded_logs(const double *x, size_t pairs, powers *of) { start_logs_in(x, pairs, of, 1); }

// Adds to the rest the terms beyond r.
STAGE void bend_logs(size_t pairs, powers *of) {
  const double *terms = ux_power_log_series;
  double2 a2 = constant(terms), a3 = constant(terms + 1), a4 = constant(terms + 2), a5 = constant(terms + 3);
  double2 a6 = constant(terms + 4), slope = constant(ux_power_scale + 1);
  for (size_t p = 0; p < pairs; p++) {
    double2 r = of->left[p], square = r * r;
    double2 series = (a2 + r * a3) + square * ((a4 + r * a5) + square * a6);
    of->rest[p] += slope * r + square * series;
  }
}

STAGE long2 multiply_logs(const double *y, size_t pairs, powers *of, long2 *inside) {
  double2 shift = constant(ux_power_terms), most = constant(ux_power_terms + 1), most_y = constant(ux_power_terms + 2);
  long2 upper_bits = mask(UPPER), unsigned_bits = ~mask(SIGN), all = {-1, -1};
  for (size_t p = 0; p < pairs; p++) {
    double2 log = of->log[p], exponent = load_pair(y, p);
    double2 y1 = (double2)((long2)exponent & upper_bits), log1 = (double2)((long2)log & upper_bits);
    double2 power = y1 * log1;
    double2 tail = (exponent - y1) * log1 + exponent * ((log - log1) + of->rest[p]);
    double2 whole = (power + tail) + shift;
    inside[p] = (size_of(power, unsigned_bits) <= most) & (size_of(exponent, unsigned_bits) <= most_y);
    all &= inside[p];
    of->whole[p] = (long2)whole;
    of->fraction[p] = (power - (whole - shift)) + tail;
  }
  return all;
}

STAGE void raise_two(const powers *of, size_t pairs, double *target) {
  const double *terms = ux_power_exp_series;
  double2 b1 = constant(terms), b2 = constant(terms + 1), b3 = constant(terms + 2), b4 = constant(terms + 3);
  for (size_t p = 0; p < pairs; p++) {
    long2 whole = of->whole[p];
    double2 f = of->fraction[p];
    int low = wasm_i32x4_extract_lane(whole, 0) & 255, high = wasm_i32x4_extract_lane(whole, 2) & 255;
    columns start = gather_two(POWER_EXP + 2 * low, POWER_EXP + 2 * high);
    double2 scale = (double2)((long2)start.first + (whole << POWER_CELL_BITS));
    double2 series = (b1 + f * b2) + (f * f) * (b3 + f * b4);
    store_pair(target, p, scale + scale * (start.second + f * series));
  }
}

ALWAYS_INLINE long2 power_pairs(const double *x, const double *y, size_t pairs, long2 *inside, double *target) {
  powers of;
  start_logs(x, pairs, &of);
  bend_logs(pairs, &of);
  long2 all = multiply_logs(y, pairs, &of, inside);
  raise_two(&of, pairs, target);
  return all;
}

void ux_map_powers(const double *x, size_t x_step, const double *y, size_t y_step, size_t n, double *target) {
  map_chunks_of_two(power_pairs, pow, x, x_step, y, y_step, n, target);
}

static double power_of_ten(double, double y) { return exp10(y); }

double ux_ten[] = {10};

// Powers of 2 have an exact exponent.
STAGE long2 split_exponents(const double *x, size_t pairs, powers *of, long2 *inside) {
  double2 shift = constant(ux_power_terms), most = constant(ux_power_terms + 1);
  long2 unsigned_bits = ~mask(SIGN), all = {-1, -1};
  for (size_t p = 0; p < pairs; p++) {
    double2 power = load_pair(x, p), whole = power + shift;
    inside[p] = size_of(power, unsigned_bits) <= most;
    all &= inside[p];
    of->whole[p] = (long2)whole;
    of->fraction[p] = power - (whole - shift);
  }
  return all;
}

ALWAYS_INLINE long2 exp2_pairs(const double *x, size_t pairs, long2 *inside, double *target) {
  powers of;
  long2 all = split_exponents(x, pairs, &of, inside);
  raise_two(&of, pairs, target);
  return all;
}

// Factors that convert base-2 logarithms to base 2, e and 10. Each factor has two parts, the first of which has 26
// bits.
double ux_log2_factor[] = {1, 0}, ux_log_factor[] = {0x1.62e42f8p-1, 0x1.be8e7bcd5e4f2p-27};
double ux_log10_factor[] = {0x1.344135p-2, 0x1.3ef3fde623e25p-31};

STAGE long2 finish_logs(size_t pairs, const powers *of, const double *factor, long2 *inside, double *target) {
  double2 first = constant(factor), second = constant(factor + 1), both = first + second;
  long2 upper_bits = mask(UPPER), all = {-1, -1};
  for (size_t p = 0; p < pairs; p++) {
    double2 log = of->log[p], log1 = (double2)((long2)log & upper_bits);
    inside[p] = log == log;
    all &= inside[p];
    store_pair(target, p, log1 * first + (log1 * second + ((log - log1) + of->rest[p]) * both));
  }
  return all;
}

ALWAYS_INLINE long2 take_logs(const double *x, size_t pairs, const double *factor, long2 *inside, double *target) {
  powers of;
  start_rounded_logs(x, pairs, &of);
  bend_logs(pairs, &of);
  return finish_logs(pairs, &of, factor, inside, target);
}

static long2 log2_pairs(const double *x, size_t pairs, long2 *inside, double *target) {
  return take_logs(x, pairs, ux_log2_factor, inside, target);
}

static long2 log_pairs(const double *x, size_t pairs, long2 *inside, double *target) {
  return take_logs(x, pairs, ux_log_factor, inside, target);
}

static long2 log10_pairs(const double *x, size_t pairs, long2 *inside, double *target) {
  return take_logs(x, pairs, ux_log10_factor, inside, target);
}

int ux_map_bases(int operation, const double *source, size_t n, double *target) {
  switch (operation) {
    case UX_UNARY_EXP2: return map_chunks(exp2_pairs, exp2, source, n, target);
    case UX_UNARY_EXP10: map_chunks_of_two(power_pairs, power_of_ten, ux_ten, 0, source, 1, n, target); return 1;
    case UX_UNARY_LOG2: return map_chunks(log2_pairs, log2, source, n, target);
    case UX_UNARY_LOG: return map_chunks(log_pairs, log, source, n, target);
    default: return map_chunks(log10_pairs, log10, source, n, target);
  }
}

int ux_map_power(const double *source, double y, size_t n, double *target) {
  if (y == 2) {
    for (size_t i = 0; i < n; i++) target[i] = source[i] * source[i];
  } else if (y == 3) {
    for (size_t i = 0; i < n; i++) target[i] = source[i] * source[i] * source[i];
  } else if (y == -1) {
    for (size_t i = 0; i < n; i++) target[i] = 1 / source[i];
  } else if (y == 0.5) {
    // pow(−0, ½) is +0 and pow(−Inf, ½) is Inf, unlike the square root.
    for (size_t i = 0; i < n; i++) {
      double x = source[i];
      target[i] = x == -__builtin_inf() ? -x : __builtin_sqrt(x + 0.0);
    }
  } else {
    return 0;
  }
  return 1;
}

double ux_log1p_range[] = {-0x1.fffffffffffffp-1, 0x1p1000};

// Computes ln u, where u is 1 + x rounded, plus a correction for the rounding. If the exponent of u is 0, f is x
// itself.
static group log1p_group(group x) {
  double2 one = constant(ux_group_terms + ONE), two = constant(ux_group_terms + TWO);
  group f, k, s, correction;
  EACH {
    double2 lost, u = add_exactly(one, x.pair[p], &lost);
    double2 rounded = split_exponent(u, ux_log_first, &k.pair[p]) - one;
    long2 is_near = k.pair[p] == 0.0;
    f.pair[p] = choose(is_near, x.pair[p], rounded);
    s.pair[p] = f.pair[p] / (f.pair[p] + two);
    correction.pair[p] = (double2)((long2)(lost / u) & ~is_near);
  }
  f = log_from_quotient(&f, &s, &k, &correction);
  // The result has the same sign as x, except for -0.
  EACH x.pair[p] = (double2)((long2)f.pair[p] | ((long2)x.pair[p] & mask(SIGN)));
  return x;
}

int ux_map_log1p(const double *source, size_t n, double *target) {
  return map_groups(UNGUARDED(ux_log1p_range), log1p_group, log1p, source, n, target);
}

// Magnitudes whose squares neither overflow nor lose digits. The smaller of the two magnitudes may have any value.
double ux_hypot_range[] = {0x1p-450, 0x1p500};

static answer hypot_answer(group x, group y) {
  answer result;
  EACH {
    double2 a = magnitude(x.pair[p]), b = magnitude(y.pair[p]), rest_a, rest_b;
    double2 large = larger(a, b), both = a + b;
    double2 square_a = square_in_two(large, &rest_a), square_b = square_in_two(smaller(a, b), &rest_b);
    result.value.pair[p] = (double2)wasm_f64x2_sqrt((v128_t)(((rest_b + rest_a) + square_b) + square_a));
    result.inside[p] = (large >= constant(ux_hypot_range)) & (both <= constant(ux_hypot_range + 1));
  }
  return result;
}

void ux_map_hypot(const double *x, size_t x_step, const double *y, size_t y_step, size_t n, double *target) {
  map_two(hypot_answer, hypot, x, x_step, y, y_step, n, target);
}

// Powers, ln(1 + x) and hypot on eight doubles at a time, within 1 ulp. Logarithms of powers go by a table as in Tang
// (1990), with a Taylor series where its interval is short. A power is some hundred additions and multiplications of a
// pair, 62 of them for a logarithm to 2^-67, as the result has the error of y·ln x: without a fused multiply-add, which
// WebAssembly has only in a form whose results depend on the processor, that is what a power costs, about three times e^x.
#include <math.h>

#include "power-table.h"
#include "vector-math.h"
#include "vector-steps.h"

uint64_t ux_power_first[] = {POWER_FIRST};
// log(1 + r) = r − r²/2 + r³·(these, by powers of r).
double ux_power_terms[] = {0x1.5555555555555p-2, -0.25, 0.2, -0x1.5555555555555p-3, 0x1.2492492492492p-3, -0.125};

static inline double2 gather_column(const double (*rows[2])[3], int column) {
  return gather(&(*rows[0])[column], &(*rows[1])[column]);
}

// log x of normal positive numbers in two parts, good to some 2^-67 of it: with c of the table near 1 / m,
// log m = log(1/c) + log(1 + r), r = m·c − 1, whose upper part r1 has few enough bits for an exact square. That is a
// multiple of 2^-32, and k·ln 2 + log(1/c) one of 2^-42, so their sum is exact.
static inline double2 log_in_two(double2 x, double2 *rest) {
  double2 high = constant(ux_log_terms), low = constant(ux_log_terms + 1), k, lost1, lost2;
  double2 m = split_exponent(x, ux_power_first, &k);
  v128_t row = wasm_u64x2_shr((v128_t)((long2)m - (long2)wasm_v128_load64_splat(ux_power_first)), 45);
  const double(*rows[2])[3] = {&POWER_TABLE[wasm_i32x4_extract_lane(row, 0)], &POWER_TABLE[wasm_i32x4_extract_lane(row, 2)]};
  double2 inverse = gather_column(rows, 0), upper = (double2)((long2)m & mask(FIRST_22));
  double2 r1 = upper * inverse - constant(ux_group_terms + ONE), lower = m - upper;
  double2 r2 = lower * inverse, r = r1 + r2;
  double2 half_square = constant(ux_group_terms + HALF) * r1 * r1;
  double2 sum = add_smaller((k * high + gather_column(rows, 1)) + r1, -half_square, &lost1);
  sum = add_smaller(sum, r2, &lost2);
  double2 series = constant(ux_power_terms + 5);
  for (int i = 4; i >= 0; i--) series = series * r + constant(ux_power_terms + i);
  double2 cross = constant(ux_group_terms + HALF) * r2 * (r1 + r);
  *rest = ((k * low + gather_column(rows, 2)) + (lost1 + lost2)) + (r * r * r * series - cross);
  return sum;
}

double ux_power_range[] = {-707, 708}, ux_power_bases[] = {0x1p-1022, 0x1.fffffffffffffp1023};

static answer power_answer(group x, group y) {
  answer result;
  group power, tail;
  EACH {
    double2 base = x.pair[p], exponent = y.pair[p], rest;
    double2 log = log_in_two(base, &rest);
    double2 y1 = upper_half(exponent), log1 = upper_half(log);
    power.pair[p] = y1 * log1;
    tail.pair[p] = (exponent - y1) * log1 + exponent * ((log - log1) + rest);
    result.inside[p] =
        is_inside(UNGUARDED(ux_power_bases), base) & is_inside(UNGUARDED(ux_power_range), power.pair[p]);
  }
  result.value = exp_with_tail(power, &tail);
  return result;
}

void ux_map_powers(const double *x, size_t x_step, const double *y, size_t y_step, size_t n, double *target) {
  map_two(power_answer, pow, x, x_step, y, y_step, n, target);
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

// ln u, u = 1 + x rounded, and what comes of the rounding. Where u's exponent is 0, f is x itself.
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
  // The result has the sign of x, but for -0.
  EACH x.pair[p] = (double2)((long2)f.pair[p] | ((long2)x.pair[p] & mask(SIGN)));
  return x;
}

int ux_map_log1p(const double *source, size_t n, double *target) {
  return map_groups(UNGUARDED(ux_log1p_range), log1p_group, log1p, source, n, target);
}

// Magnitudes whose squares neither overflow nor lose digits; the smaller one may be anything.
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

// Functions without a short formula, on groups of lanes. The row for an argument's cell (function-rows.h) contains a
// number m near the argument, the value of the function at m, and a polynomial for the rest. The value of the
// polynomial is only a fraction of the result, so its rounding hardly matters. Only the last addition rounds the
// result, to within 1 ulp of the true value.
#include <math.h>

#include "function-rows.h"
#include "special.h"
#include "vector-chunk.h"
#include "vector-math.h"

typedef struct {
  const uint8_t *places;
  const double *rows;
  int terms, cell_bits, first;
} table;

#define TABLE(NAME) ((table){NAME##_PLACES, NAME##_ROWS[0], NAME##_TERMS, NAME##_CELL_BITS, NAME##_FIRST})

// The value of a function in two parts, the second of which is small.
typedef struct {
  group value, rest;
} parts;

// The function at x + tail, computed with the row for `key`, which must be in a cell of the table.
ALWAYS_INLINE parts look_up(const table t, group key, group x, const group *tail) {
  const double *low[PAIRS], *high[PAIRS];
  int width = 3 + t.terms;
  group h, square, odd, even;
  parts result;
  EACH {
    v128_t cell = wasm_u64x2_shr((v128_t)key.pair[p], t.cell_bits);
    low[p] = t.rows + t.places[wasm_i32x4_extract_lane(cell, 0) - t.first] * width;
    high[p] = t.rows + t.places[wasm_i32x4_extract_lane(cell, 2) - t.first] * width;
    columns start = gather_two(low[p], high[p]);
    h.pair[p] = x.pair[p] - start.first;
    if (tail) h.pair[p] += tail->pair[p];
    square.pair[p] = h.pair[p] * h.pair[p];
    result.value.pair[p] = start.second;
  }
  // Sums q1 + q3·h² + … and q2 + q4·h² + … in parallel.
  EACH {
    columns last = gather_two(low[p] + width - 2, high[p] + width - 2);
    odd.pair[p] = last.first;
    even.pair[p] = last.second;
  }
  for (int i = width - 4; i > 2; i -= 2)
    EACH {
      columns next = gather_two(low[p] + i, high[p] + i);
      odd.pair[p] = odd.pair[p] * square.pair[p] + next.first;
      even.pair[p] = even.pair[p] * square.pair[p] + next.second;
    }
  EACH {
    columns straight = gather_two(low[p] + 2, high[p] + 2);
    double2 bend = (straight.second + h.pair[p] * odd.pair[p]) + square.pair[p] * even.pair[p];
    result.rest.pair[p] = h.pair[p] * bend;
    if (tail) result.rest.pair[p] += straight.first * tail->pair[p];
    result.value.pair[p] += straight.first * (tail ? x.pair[p] : h.pair[p]);
  }
  return result;
}

ALWAYS_INLINE group whole(const table t, group key, group x) {
  parts f = look_up(t, key, x, 0);
  EACH x.pair[p] = f.value.pair[p] + f.rest.pair[p];
  return x;
}

// Start of the tables for odd functions, and the points from which the functions are constant.
double ux_tanh_ends[] = {0x1p-7, 24}, ux_erf_ends[] = {0x1p-7, 7}, ux_asinh_ends[] = {0x1p-7, 1023.9999};

ALWAYS_INLINE group odd_function(const table t, group x, const double *ends) {
  double2 least = constant(ends), most = constant(ends + 1);
  group size, key;
  EACH {
    size.pair[p] = smaller(most, magnitude(x.pair[p]));
    key.pair[p] = larger(least, size.pair[p]);
  }
  group f = whole(t, key, size);
  EACH f.pair[p] = with_sign_of(f.pair[p], x.pair[p]);
  return f;
}

ALWAYS_INLINE group tanh_group(group x) { return odd_function(TABLE(TANH), x, ux_tanh_ends); }
ALWAYS_INLINE group erf_group(group x) { return odd_function(TABLE(ERF), x, ux_erf_ends); }
ALWAYS_INLINE group asinh_group(group x) { return odd_function(TABLE(ASINH), x, ux_asinh_ends); }
ALWAYS_INLINE group lgamma_group(group x) { return whole(TABLE(LGAMMA), x, x); }
ALWAYS_INLINE group tgamma_group(group x) { return whole(TABLE(TGAMMA), x, x); }

// The table is divided into cells of 1 - |x|, not of x.
ALWAYS_INLINE group atanh_group(group x) {
  group size, key;
  EACH {
    size.pair[p] = magnitude(x.pair[p]);
    key.pair[p] = smaller(constant(ux_group_terms + BELOW_ONE), constant(ux_group_terms + ONE) - size.pair[p]);
  }
  group f = whole(TABLE(ATANH), key, size);
  EACH f.pair[p] = with_sign_of(f.pair[p], x.pair[p]);
  return f;
}

// The left end of the table, below which erfc is 2, and the offset that is added to x to obtain the number that selects
// its cell.
double ux_erfc_terms[] = {-6, 8};

ALWAYS_INLINE group erfc_group(group x) {
  group key;
  EACH {
    x.pair[p] = larger(constant(ux_erfc_terms), x.pair[p]);
    key.pair[p] = x.pair[p] + constant(ux_erfc_terms + 1);
  }
  return whole(TABLE(ERFC), key, x);
}

// One third; the difference between a third of a number's upper bits and the upper bits of its cube root; and an
// interpolant at Chebyshev nodes for r^(-1/3), with r from 0.997 to 1.184, accurate to 2^-19.9.
double ux_cbrt_terms[] = {
    1.0 / 3, SHIFTER + 715128000, 1.68117067857792, -1.159386883893728, 0.6084429069934335, -0.13022731197652693,
};

// The exponent and the digits, read as one number and divided by three, are close to those of the cube root. r = t³/x
// improves the estimate. It is rounded to 23 bits so that its square is exact; a step of Halley's method then reduces
// the error of 2^-20 to its third power.
ALWAYS_INLINE group cbrt_group(group x) {
  double2 shift = constant(ux_group_terms + SHIFT), third = constant(ux_cbrt_terms), start = constant(ux_cbrt_terms + 1);
  group size, t, r;
  EACH {
    size.pair[p] = magnitude(x.pair[p]);
    double2 upper = (double2)((long2)wasm_u64x2_shr((v128_t)size.pair[p], 32) + (long2)shift) - shift;
    t.pair[p] = (double2)((long2)(upper * third + start) << 32);
    r.pair[p] = (t.pair[p] * t.pair[p]) * (t.pair[p] / size.pair[p]);
  }
  group factor = evaluate(ux_cbrt_terms + 2, 4, 1, &r);
  EACH {
    double2 near = t.pair[p] * factor.pair[p];
    near = (double2)(((long2)near + mask(HALF_OF_22)) & mask(FIRST_22));
    double2 quotient = size.pair[p] / (near * near);
    double2 root = near + near * ((quotient - near) / ((near + near) + quotient));
    x.pair[p] = choose(x.pair[p] == 0.0, x.pair[p], with_sign_of(root, x.pair[p]));
  }
  return x;
}

// The range in which acosh uses the asinh table, and the smallest valid divisor.
double ux_acosh_range[] = {1, 1023}, ux_acosh_least[] = {0x1p-100};

// √(x² − 1) in two parts.
typedef struct {
  double2 root[CHUNK_PAIRS], tail[CHUNK_PAIRS];
} roots;

STAGE long2 take_roots(const double *x, size_t pairs, roots *of, long2 *inside) {
  double2 one = constant(ux_group_terms + ONE), half = constant(ux_group_terms + HALF), none = constant(ux_acosh_least);
  double2 least = constant(ux_acosh_range), most = constant(ux_acosh_range + 1);
  long2 all = {-1, -1};
  for (size_t p = 0; p < pairs; p++) {
    double2 rest, lost, root_rest, number = load_pair(x, p), kept = smaller(most, larger(least, number));
    double2 square = square_in_two(kept, &rest);
    square = add_smaller(square - one, rest, &lost);
    double2 root = (double2)wasm_f64x2_sqrt((v128_t)square), of_root = square_in_two(root, &root_rest);
    double2 left = ((square - of_root) - root_rest) + lost;
    of->root[p] = root;
    of->tail[p] = left * (half / larger(none, root));
    inside[p] = (number >= least) & (number <= most);
    all &= inside[p];
  }
  return all;
}

STAGE void look_up_roots(size_t pairs, const roots *of, double *target) {
  double2 least = constant(ux_asinh_ends);
  for (size_t i = 0; i < pairs; i += PAIRS) {
    group root, tail, key;
    EACH {
      root.pair[p] = of->root[i + p];
      tail.pair[p] = of->tail[i + p];
      key.pair[p] = larger(least, root.pair[p]);
    }
    parts f = look_up(TABLE(ASINH), key, root, &tail);
    EACH store_pair(target, i + p, f.value.pair[p] + f.rest.pair[p]);
  }
}

// Computes asinh of √(x² − 1).
ALWAYS_INLINE long2 acosh_pairs(const double *x, size_t pairs, long2 *inside, double *target) {
  roots of;
  // Rows are looked up for several pairs at a time; extra numbers past the end do no harm.
  pairs = (pairs + PAIRS - 1) / PAIRS * PAIRS;
  long2 all = take_roots(x, pairs, &of, inside);
  look_up_roots(pairs, &of, target);
  return all;
}

static double log_gamma_of(double x) {
  int sign;
  return __ux_lgamma(x, &sign);
}

// The first and last valid arguments of the functions above.
double ux_all_numbers[] = {-INFINITY, INFINITY}, ux_erfc_range[] = {-INFINITY, 5}, ux_lgamma_range[] = {0.5, 1023};
double ux_tgamma_range[] = {0.5, 7.99}, ux_asinh_range[] = {-1023, 1023}, ux_atanh_range[] = {-0.999, 0.999};
// The magnitudes of the valid arguments other than 0.
double ux_normal_sizes[] = {0x1p-1022, 0x1.fffffffffffffp1023};

#define MAP(RANGE, VECTOR, SCALAR) return map_groups(RANGE, VECTOR, SCALAR, source, n, target)

int ux_map_rows(int operation, const double *source, size_t n, double *target) {
  switch (operation) {
    case UX_UNARY_TANH: MAP(UNGUARDED(ux_all_numbers), tanh_group, tanh);
    case UX_UNARY_ERF: MAP(UNGUARDED(ux_all_numbers), erf_group, erf);
    case UX_UNARY_ERFC: MAP(BETWEEN(ux_erfc_range), erfc_group, erfc);
    case UX_UNARY_LGAMMA: MAP(BETWEEN(ux_lgamma_range), lgamma_group, log_gamma_of);
    case UX_UNARY_TGAMMA: MAP(BETWEEN(ux_tgamma_range), tgamma_group, __ux_tgamma);
    case UX_UNARY_ASINH: MAP(BETWEEN(ux_asinh_range), asinh_group, asinh);
    case UX_UNARY_ACOSH: return map_chunks(acosh_pairs, __ux_acosh, source, n, target);
    case UX_UNARY_ATANH: MAP(BETWEEN(ux_atanh_range), atanh_group, atanh);
    case UX_UNARY_CBRT: MAP(OF_SIZE(ux_normal_sizes), cbrt_group, cbrt);
  }
  return 0;
}

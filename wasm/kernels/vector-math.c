// exp, log, sin, cos and powers on four doubles at a time. Arguments are reduced as in Cody and Waite (1980), logarithms
// for powers by a table as in Tang (1990); the polynomials are Chebyshev interpolants of our own, good to 1e-16 on their
// intervals, and a Taylor series where the interval is short. Within 1 ulp of the scalar functions;
// arguments out of range (overflow, subnormal results, NaN, huge angles) go to those.
#include "vector-math.h"

#include <math.h>
#include <wasm_simd128.h>

#include "kernels.h"
#include "power-table.h"

typedef double double2 __attribute__((vector_size(16)));
typedef int64_t long2 __attribute__((vector_size(16)));

// Adding this to a small whole number puts it into the low bits of the sum.
#define SHIFTER 0x1.8p52

// Two pairs go through every step together: their chains of operations overlap, and each constant is loaded once.
#define PAIRS 2
#define EACH for (int p = 0; p < PAIRS; p++)

typedef struct {
  double2 pair[PAIRS];
} group;

// Constants are read from memory that the compiler can not see through: as immediate operands engines build each of
// them anew in every round of a loop. e^r: 1/ln 2, ln 2 in two parts, then (e^r − 1 − r) / r² on |r| <= ln 2 / 2.
double ux_exp_terms[] = {
    0x1.71547652b82fep0, 0x1.62e42fee00000p-1, 0x1.a39ef35793c76p-33, SHIFTER, 0.5000000000000001,
    0.16666666666666669, 0.04166666666662399, 0.008333333333330051, 0.0013888888917281794, 0.00019841269863105968,
    2.480152119021773e-05, 2.7557268378684192e-06, 2.7620138719733994e-07, 2.5100424157005067e-08,
};
// ln: ln 2 in two parts, then (2 atanh(s) / s − 2) / s² in s², s = f / (2 + f), 1 + f in [√½, √2).
double ux_log_terms[] = {
    0x1.62e42fee00000p-1, 0x1.a39ef35793c76p-33, 0.6666666666666666, 0.40000000000000885, 0.28571428570799784,
    0.22222222392581045, 0.18181795547521137, 0.15386244737621665, 0.13268638369266825, 0.13088034850927555,
};
// Angles: 2/π; π/2 in three parts, the first two of 33 bits, so that products with whole numbers below 2^20 are exact.
double ux_angle_terms[] = {0x1.45f306dc9c883p-1, 0x1.921fb54400000p0, 0x1.0b4611a600000p-34, 0x1.3198a2e037073p-69,
                           SHIFTER};
// (sin r / r − 1) / r² and (cos r − 1 + r²/2) / r⁴ in r², |r| <= π/4.
double ux_sin_terms[] = {
    -0.16666666666666666, 0.008333333333333331, -0.0001984126984126506, 2.7557319219335453e-06,
    -2.5052106231157904e-08, 1.605853141458901e-10, -7.586685070091267e-13,
};
double ux_cos_terms[] = {
    0.041666666666666664, -0.0013888888888887395, 2.4801587298763433e-05, -2.7557317270560326e-07,
    2.0876146024689747e-09, -1.1382614868556325e-11,
};

// log(1 + r) = r − r²/2 + r³·(these, by powers of r).
double ux_power_terms[] = {0x1.5555555555555p-2, -0.25, 0.2, -0x1.5555555555555p-3, 0x1.2492492492492p-3, -0.125};

static inline double2 nearest(double2 x) { return (double2)wasm_f64x2_nearest((v128_t)x); }

static inline double2 constant(const double *term) { return (double2)wasm_v128_load64_splat(term); }

// Adds a polynomial's next coefficient: sum·x + c.
static inline void step(group *sum, const group *x, const double *term) {
  double2 c = constant(term);
  EACH sum->pair[p] = sum->pair[p] * x->pair[p] + c;
}

static inline group evaluate(const double *terms, int count, int stride, const group *x) {
  group sum;
  double2 last = constant(terms + (count - 1) * stride);
  EACH sum.pair[p] = last;
  for (int i = count - 2; i >= 0; i--) step(&sum, x, terms + i * stride);
  return sum;
}

// e^(x + tail), the tail being small beside a unit of x's last place.
static inline group exp_with_tail(group x, const group *tail) {
  const double *terms = ux_exp_terms;
  double2 inverse = constant(terms), high = constant(terms + 1), low = constant(terms + 2), shift = constant(terms + 3);
  group k, r, z;
  EACH k.pair[p] = nearest(x.pair[p] * inverse);
  EACH r.pair[p] = (x.pair[p] - k.pair[p] * high) - k.pair[p] * low;
  if (tail) EACH r.pair[p] += tail->pair[p];
  EACH z.pair[p] = r.pair[p] * r.pair[p];
  // Even and odd halves of the polynomial in r² run side by side.
  group even = evaluate(terms + 4, 5, 2, &z), odd = evaluate(terms + 5, 5, 2, &z);
  EACH {
    double2 sum = 1.0 + (r.pair[p] + z.pair[p] * (even.pair[p] + r.pair[p] * odd.pair[p]));
    x.pair[p] = (double2)((long2)sum + ((long2)(k.pair[p] + shift) << 52));
  }
  return x;
}

static inline group exp_group(group x) { return exp_with_tail(x, 0); }

static inline group log_group(group x) {
  const long2 SQRT_HALF = {0x3FE6A09E667F3BCDLL, 0x3FE6A09E667F3BCDLL};
  double2 high = constant(ux_log_terms), low = constant(ux_log_terms + 1), shift = constant(ux_exp_terms + 3);
  group f, k, s, z;
  EACH {
    long2 exponent = ((long2)x.pair[p] - SQRT_HALF) >> 52;
    f.pair[p] = (double2)((long2)x.pair[p] - (exponent << 52)) - 1.0;
    k.pair[p] = (double2)(exponent + (long2)shift) - shift;
    s.pair[p] = f.pair[p] / (f.pair[p] + 2.0);
    z.pair[p] = s.pair[p] * s.pair[p];
  }
  group rest = evaluate(ux_log_terms + 2, 8, 1, &z);
  EACH {
    double2 half_square = 0.5 * f.pair[p] * f.pair[p];
    double2 small = s.pair[p] * (half_square + z.pair[p] * rest.pair[p]) + k.pair[p] * low;
    x.pair[p] = k.pair[p] * high - ((half_square - small) - f.pair[p]);
  }
  return x;
}

// sin(x + turns·π/2).
static inline group sin_group(group x, int64_t turns) {
  const double *terms = ux_angle_terms;
  double2 inverse = constant(terms), first = constant(terms + 1), second = constant(terms + 2);
  double2 third = constant(terms + 3), shift = constant(terms + 4);
  group k, r, tail, z;
  EACH {
    k.pair[p] = nearest(x.pair[p] * inverse);
    double2 near = x.pair[p] - k.pair[p] * first, part = k.pair[p] * second, high = near - part;
    double2 correction = k.pair[p] * third - ((near - high) - part);
    r.pair[p] = high - correction;
    tail.pair[p] = (high - r.pair[p]) - correction;
    z.pair[p] = r.pair[p] * r.pair[p];
  }
  group sine = evaluate(ux_sin_terms + 1, 6, 1, &z), cosine = evaluate(ux_cos_terms, 6, 1, &z);
  double2 leading = constant(ux_sin_terms);
  EACH {
    double2 cube = z.pair[p] * r.pair[p];
    double2 bend = z.pair[p] * (0.5 * tail.pair[p] - cube * sine.pair[p]) - tail.pair[p];
    double2 s = r.pair[p] - (bend - cube * leading);
    double2 half = 0.5 * z.pair[p], top = 1.0 - half;
    double2 rest = z.pair[p] * z.pair[p] * cosine.pair[p] - r.pair[p] * tail.pair[p];
    double2 c = top + (((1.0 - top) - half) + rest);
    long2 quadrant = (long2)(k.pair[p] + shift) + turns, odd = -(quadrant & 1);
    x.pair[p] = (double2)((((long2)c & odd) | ((long2)s & ~odd)) ^ ((quadrant & 2) << 62));
  }
  return x;
}

// a + b, and in `lost` what rounding took from it.
static inline double2 add_exactly(double2 a, double2 b, double2 *lost) {
  double2 sum = a + b, part = sum - a;
  *lost = (a - (sum - part)) + (b - part);
  return sum;
}

static inline double2 truncate_bits(double2 x, int bits) { return (double2)((long2)x & -(1LL << bits)); }

static inline double2 gather(const int64_t *rows, int column) {
  return (double2){POWER_TABLE[rows[0]][column], POWER_TABLE[rows[1]][column]};
}

// log x of normal positive numbers in two parts, good to some 2^-67 of it: with c of the table near 1 / m,
// log m = log(1/c) + log(1 + r), r = m·c − 1, whose upper part has few enough bits for an exact square.
static inline double2 log_in_two(double2 x, double2 *rest) {
  double2 high = constant(ux_log_terms), low = constant(ux_log_terms + 1), shift = constant(ux_exp_terms + 3);
  long2 steps = (long2)x - POWER_FIRST, exponent = steps >> 52, row = (steps >> 45) & (POWER_ROWS - 1);
  int64_t rows[2] = {row[0], row[1]};
  double2 m = (double2)((long2)x - (exponent << 52)), k = (double2)(exponent + (long2)shift) - shift;
  double2 inverse = gather(rows, 0), upper = truncate_bits(m, 30);
  double2 r1 = upper * inverse - 1.0, r2 = (m - upper) * inverse, r = r1 + r2;
  double2 lost1, lost2, lost3;
  double2 sum = add_exactly(k * high + gather(rows, 1), r1, &lost1);
  sum = add_exactly(sum, -0.5 * r1 * r1, &lost2);
  sum = add_exactly(sum, r2, &lost3);
  double2 series = constant(ux_power_terms + 5);
  for (int i = 4; i >= 0; i--) series = series * r + constant(ux_power_terms + i);
  *rest = ((k * low + gather(rows, 2)) + (lost1 + lost2 + lost3)) + (r * r * r * series - 0.5 * r2 * (r1 + r));
  return sum;
}

// True when every number is in [low, high]; NaN is not.
static int all_within(const double *source, size_t n, double low, double high) {
  long2 inside = {-1, -1};
  for (size_t i = 0; i < n; i += 2) {
    double2 x = (double2)wasm_v128_load(source + i);
    inside &= (x >= low) & (x <= high);
  }
  return wasm_i64x2_all_true((v128_t)inside);
}

enum { GROUP = 2 * PAIRS };

// `n` is a multiple of GROUP. Groups with a number out of range go through the scalar function.
#define MAP_GROUPS(LOW, HIGH, VECTOR, SCALAR) \
  do { \
    int all = all_within(source, n, LOW, HIGH); \
    for (size_t i = 0; i < n; i += GROUP) { \
      if (__builtin_expect(all || all_within(source + i, GROUP, LOW, HIGH), 1)) { \
        group x; \
        EACH x.pair[p] = (double2)wasm_v128_load(source + i + 2 * p); \
        x = VECTOR; \
        EACH wasm_v128_store(target + i + 2 * p, (v128_t)x.pair[p]); \
      } else { \
        for (size_t k = i; k < i + GROUP; k++) target[k] = SCALAR(source[k]); \
      } \
    } \
    return 1; \
  } while (0)

int ux_map_vector(int operation, const double *source, size_t n, double *target) {
  switch (operation) {
    case UX_UNARY_EXP:
      MAP_GROUPS(-708, 709, exp_group(x), exp);
    case UX_UNARY_LOG:
      MAP_GROUPS(0x1p-1022, 0x1.fffffffffffffp1023, log_group(x), log);
    case UX_UNARY_SIN:
      MAP_GROUPS(-0x1p20, 0x1p20, sin_group(x, 0), sin);
    case UX_UNARY_COS:
      MAP_GROUPS(-0x1p20, 0x1p20, sin_group(x, 1), cos);
  }
  return 0;
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

static inline double2 load_step(const double *from, size_t step) {
  return step ? (double2)wasm_v128_load(from) : (double2)wasm_v128_load64_splat(from);
}

void ux_map_powers(const double *x, size_t x_step, const double *y, size_t y_step, size_t n, double *target) {
  for (size_t i = 0; i < n; i += GROUP) {
    group power, tail;
    long2 inside = {-1, -1};
    EACH {
      size_t at = i + 2 * p;
      double2 base = load_step(x + at * x_step, x_step), exponent = load_step(y + at * y_step, y_step), rest;
      double2 log = log_in_two(base, &rest);
      double2 y1 = truncate_bits(exponent, 27), log1 = truncate_bits(log, 27);
      power.pair[p] = y1 * log1;
      tail.pair[p] = (exponent - y1) * log1 + exponent * ((log - log1) + rest);
      inside &= (base >= 0x1p-1022) & (base <= 0x1.fffffffffffffp1023);
      inside &= (power.pair[p] >= -707) & (power.pair[p] <= 708);
    }
    if (__builtin_expect(wasm_i64x2_all_true((v128_t)inside), 1)) {
      power = exp_with_tail(power, &tail);
      EACH wasm_v128_store(target + i + 2 * p, (v128_t)power.pair[p]);
    } else {
      for (size_t k = i; k < i + GROUP; k++) target[k] = pow(x[k * x_step], y[k * y_step]);
    }
  }
}

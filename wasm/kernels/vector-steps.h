// Steps that several functions on groups of lanes share: e^x with a tail, and splitting numbers into exponent and
// digits.
#pragma once
#include "vector-group.h"

// Terms for the range reduction of e^x, and for (e^r − 1 − r) / r² on |r| <= ln 2 / 2, to 1e-16 or to rounding.
extern double ux_exp_terms[], ux_exp_short[], ux_exp_long[], ux_log_terms[];
enum { SHORT_TERMS = 10, LONG_TERMS = 11 };

// Computes e^r − 1 − r. The even and odd halves of the polynomial are evaluated in parallel, both in r².
ALWAYS_INLINE group exp_series_short(const group *r) {
  group square;
  EACH square.pair[p] = r->pair[p] * r->pair[p];
  group even = evaluate(ux_exp_short, SHORT_TERMS / 2, 2, &square);
  group odd = evaluate(ux_exp_short + 1, SHORT_TERMS / 2, 2, &square);
  EACH even.pair[p] = square.pair[p] * (even.pair[p] + r->pair[p] * odd.pair[p]);
  return even;
}

// The same with `rest` added; r²/2 is kept separate from the other terms, so that it is rounded only once.
ALWAYS_INLINE group exp_series_long(const group *r, const group *rest) {
  group square;
  EACH square.pair[p] = r->pair[p] * r->pair[p];
  group even = evaluate(ux_exp_long + 2, LONG_TERMS / 2, 2, &square);
  group odd = evaluate(ux_exp_long + 1, LONG_TERMS / 2, 2, &square);
  EACH {
    double2 higher = square.pair[p] * (square.pair[p] * even.pair[p] + r->pair[p] * odd.pair[p]);
    square.pair[p] = square.pair[p] * constant(ux_exp_long) + (higher + rest->pair[p]);
  }
  return square;
}

// Computes e^(x + tail), where the tail is small compared with a unit in the last place of x.
ALWAYS_INLINE group exp_with_tail(group x, const group *tail) {
  double2 inverse = constant(ux_exp_terms), high = constant(ux_exp_terms + 1), low = constant(ux_exp_terms + 2);
  group k, r, rest;
  EACH {
    k.pair[p] = nearest(x.pair[p] * inverse);
    double2 near = x.pair[p] - k.pair[p] * high, correction = k.pair[p] * low;
    if (tail) correction -= tail->pair[p];
    r.pair[p] = near - correction;
    if (tail) rest.pair[p] = (near - r.pair[p]) - correction;
  }
  group series = tail ? exp_series_long(&r, &rest) : exp_series_short(&r);
  EACH {
    double2 sum = constant(ux_group_terms + ONE) + (r.pair[p] + series.pair[p]);
    x.pair[p] = (double2)((long2)sum + ((long2)(k.pair[p] + constant(ux_group_terms + SHIFT)) << 52));
  }
  return x;
}

// Numbers as m·2^k, with m from √½ onwards or from the start of the power table onwards. Exponents are temporarily
// raised by 1024, because engines have no short instruction sequence for shifting negative numbers.
extern uint64_t ux_raised[], ux_log_first[];
extern double ux_raised_shift[];

static inline double2 split_exponent(double2 x, const uint64_t *first, double2 *k) {
  long2 start = (long2)wasm_v128_load64_splat(first);
  long2 raised = (long2)x + ((long2)wasm_v128_load64_splat(ux_raised) - start);
  long2 exponent = (long2)wasm_u64x2_shr((v128_t)raised, 52);
  *k = (double2)(exponent + (long2)constant(ux_group_terms + SHIFT)) - constant(ux_raised_shift);
  return (double2)((raised & mask(DIGITS)) + start);
}

// Computes k·ln 2 + ln(1 + f), where f is in [√½ − 1, √2 − 1) and s = f / (2 + f). Adds an optional correction, which
// is small compared with a unit in the last place of the result.
ALWAYS_INLINE group log_from_quotient(const group *f, const group *s, const group *k, const group *correction) {
  double2 high = constant(ux_log_terms), low = constant(ux_log_terms + 1);
  group z;
  EACH z.pair[p] = s->pair[p] * s->pair[p];
  group rest = evaluate(ux_log_terms + 2, 8, 1, &z);
  EACH {
    double2 half_square = constant(ux_group_terms + HALF) * f->pair[p] * f->pair[p], tail = k->pair[p] * low;
    if (correction) tail += correction->pair[p];
    double2 small = s->pair[p] * (half_square + z.pair[p] * rest.pair[p]) + tail;
    z.pair[p] = k->pair[p] * high - ((half_square - small) - f->pair[p]);
  }
  return z;
}

// Bessel functions. Away from their zeros, the functions of orders 0 and 1 come from the C library. Near the zeros, and
// for other orders, they are computed with 113 bits: by Hankel's asymptotic series for large arguments, and otherwise
// by Miller's backward recurrence and Neumann's series (Abramowitz and Stegun 9.2.5, 9.12, 9.1.46, 9.1.88).
#define _GNU_SOURCE
#include <math.h>

#include "special.h"

// From this argument onwards, Hankel's series is accurate to 113 bits.
#define ASYMPTOTIC 40
// Larger orders are left to the library, because the recurrence takes one step per order.
#define LARGEST_ORDER 20000
static const ux_extended PI = 3.14159265358979323846264338327950288419716939937511L;
static const ux_extended EULER = 0.577215664901532860606512090082402431042159335939924L;

typedef struct {
  ux_extended j0, j1, y0, y1;
} ux_bessel;

static void __ux_hankel_sums(int order, ux_extended x, ux_extended *p, ux_extended *q) {
  ux_extended term = 1, last = 2;
  *p = *q = 0;
  for (int k = 0; k < 200 && fabsl(term) < last && fabsl(term) > 1e-38L; k++) {
    last = fabsl(term);
    ux_extended signed_term = k & 2 ? -term : term;
    if (k & 1) *q += signed_term;
    else *p += signed_term;
    int odd = 2 * k + 1;
    term *= (ux_extended)(4 * order * order - odd * odd) / (8 * (k + 1)) / x;
  }
}

static ux_bessel __ux_hankel(ux_extended x) {
  ux_extended p0, q0, p1, q1, sine = sinl(x), cosine = cosl(x), size = 1 / sqrtl(PI * x);
  __ux_hankel_sums(0, x, &p0, &q0);
  __ux_hankel_sums(1, x, &p1, &q1);
  ux_extended sum = cosine + sine, difference = sine - cosine;
  return (ux_bessel){
      .j0 = size * (p0 * sum - q0 * difference),
      .y0 = size * (p0 * difference + q0 * sum),
      .j1 = size * (p1 * difference + q1 * sum),
      .y1 = size * (q1 * difference - p1 * sum),
  };
}

// Steps down to 0 from an order at which the function is negligible. Returns the values for orders 0, 1 and `wanted`,
// all of which are too large by the same factor. The sums in Neumann's series have this factor, too.
typedef struct {
  ux_extended f0, f1, wanted, norm, even, odd;
} ux_recurrence;

static ux_recurrence __ux_step_down(int from, int wanted, ux_extended x) {
  ux_extended above = 0, here = 1e-4900L, per_order = 2 / x;
  ux_recurrence r = {0};
  for (int k = from; k > 0; k--) {
    // `here` is the value for order k.
    if (k == wanted) r.wanted = here;
    if (k <= 400) {
      ux_extended signed_value = (k / 2) & 1 ? -here : here;
      if (k & 1) {
        int half = k / 2;
        if (half > 0) r.odd += signed_value * k / ((ux_extended)half * (half + 1));
      } else {
        r.norm += here;
        r.even += signed_value / (k / 2);
      }
    }
    ux_extended below = per_order * k * here - above;
    above = here;
    here = below;
    if (fabsl(here) > 1e2400L) {
      const ux_extended small = 1e-2400L;
      here *= small, above *= small;
      r.wanted *= small, r.norm *= small, r.even *= small, r.odd *= small;
    }
  }
  r.f0 = here;
  r.f1 = above;
  if (wanted == 0) r.wanted = here;
  r.norm = here + 2 * r.norm;
  return r;
}

static ux_bessel __ux_neumann(ux_extended x) {
  ux_recurrence r = __ux_step_down(2 * (int)(x * 0.75L) + 90, 0, x);
  ux_bessel b = {.j0 = r.f0 / r.norm, .j1 = r.f1 / r.norm};
  ux_extended logarithm = __ux_extended_log(x / 2) + EULER;
  b.y0 = 2 / PI * (logarithm * b.j0 - 2 * r.even / r.norm);
  b.y1 = 2 / PI * ((logarithm - 1) * b.j1 - b.j0 / x - r.odd / r.norm);
  return b;
}

static ux_bessel __ux_bessel_of(ux_extended x) { return x < ASYMPTOTIC ? __ux_neumann(x) : __ux_hankel(x); }

// Tests for a nearby zero, that is, whether the value is small compared with the amplitude of the function. There are
// no zeros below 0.5.
static int __ux_is_next_to_zero(double value, double x) {
  return x > 0.5 && x < 1e300 && fabs(value) < 0.35 * sqrt(0.64 / x);
}

#define FIRST_ORDERS(name, field, even)                                        \
  double __ux_##name(double x) {                                               \
    double value = UX_LIBRARY(name)(x), size = even ? fabs(x) : x;                         \
    if (!__ux_is_next_to_zero(value, size)) return value;                      \
    return (double)__ux_bessel_of(size).field * (x < 0 && even == 2 ? -1 : 1); \
  }
FIRST_ORDERS(j0, j0, 1)
FIRST_ORDERS(j1, j1, 2)
FIRST_ORDERS(y0, y0, 0)
FIRST_ORDERS(y1, y1, 0)

static double __ux_upwards(int n, ux_extended x, ux_extended f0, ux_extended f1) {
  ux_extended per_order = 2 / x;
  for (int k = 1; k < n; k++) {
    ux_extended next = per_order * k * f1 - f0;
    f0 = f1;
    f1 = next;
    if (next - next != 0) break;
  }
  return (double)f1;
}

double __ux_jn(int n, double x) {
  double size = fabs(x);
  int order = n < 0 ? -n : n;
  if (n == 0) return __ux_j0(x);
  if (n < -LARGEST_ORDER || n > LARGEST_ORDER || !(size > 0 && size < 1e300)) return UX_LIBRARY(jn)(n, x);
  if (order == 1) return n < 0 ? -__ux_j1(x) : __ux_j1(x);
  double value;
  if (size >= ASYMPTOTIC && order <= size) {
    ux_bessel b = __ux_hankel(size);
    value = __ux_upwards(order, size, b.j0, b.j1);
  } else {
    int least = order > size ? order : (int)size;
    ux_recurrence r = __ux_step_down(2 * ((least + 60 + 20 * (int)cbrt(least)) / 2), order, size);
    ux_bessel b = __ux_bessel_of(size > 0.5 ? size : 0.5);
    ux_extended factor = size <= 0.5 ? 1 / r.norm : fabsl(r.f0) > fabsl(r.f1) ? b.j0 / r.f0 : b.j1 / r.f1;
    value = (double)(r.wanted * factor);
  }
  return (order & 1) && ((x < 0) != (n < 0)) ? -value : value;
}

double __ux_yn(int n, double x) {
  int order = n < 0 ? -n : n;
  if (n == 0) return __ux_y0(x);
  if (n < -LARGEST_ORDER || n > LARGEST_ORDER || !(x > 1e-20 && x < 1e300)) return UX_LIBRARY(yn)(n, x);
  if (order == 1) return n < 0 ? -__ux_y1(x) : __ux_y1(x);
  ux_bessel b = __ux_bessel_of(x);
  double value = __ux_upwards(order, x, b.y0, b.y1);
  return (order & 1) && n < 0 ? -value : value;
}

// Exact sums and products of doubles (Dekker, Knuth) and arithmetic of twice the precision built on them.
#include <math.h>
#include <stdio.h>

typedef struct { double high, low; } Pair;

static Pair two_sum(double a, double b) {
  double s = a + b, t = s - a;
  return (Pair){s, (a - (s - t)) + (b - t)};
}
static Pair split(double a) {
  double t = 134217729.0 * a, high = t - (t - a);
  return (Pair){high, a - high};
}
static Pair two_product(double a, double b) {
  double p = a * b;
  Pair x = split(a), y = split(b);
  return (Pair){p, ((x.high * y.high - p) + x.high * y.low + x.low * y.high) + x.low * y.low};
}
static Pair add(Pair a, Pair b) {
  Pair s = two_sum(a.high, b.high);
  return two_sum(s.high, s.low + a.low + b.low);
}
static Pair multiply(Pair a, Pair b) {
  Pair p = two_product(a.high, b.high);
  return two_sum(p.high, p.low + a.high * b.low + a.low * b.high);
}
static Pair divide(Pair a, double b) {
  double q = a.high / b;
  Pair p = two_product(q, b);
  return two_sum(q, (a.high - p.high - p.low + a.low) / b);
}

int main(void) {
  Pair e = {1, 0}, term = {1, 0};
  for (int i = 1; i < 30; i++) {
    term = divide(term, i);
    e = add(e, term);
  }
  printf("%.17g %.17g\n", e.high, e.low);
  Pair power = {1, 0}, base = {1.1, -8.8817841970012523e-17};
  for (int i = 0; i < 100; i++) power = multiply(power, base);
  printf("%.17g %.17g\n", power.high, power.low);
  Pair exact = two_product(1.0 / 3, 3);
  printf("%.17g %.17g %d\n", exact.high, exact.low, exact.low == fma(1.0 / 3, 3, -exact.high));
  Pair tiny = two_sum(1e16, 1.0 / 3);
  printf("%.17g %.17g\n", tiny.high, tiny.low);
  return 0;
}

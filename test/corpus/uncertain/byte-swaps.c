// Bytes of values: reversed and restored, exchanged by exclusive or, rotated, sorted with bytewise swaps.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

static void exchange(void *a, void *b, size_t size) {
  for (unsigned char *p = a, *q = b; size-- > 0; p++, q++) {
    unsigned char t = *p;
    *p = *q;
    *q = t;
  }
}
static double reverse(double x) {
  unsigned char bytes[sizeof x];
  memcpy(bytes, &x, sizeof x);
  for (size_t i = 0; i < sizeof x / 2; i++) exchange(&bytes[i], &bytes[sizeof x - 1 - i], 1);
  memcpy(&x, bytes, sizeof x);
  return x;
}

int main(void) {
  double x = UxHwDoubleGaussDist(3, 1), y = UxHwDoubleExponentialDist(2);
  volatile double turned = reverse(x);
  report("bytes reversed twice", reverse(turned), x);
  double a = x, b = y;
  exchange(&a, &b, sizeof a);
  report("exchanged by bytes", a, y);
  report("exchanged by bytes, the other", b, x);
  uint64_t p, q;
  memcpy(&p, &x, 8), memcpy(&q, &y, 8);
  p ^= q, q ^= p, p ^= q;
  memcpy(&a, &p, 8), memcpy(&b, &q, 8);
  report("exchanged by exclusive or", a, y);
  report("exchanged by exclusive or, the other", b, x);
  for (int i = 0; i < 64; i++) p = p << 1 | p >> 63;
  memcpy(&a, &p, 8);
  report("rotated by 64 bits", a, y);
  p = __builtin_bswap64(__builtin_bswap64(q) + 1) , q = __builtin_bswap64(__builtin_bswap64(p) - 1);
  memcpy(&b, &q, 8);
  report("counted up and down", b, x);
  return 0;
}

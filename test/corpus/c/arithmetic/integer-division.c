// Integer division and remainder of all sign combinations, div, ldiv, lldiv, gcd, modular inverse.
#include <stdio.h>
#include <stdlib.h>

static long long gcd(long long a, long long b) { return b == 0 ? llabs(a) : gcd(b, a % b); }

static long long inverse(long long a, long long m) {
  long long r0 = m, r1 = a % m, t0 = 0, t1 = 1;
  while (r1 != 0) {
    long long q = r0 / r1, r = r0 - q * r1, t = t0 - q * t1;
    r0 = r1, r1 = r, t0 = t1, t1 = t;
  }
  return (t0 % m + m) % m;
}

int main(void) {
  const int values[] = {7, -7, 1, -1, 13, -100, 0};
  for (int i = 0; i < 7; i++) {
    for (int j = 0; j < 6; j++) {
      volatile int a = values[i], b = values[j];
      div_t d = div(a, b);
      printf("%d/%d=%d,%d %d %d\n", a, b, d.quot, d.rem, a / b * b + a % b == a, (unsigned)a / 3u % 11u > 5);
    }
  }
  ldiv_t l = ldiv(-2000000000L, 7);
  lldiv_t ll = lldiv(-9000000000000LL, 1000007);
  printf("%ld %ld %lld %lld\n", l.quot, l.rem, ll.quot, ll.rem);
  printf("%lld %lld\n", gcd(1071LL << 20, 462LL << 18), inverse(123456789, 1000000007));
  printf("%d %d\n", abs(-5), (int)labs(-7L));
  return 0;
}

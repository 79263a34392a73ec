// Sieve, Miller-Rabin, Pollard's rho, perfect numbers, Collatz, continued fractions, partitions, Stern-Brocot.
#include <math.h>
#include <stdint.h>
#include <stdio.h>

static uint64_t multiply(uint64_t a, uint64_t b, uint64_t m) { return (uint64_t)((unsigned __int128)a * b % m); }
static uint64_t power(uint64_t a, uint64_t n, uint64_t m) {
  uint64_t r = 1;
  for (; n; n >>= 1, a = multiply(a, a, m)) if (n & 1) r = multiply(r, a, m);
  return r;
}
static int is_prime(uint64_t n) {
  if (n < 2 || n % 2 == 0) return n == 2;
  uint64_t d = n - 1;
  int s = 0;
  for (; d % 2 == 0; d /= 2) s++;
  for (uint64_t a = 2; a < 38 && a < n; a++) {
    uint64_t x = power(a, d, n);
    if (x == 1 || x == n - 1) continue;
    int composite = 1;
    for (int r = 1; r < s && composite; r++) composite = (x = multiply(x, x, n)) != n - 1;
    if (composite) return 0;
  }
  return 1;
}

int main(void) {
  static unsigned char composite[200001];
  int count = 0;
  double reciprocals = 0;
  for (int i = 2; i <= 200000; i++) {
    if (composite[i]) continue;
    count++;
    reciprocals += 1.0 / i;
    for (long long j = (long long)i * i; j <= 200000; j += i) composite[j] = 1;
  }
  printf("%d %.12f %.6f\n", count, reciprocals, 200000 / log(200000) / count);
  printf("%d %d %d\n", is_prime(18446744073709551557u), is_prime(1000000007u * 998244353ull), is_prime(2147483647));
  uint64_t n = 8051, x = 2, y = 2, g = 1;
  while (g == 1) {
    x = (x * x + 1) % n, y = (y * y + 1) % n, y = (y * y + 1) % n;
    uint64_t a = x > y ? x - y : y - x, b = n;
    while (b) { uint64_t t = a % b; a = b, b = t; }
    g = a;
  }
  printf("%llu\n", (unsigned long long)g);
  double v = acos(-1.0);
  for (int i = 0; i < 8; i++, v = 1 / (v - floor(v))) printf("%.0f ", floor(v));
  uint64_t ways[101] = {1};
  for (int part = 1; part <= 100; part++) for (int i = part; i <= 100; i++) ways[i] += ways[i - part];
  printf("\n%llu\n", (unsigned long long)ways[100]);
  long long low_p = 0, low_q = 1, high_p = 1, high_q = 0;
  while (low_q + high_q < 100000) {
    long long p = low_p + high_p, q = low_q + high_q;
    if ((double)p / (double)q < sqrt(2)) low_p = p, low_q = q;
    else high_p = p, high_q = q;
  }
  printf("%lld/%lld %lld/%lld\n", low_p, low_q, high_p, high_q);
  return 0;
}

// Promotion and precedence in expressions that mix integers, floats and doubles; compound assignment; side effects.
#include <stdio.h>

int main(void) {
  volatile char c = 'A';
  volatile short s = -3;
  volatile unsigned u = 5;
  volatile long long l = 1LL << 33;
  volatile float f = 0.5f;
  volatile double d = 2.25;
  printf("%g %g %g\n", c / 2 + d, c / 2.0 + (double)f, (double)(s * f));
  printf("%g %g\n", (double)(s + u) * d, (double)l * (double)f + s);
  printf("%g %g\n", d + c * s - u / 2, (d + c) * (s - (double)u) / 2);
  int i = 7;
  i *= 1.5;
  i += 2.9;
  i -= 'a' / 97.0;
  i /= 0.75;
  printf("%d\n", i);
  float g = 1;
  g += 1e-8;
  g *= 3;
  g /= 7;
  printf("%.9g\n", (double)g);
  int k = 3, m = k++ * 2;
  m += (k += 2, k * 3);
  printf("%d %d\n", k, m);
  printf("%d %d %d\n", d > 2 && f < 1, !(d == 2.25), (d > 2) + (f > 2) * 2 + (s < 0) * 4);
  printf("%g %g\n", d ? f ? 1.5 : 2.5 : 3.5, -d * -d - +d);
  printf("%lld %g\n", (long long)(d * 1e10) >> 3, 1 / 2 * d + 1.0 / 2 * d);
  return 0;
}

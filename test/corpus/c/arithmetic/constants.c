// Floating constants of every form, and expressions folded by the compiler, compared with run-time results.
#include <stdio.h>

#define BOTH(expression)                                             \
  do {                                                               \
    double folded, computed;                                         \
    { const double a = 0.1, b = 3, c = 1e16; folded = expression + 0 * (a + b + c); }  \
    { volatile double a = 0.1, b = 3, c = 1e16; computed = expression + 0 * (a + b + c); } \
    printf("%.17g %d\n", computed, folded == computed);              \
  } while (0)

int main(void) {
  printf("%a %a %a %a\n", 1., .5, 0x1.8p3, 0x.Ap-2);
  printf("%a %a %a\n", 1e23, 123456789012345678901234567890., 4.9406564584124654e-324);
  printf("%a %a %a\n", (double)0.1f, (double)16777217.0f, (double)1e-45f);
  printf("%a %a\n", (double)0.1L, 1e308 * 10);
  printf("%zu %zu %zu\n", sizeof 1.0, sizeof 1.0f, sizeof(1.0f * 1));
  BOTH(a + b * c);
  BOTH((c + 1 - c) * b);
  BOTH(a / b * b - a);
  BOTH(a * a * a - a * (a * a));
  BOTH(c / b / a + (c - b) / (a + b));
  BOTH((float)a * (float)b);
  BOTH(-a - -b);
  BOTH((int)(c / 1e8) % 7 + a);
  BOTH(a < b ? a - b : b - a);
  return 0;
}

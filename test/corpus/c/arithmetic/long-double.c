// long double: arithmetic, comparison, conversion, functions; printed with %L conversions.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  volatile long double a = 1.0L / 3, b = 2.5L, c = 1e20L;
  printf("%d %d\n", LDBL_DIG >= DBL_DIG, (double)a == 1.0 / 3);
  printf("%.15Lf %.10Le %Lg\n", a, a * b, c);
  printf("%.12Lf %.12Lf %.12Lf\n", a + b, b - a, b / a);
  printf("%d%d%d%d\n", a < b, b == 2.5L, a >= b, c != c);
  printf("%lld %d %u %llu\n", (long long)c / 10, (int)-b, (unsigned)b, (unsigned long long)(c / 4));
  printf("%.15g %.8g\n", (double)(a * 7), (double)(float)a);
  printf("%.12Lf %.12Lf %.12Lf\n", sqrtl(b), fabsl(-b), floorl(b) + ceill(b));
  printf("%.10Lf %.10Lf\n", expl(a), powl(b, 3));
  long double sum = 0;
  for (int i = 1; i <= 1000; i++) sum += 1.0L / i;
  printf("%.14Lf\n", sum);
  printf("%.5Lf\n", strtold("12.34567", NULL));
  return 0;
}

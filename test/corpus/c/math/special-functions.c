// Gamma, Bessel and error functions, and their identities.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

int main(void) {
  for (int i = 1; i <= 20; i++) {
    double x = i * 0.73;
    int sign;
    printf("%.12g %.12g %.12g %.12g\n", tgamma(x), lgamma(x), lgamma_r(-x, &sign), erf(x / 5) + erfc(x / 5));
    printf("%d %.12g %.12g %.12g %.12g\n", sign, j0(x), j1(x), y0(x), y1(x));
    printf("%.12g %.12g %.12g\n", jn(3, x), yn(2, x), jn(2, x) + jn(0, x) - 2 / x * j1(x));
  }
  for (int n = 1; n < 10; n++) printf("%.0f ", tgamma(n + 1));
  printf("\n%.15g %.15g\n", tgamma(0.5) * tgamma(0.5), lgamma(100));
  printf("%.9g %.9g %.9g\n", (double)tgammaf(4.5f), (double)lgammaf(10.5f), (double)erff(0.5f));
  printf("%.15g %.15g %.15g\n", exp10(1.5), cbrt(-27), hypot(3e200, 4e200));
  double s, c;
  sincos(0.75, &s, &c);
  printf("%.15g %.15g\n", s, c);
  return 0;
}

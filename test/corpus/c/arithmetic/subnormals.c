// Gradual underflow: sums, products, square roots and conversions of subnormal doubles and floats are exact.
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
  volatile double tiny = 5e-324, least = DBL_MIN;
  volatile float small = 1e-45f, least_f = FLT_MIN;
  printf("%a %a %a\n", tiny * 3, least / 2, least - tiny);
  printf("%a %a %a\n", tiny / 2, tiny * 0.75, least * DBL_EPSILON);
  printf("%a %a %a\n", (double)(small * 3), (double)(least_f / 4), (double)(least_f - small));
  printf("%a %a %a\n", sqrt(tiny), (double)(float)(1e-40), (double)sqrtf(small));
  printf("%a %a\n", (double)(float)7.1e-46, (double)(float)6.9e-46);
  int steps = 0;
  double x = 1;
  while (x / 2 > 0) x /= 2, steps++;
  printf("%d %a\n", steps, x);
  float y = 1;
  for (steps = 0; y / 2 > 0; y /= 2) steps++;
  printf("%d %a\n", steps, (double)y);
  double sum = 0;
  for (int i = 0; i < 1000; i++) sum += tiny * i;
  printf("%a %d\n", sum, sum == tiny * 499500);
  printf("%a %a %a\n", nextafter(least, 0), ldexp(1, -1074), ldexp(3, -1075));
  printf("%d %d\n", x - x == 0, least - nextafter(least, 1) != 0);
  return 0;
}

// The five operations on doubles over all pairs of a list with zeros, subnormals, infinities and NaN.
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const double values[] = {0.0,     -0.0,      1.0,  -1.0,     0.1,      3.0,      1e308,     -1e308,   DBL_MIN,
                                5e-324, -5e-324, DBL_MAX, INFINITY, -INFINITY, 1e-200, 123456789, DBL_EPSILON, 2.5};
enum { COUNT = sizeof values / sizeof *values };

// NaN is printed as "nan": the language does not define its bits.
static void show(double x) {
  if (x != x) {
    printf(" nan");
    return;
  }
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  printf(" %llx", (unsigned long long)bits);
}

int main(void) {
  for (int i = 0; i < COUNT; i++) {
    for (int j = 0; j < COUNT; j++) {
      volatile double a = values[i], b = values[j];
      printf("%d %d:", i, j);
      show(a + b);
      show(a - b);
      show(a * b);
      show(a / b);
      show(fmod(a, b));
      printf(" %d%d%d%d%d%d\n", a < b, a <= b, a > b, a >= b, a == b, a != b);
    }
    volatile double a = values[i];
    printf("%d:", i);
    show(-a);
    show(fabs(a));
    show(sqrt(a));
    printf("\n");
  }
  return 0;
}

// fpclassify and similar macros, quiet comparisons, signbit, chains of nextafter, limits.
#include <float.h>
#include <math.h>
#include <stdio.h>

static const char *name(double x) {
  switch (fpclassify(x)) {
    case FP_NAN: return "nan";
    case FP_INFINITE: return "infinite";
    case FP_ZERO: return "zero";
    case FP_SUBNORMAL: return "subnormal";
    default: return "normal";
  }
}

int main(void) {
  volatile double values[] = {0.0, -0.0, 1.0, -1e-310, 5e-324, DBL_MIN, DBL_MAX, INFINITY, -INFINITY, NAN, 1e-300};
  for (int i = 0; i < 11; i++) {
    double x = values[i];
    float f = (float)x;
    printf("%s %d%d%d%d%d | %d%d%d\n", name(x), isnan(x) != 0, isinf(x) != 0, isfinite(x) != 0, isnormal(x) != 0,
           x == x ? signbit(x) != 0 : 0, isfinite(f) != 0, isnormal(f) != 0, isnan(f) != 0);
    for (int j = 0; j < 11; j += 3) {
      double y = values[j];
      printf("%d%d%d%d%d ", isgreater(x, y), isless(x, y), islessgreater(x, y), isunordered(x, y), isgreaterequal(x, y));
    }
    printf("\n");
  }
  double x = 1;
  for (int i = 0; i < 5; i++) x = nextafter(x, 2);
  printf("%a %a %a\n", x, nextafter(0, 1), (double)nextafterf(1, 0));
  printf("%d %d %g %g %d\n", DBL_MANT_DIG, FLT_DIG, DBL_EPSILON, (double)FLT_MIN, DBL_MAX_EXP);
  printf("%d %d\n", isnan(0.0 * values[7]) != 0, values[9] == values[9]);
  return 0;
}

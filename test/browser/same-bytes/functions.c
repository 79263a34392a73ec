// Library functions of one argument on an uncertain value, and functions of two arguments on values that share a source.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

#define SHOW(EXPRESSION) printf("%s %lf\n", #EXPRESSION, EXPRESSION)

int main(void) {
  double x = UxHwDoubleUniformDist(0.2, 0.8), y = x * UxHwDoubleGaussDist(2, 0.1);
  double (*one[])(double) = {acos, asin,  atan, atanh, cbrt, cos,  cosh, erf,  erfc, exp,   exp2,  expm1, j0,
                             j1,   lgamma, log,  log10, log1p, log2, sin,  sinh, sqrt, tan,  tanh,  tgamma, y0};
  for (size_t i = 0; i < sizeof one / sizeof *one; i++) printf("%zu %lf\n", i, one[i](x) + x);
  SHOW(pow(x, y));
  SHOW(atan2(x, y));
  SHOW(hypot(x, y));
  SHOW(fmod(y, x));
  SHOW(acosh(1 + x) * asinh(y));
  SHOW(sin(1e5 * x) * cos(1e5 * x));
  SHOW(x / (y - y * x));
  float narrow = (float)x;
  SHOW(sinf(narrow) * narrow);
  return 0;
}

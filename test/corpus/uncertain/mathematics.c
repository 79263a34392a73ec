// Functions of math.h map the distribution: inverses restore it, linear pieces preserve its shape.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

// Prints `ok` if the mean and standard deviation of `got` are close to the exact values, given as arguments.
static void expect(const char *what, double got, double mean, double deviation) {
  double m = UxHwDoubleNthMoment(got, 1), s = sqrt(UxHwDoubleNthMoment(got, 2));
  int right = fabs(m - mean) < 0.01 * (fabs(mean) + deviation) && fabs(s - deviation) < 0.05 * deviation;
  printf("%s %s\n", right ? "ok" : "LOST", what);
}

int main(void) {
  double x = UxHwDoubleGaussDist(2, 0.1), small = UxHwDoubleUniformDist(0.2, 0.4), sd = sqrt(0.04 / 12);
  expect("exp log", exp(log(x)), 2, 0.1);
  expect("sin asin", sin(asin(small)), 0.3, sd);
  expect("tan atan", tan(atan(x)), 2, 0.1);
  expect("sinh asinh", sinh(asinh(x)), 2, 0.1);
  expect("pow", pow(pow(x, 3), 1.0 / 3), 2, 0.1);
  expect("cbrt", pow(cbrt(x), 3), 2, 0.1);
  expect("log2 exp2", log2(exp2(x)), 2, 0.1);
  expect("log1p expm1", log1p(expm1(small)), 0.3, sd);
  expect("fmod", fmod(x + 10, 10), 2, 0.1);
  expect("hypot", hypot(x, 0), 2, 0.1);
  expect("fma", fma(x, 2, 1), 5, 0.2);
  expect("atan2", atan2(x, 1), atan(2), 0.1 / 5);
  expect("ldexp", ldexp(x, 3), 16, 0.8);
  expect("fdim", fdim(x, 1), 1, 0.1);
  expect("floor of a wide one", floor(UxHwDoubleUniformDist(0, 10)), 4.5, sqrt(99.0 / 12));
  double whole, fraction = modf(x + 0.5, &whole);
  expect("modf", fraction + 0 * whole, 0.5, 0.1);
  int exponent;
  double mantissa = frexp(small + 0.25, &exponent);
  printf("%s frexp\n", exponent == 0 && UxHwDoubleNthMoment(mantissa, 2) > 0 ? "ok" : "LOST");
  expect("sqrtf", powf(sqrtf((float)x), 2), 2, 0.1);
  return 0;
}

// Parts of C complex numbers: stored, multiplied by plain numbers, conjugated, passed by value.
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

// Prints `ok` if the mean and standard deviation of `got` are close to the exact values, given as arguments.
static void expect(const char *what, double got, double mean, double deviation) {
  double m = UxHwDoubleNthMoment(got, 1), s = sqrt(UxHwDoubleNthMoment(got, 2));
  int right = fabs(m - mean) < 0.01 * (fabs(mean) + deviation) && fabs(s - deviation) < 0.05 * deviation;
  printf("%s %s\n", right ? "ok" : "LOST", what);
}

static double complex pass(double complex z) { return z; }

int main(void) {
  double x = UxHwDoubleGaussDist(3, 0.5), y = UxHwDoubleUniformDist(1, 2);
  double complex z = CMPLX(x, y), array[3] = {1, z, 0};
  report("real", creal(pass(z)), x);
  report("imaginary", cimag(array[1]), y);
  report("conjugate", creal(conj(z)), x);
  expect("negated imaginary", cimag(conj(z)), -1.5, sqrt(1.0 / 12));
  expect("scaled", creal(2 * z), 6, 1);
  expect("shifted", creal(z + 1), 4, 0.5);
  expect("turned", cimag(z * I), 3, 0.5);
  expect("times plain", creal(CMPLX(x, 0) * CMPLX(2, 0)), 6, 1);
  expect("absolute", cabs(CMPLX(x, 0)), 3, 0.5);
  float complex f = CMPLXF(UxHwFloatGaussDist(1, 0.25f), 2);
  expect("float real", crealf(f), 1, 0.25);
  return 0;
}

// isnan, isinf, isfinite, isnormal, fpclassify and signbit classify the particle.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

static void check(const char *what, int right) { printf("%s %s\n", right ? "ok" : "LOST", what); }

int main(void) {
  double x = UxHwDoubleGaussDist(-3, 1), zero = UxHwDoubleUniformDist(-1, 1), bad = UxHwDoubleGaussDist(0, -1);
  float f = UxHwFloatGaussDist(-1.5f, 0.5f);
  report("is uncertain", x, UxHwDoubleGaussDist(-3, 1));
  check("isnan", !isnan(x) && !isnan(f) && isnan(bad));
  check("isinf", !isinf(x) && !isinf(f) && isinf(x / 0.0));
  check("isfinite", isfinite(x) && isfinite(f) && !isfinite(bad));
  check("isnormal", isnormal(x) && !isnormal(zero * 0));
  check("fpclassify", fpclassify(x) == FP_NORMAL && fpclassify(bad) == FP_NAN && fpclassify(f) == FP_NORMAL);
  check("signbit", signbit(x) && signbit(f) && !signbit(-x) && signbit(-fabs(x)));
  check("isgreater", isgreater(0, x) && !isunordered(x, f) && isless(x, f));
  check("copysign", copysign(2, x) == -2 && copysign(2, -x) == 2);
  return 0;
}

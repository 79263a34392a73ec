// A posterior for uncertain evidence.
#include <stdio.h>
#include <uxhw.h>

static double read_instrument(double x) { return UxHwDoubleGaussDist(x, 0.3); }

int main(void) {
  double evidence = UxHwDoubleGaussDist(3.1, 0.4);
  printf("%lf\n", UxHwDoubleBayesLaplace(read_instrument, UxHwDoubleUniformDist(-10, 10), evidence));
}

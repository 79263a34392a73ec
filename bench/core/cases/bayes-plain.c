// A posterior for plain evidence.
#include <stdio.h>
#include <uxhw.h>

static double read_instrument(double x) { return UxHwDoubleGaussDist(x, 0.5); }

int main(void) {
  printf("%lf\n", UxHwDoubleBayesLaplace(read_instrument, UxHwDoubleUniformDist(-10, 10), 3.1));
}

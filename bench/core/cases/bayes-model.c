// A posterior whose likelihood is a model of several uncertain numbers.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

static double predict(double x) {
  double gain = UxHwDoubleUniformDist(0.9, 1.1), noise = UxHwDoubleGaussDist(0, 0.3);
  return gain * x + noise;
}

int main(void) {
  double evidence = UxHwDoubleGaussDist(3.1, 0.4);
  printf("%lf\n", UxHwDoubleBayesLaplace(predict, UxHwDoubleGaussDist(2, 2), evidence));
}

// Moments, quantiles and probabilities of 100 values.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double total = 0, y = UxHwDoubleUniformDist(0, 1);
  for (int i = 0; i < 100; i++) {
    double x = UxHwDoubleGaussDist(i, 1), values[] = {x, exp(0.01 * x), x + y, x * y + x};
    for (int k = 0; k < 4; k++) {
      total += UxHwDoubleNthMoment(values[k], 1) + UxHwDoubleNthMoment(values[k], 2);
      total += UxHwDoubleQuantile(values[k], 0.05) + UxHwDoubleProbabilityGT(values[k], i);
    }
  }
  printf("%lf\n", total);
}

// 200 mixtures, limits and copies.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double total = 0, x = UxHwDoubleGaussDist(0, 1), y = UxHwDoubleExponentialDist(1);
  for (int i = 0; i < 200; i++) {
    double either = UxHwDoubleMixture(x, y + i, 0.3), above = UxHwDoubleLimitDistributionSupport(either, 0.1, 1000);
    total += UxHwDoubleNthMoment(above + UxHwDoubleGetIndependentCopy(y), 1);
  }
  printf("%lf\n", total);
}

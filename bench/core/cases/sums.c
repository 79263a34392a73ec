// Sums of 1 024 independent terms, and a product of 1 024 factors.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double sum = 0, other = 0, product = 1;
  for (int i = 0; i < 1024; i++) {
    sum += UxHwDoubleGaussDist(0, 1);
    other += UxHwDoubleExponentialDist(1);
    product *= 1 + 0.01 * UxHwDoubleUniformDist(-1, 1);
  }
  printf("%lf %lf %lf\n", sum, other, product);
}

// One million operations on lanes: products and sums of values that share sources.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double x = UxHwDoubleGaussDist(1, 0.1), y = UxHwDoubleUniformDist(-0.5, 0.5), sum = 0;
  for (int i = 0; i < 500000; i++) sum = sum * y + x;
  printf("%lf\n", sum);
  return 0;
}

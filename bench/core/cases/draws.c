// 10 000 draws of one value that depends on two sources.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double x = UxHwDoubleGaussDist(1, 0.1), y = UxHwDoubleUniformDist(0, 1), z = x * y + x, total = 0;
  for (int i = 0; i < 10000; i++) total += UxHwDoubleSample(z);
  printf("%lf\n", total / 10000);
}

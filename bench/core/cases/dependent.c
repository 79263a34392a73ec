// 100 000 operations on values that share two sources.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double x = UxHwDoubleGaussDist(1, 0.1), y = UxHwDoubleUniformDist(-0.5, 0.5), sum = 0;
  for (int i = 0; i < 50000; i++) sum = sum * y + x;
  printf("%lf\n", sum);
}

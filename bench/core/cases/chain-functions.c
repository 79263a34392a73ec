// 100 000 cheap functions of one source, which show the overhead around the arithmetic.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double x = UxHwDoubleGaussDist(2, 0.1);
  for (int i = 0; i < 25000; i++) x = sqrt(x * x + 0.1) - 0.01;
  printf("%lf\n", x);
}

// 20 000 library functions of one source.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double x = UxHwDoubleGaussDist(1, 0.1);
  for (int i = 0; i < 5000; i++) x = exp(-x) + log(1 + x * x) + sin(x) * cos(x);
  printf("%lf\n", x);
}

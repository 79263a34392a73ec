// 100 000 linear steps of one source.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double x = UxHwDoubleGaussDist(1, 0.1);
  for (int i = 0; i < 50000; i++) x = x * 0.999 + 0.001;
  printf("%lf\n", x);
}

// 300 values of four kinds, printed.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double y = UxHwDoubleUniformDist(0, 1);
  for (int i = 0; i < 75; i++) {
    double x = UxHwDoubleGaussDist(i, 1);
    printf("%lf %lf %lf %lf\n", x, exp(0.01 * x), x + y, x * y + x);
  }
}

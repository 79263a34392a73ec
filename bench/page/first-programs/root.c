#include <stdio.h>
#include <math.h>
#include <uxhw.h>
int main(void) {
  double v = UxHwDoubleGaussDist(5.0, 0.05);
  printf("%lf\n", sqrt(v) * v);
  return 0;
}

// Eight paths of 250 Euler-Maruyama steps.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double dt = 1.0 / 250;
  for (int path = 0; path < 8; path++) {
    double x = 1;
    for (int i = 0; i < 250; i++) x += 0.05 * x * dt + 0.2 * x * sqrt(dt) * UxHwDoubleGaussDist(0, 1);
    printf("%lf\n", x);
  }
}

// Positions after 200 legs; each heading depends on all earlier legs.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double x = 0, y = 0, heading = UxHwDoubleGaussDist(0.3, 0.02);
  for (int i = 0; i < 200; i++) {
    double length = UxHwDoubleGaussDist(10, 0.3);
    x += length * cos(heading);
    y += length * sin(heading);
    heading += UxHwDoubleGaussDist(0.05, 0.02);
  }
  printf("%lf\n", sqrt(x * x + y * y));
}

// A controller for a system with two uncertain parts: branches, comparisons, and 60 000 small operations.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double stiffness = UxHwDoubleUniformDist(9, 11), damping = UxHwDoubleGaussDist(0.4, 0.05);
  double x = 1, v = 0, dt = 0.001;
  for (int i = 0; i < 5000; i++) {
    double force = -stiffness * x - damping * v;
    if (x > 0.5) force -= 0.1;
    v += force * dt;
    x += v * dt;
  }
  printf("%lf\n", x);
}

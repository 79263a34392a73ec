// Euler-Maruyama: 250 steps of a geometric Brownian motion, with one path variable.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

static void walk(const char *name, double sigma) {
  double x = 1, dt = 1.0 / 250;
  for (int i = 0; i < 250; i++) x += 0.05 * x * dt + sigma * x * sqrt(dt) * UxHwDoubleGaussDist(0, 1);
  printf("%s %lf\n", name, x);
}

int main(void) {
  walk("euler-20", 0.2);
  walk("euler-40", 0.4);
}

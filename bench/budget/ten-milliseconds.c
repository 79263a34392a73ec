// A program for the controls: ten inputs, and values that take about 10 ms on a core with 4096 lanes.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double x[10];
  for (int i = 0; i < 10; i++) x[i] = i % 2 ? UxHwDoubleUniformDist(0.9, 1.1) : UxHwDoubleGaussDist(2, 0.1);
  double level = x[0];
  for (int step = 0; step < 100; step++) level += 0.05 * (x[step % 10] * x[(step + 3) % 10] - level);
  printf("level = %lf\n", level);
  printf("rate = %lf\n", level / x[1]);
  printf("loss = %lf\n", exp(-0.1 * level));
}

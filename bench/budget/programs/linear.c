// Ten weighted sums of twenty inputs.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double x[20];
  for (int i = 0; i < 20; i++) x[i] = i % 2 ? UxHwDoubleUniformDist(i, i + 2) : UxHwDoubleGaussDist(i, 0.1 * (i + 1));
  for (int k = 0; k < 10; k++) {
    double sum = 0;
    for (int i = 0; i < 20; i++) sum += (1 + (i * k) % 7) * x[i];
    printf("sum %d = %lf\n", k, sum);
  }
}

// Ten typical values of measurements and designs: products, quotients, powers and roots of twenty inputs, with
// uncertainties of a few per cent.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double x[20];
  for (int i = 0; i < 20; i++)
    x[i] = i % 3 == 0   ? UxHwDoubleUniformDist(0.9, 1.1)
           : i % 3 == 1 ? UxHwDoubleGaussDist(2, 0.05 + 0.005 * i)
                        : UxHwDoubleLognormalDist(0.3, 0.04);
  for (int k = 0; k < 10; k++) {
    double product = 1, sum = 0, squares = 0;
    for (int i = 0; i < 20; i++) {
      const double one = x[(i + k) % 20];
      if (i < 6) product *= i % 2 ? 1 / one : one;
      else if (i < 13) sum += one * (i - 5);
      else squares += one * one;
    }
    printf("value %d = %lf\n", k, product * sqrt(squares) + sum * exp(-0.1 * x[k]) / x[k + 10]);
  }
}

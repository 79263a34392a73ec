// Functions of one source.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double z = UxHwDoubleGaussDist(0, 1), e = UxHwDoubleExponentialDist(1), u = UxHwDoubleUniformDist(0, 1);
  printf("square-of-exponential %lf\n", e * e);
  printf("exp %lf\n", exp(z));
  printf("exp-times %lf\n", exp(z) * z);
  printf("log-of-uniform %lf\n", -log(1 - u));
  printf("fourth-power %lf\n", pow(z, 4));
  printf("lognormal %lf\n", UxHwDoubleLognormalDist(0, 1));
}

// Is x - x zero? On a core with a "+" it is: the core knows that both operands are the same value. Run this on C0-S and on C0-S+.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double x = UxHwDoubleGaussDist(10.0, 1.0);
  double y = UxHwDoubleGaussDist(10.0, 1.0);

  printf("x - x: %lf\n", x - x);
  printf("x - y: %lf\n", x - y);
  printf("x / x: %lf\n", x / x);
  printf("x + x: %lf\n", x + x);
  printf("x + y: %lf\n", x + y);
  printf("x * x / (x + y): %lf\n", x * x / (x + y));
  printf("the same, spelled x / (1 + y / x): %lf\n", x / (1 + y / x));
  return 0;
}

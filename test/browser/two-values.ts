// A program that prints two values: a uniform distribution from 1 to 3, and its difference from itself.

export const TWO_VALUES = `#include <stdio.h>
#include <uxhw.h>
int main(int argc, char **argv) {
  double x = UxHwDoubleUniformDist(1.0, 3.0);
  printf("width (m) = %lf\\n", x);
  printf("difference: %lf\\n", x - x);
  return 0;
}
`;

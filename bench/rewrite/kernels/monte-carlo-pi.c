// Random points in the unit square, from a linear congruential generator.
#include <stdint.h>
#include <stdio.h>
#include "kernel.h"
int main(void) {
  START();
  uint64_t seed = 42;
  long inside = 0, n = 6000000;
  for (long i = 0; i < n; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    double x = (seed >> 11) * 0x1p-53;
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    double y = (seed >> 11) * 0x1p-53;
    if (x * x + y * y <= 1) inside++;
  }
  printf("%.9f\n", 4.0 * inside / n);
  return 0;
}

// Escape times over a grid of the complex plane.
#include <stdio.h>
#include "kernel.h"
int main(void) {
  START();
  const int n = 400;
  double scale = volatile_number(2.0);
  long total = 0;
  for (int py = 0; py < n; py++)
    for (int px = 0; px < n; px++) {
      double cr = scale * px / n - 1.5, ci = scale * py / n - 1.0, zr = 0, zi = 0;
      int k = 0;
      while (k < 200 && zr * zr + zi * zi <= 4.0) { double r = zr * zr - zi * zi + cr; zi = 2 * zr * zi + ci; zr = r; k++; }
      total += k;
    }
  printf("%ld\n", total);
  return 0;
}

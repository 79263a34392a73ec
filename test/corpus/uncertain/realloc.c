// Values moved by realloc and reallocarray as blocks grow, shrink and move; freed memory is used again.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

int main(void) {
  double x = UxHwDoubleGaussDist(1, 1), y = UxHwDoubleExponentialDist(4);
  size_t n = 4;
  double *block = malloc(n * sizeof *block);
  for (size_t i = 0; i < n; i++) block[i] = i % 2 ? x : y;
  void *between[12];
  for (int round = 0; round < 12; round++) {
    between[round] = malloc(1000);
    block = realloc(block, 2 * n * sizeof *block);
    for (size_t i = n; i < 2 * n; i++) block[i] = block[i - n];
    n *= 2;
  }
  report("grown", block[n - 1], x);
  report("first", block[0], y);
  block = reallocarray(block, 10, sizeof *block);
  report("shrunk", block[9], x);
  for (int round = 0; round < 12; round++) free(between[round]);
  double *other = calloc(10, sizeof *other);
  other[3] = block[2];
  free(block);
  block = malloc(10 * sizeof *block);
  for (int i = 0; i < 10; i++) block[i] = other[3];
  report("after free", block[9], y);
  free(block);
  free(other);
  return 0;
}

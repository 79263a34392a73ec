// Early values survive while memory grows by many megabytes and thousands of other values are created and freed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

int main(void) {
  double early = UxHwDoubleGaussDist(9, 3), *cell = malloc(sizeof *cell);
  *cell = UxHwDoubleUniformDist(5, 6);
  double copy = *cell;
  void *blocks[24];
  for (int i = 0; i < 24; i++) {
    blocks[i] = malloc(1 << 20);
    memset(blocks[i], 0x5A, 1 << 20);
    double passing = UxHwDoubleGaussDist(i, 1);
    for (int k = 0; k < 50; k++) passing = passing * 1.01 + k;
    memcpy(blocks[i], &passing, sizeof passing);
  }
  double late;
  memcpy(&late, blocks[23], sizeof late);
  printf("%s made late\n", UxHwDoubleNthMoment(late, 2) > 1 ? "ok" : "LOST");
  for (int i = 0; i < 24; i++) free(blocks[i]);
  report("on the heap", *cell, copy);
  double again = UxHwDoubleGaussDist(9, 3);
  report("in a local", early, again);
  free(cell);
  return 0;
}

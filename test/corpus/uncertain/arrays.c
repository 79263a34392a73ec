// Values in arrays: multidimensional, variable-length, on the heap, filled by loops and by initialisers.
#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

static double table[4][5];
static double sum_row(int n, double row[n]) { return row[n - 1]; }
static void shift(double *a, int n) {
  double first = a[0];
  for (int i = 1; i < n; i++) a[i - 1] = a[i];
  a[n - 1] = first;
}

int main(void) {
  double x = UxHwDoubleGaussDist(7, 1), y = UxHwDoubleLaplaceDist(0, 1);
  for (int i = 0; i < 4; i++) for (int j = 0; j < 5; j++) table[i][j] = (i + j) % 2 ? x : y;
  report("two dimensions", table[2][3], x);
  double local[3] = {x, y, x};
  report("initialiser", local[1], y);
  for (int n = 3; n < 30; n += 13) {
    double row[n];
    for (int i = 0; i < n; i++) row[i] = i ? row[i - 1] : x;
    report("variable length", sum_row(n, row), x);
  }
  double chain[10] = {x, y};
  for (int i = 0; i < 9; i++) shift(chain, 10);
  report("shifted", chain[1], x);
  double *block = malloc(100 * sizeof *block);
  for (int i = 0; i < 100; i++) block[i] = i == 57 ? y : 0;
  report("on the heap", block[57], y);
  free(block);
  double (*rows)[5] = table + 1;
  report("pointer to rows", rows[1][1], x);
  const double *walk = &table[3][0], *end = walk + 5;
  double last = 0;
  while (walk < end) last = *walk++;
  report("walked", last, x);
  return 0;
}

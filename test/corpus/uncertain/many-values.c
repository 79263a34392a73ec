// Two thousand live distributions remain distinct.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

enum { COUNT = 2000 };
static double values[COUNT];

int main(void) {
  for (int i = 0; i < COUNT; i++) values[i] = UxHwDoubleUniformDist(i, i + 1 + i % 7);
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < COUNT / 2; i++) {
      double t = values[i];
      values[i] = values[COUNT - 1 - i];
      values[COUNT - 1 - i] = t;
    }
  }
  int wrong = 0;
  for (int i = 0; i < COUNT; i++) {
    int k = COUNT - 1 - i;
    double mean = UxHwDoubleNthMoment(values[i], 1), spread = UxHwDoubleNthMoment(values[i], 2), width = 1 + k % 7;
    wrong += !(fabs(mean - (k + width / 2)) < 1e-6) || !(spread > width * width / 13 && spread < width * width / 11.9);
  }
  printf("%s %d wrong\n", wrong ? "LOST" : "ok", wrong);
  report("one", values[1], UxHwDoubleUniformDist(1998, 1999 + 1998 % 7));
  return 0;
}

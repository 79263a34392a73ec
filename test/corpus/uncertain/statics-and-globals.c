// Values in globals, statics, constant pointers to them, and function statics across calls.
#include <stdio.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

double global;
static double hidden[3];
static struct { int count; double last; } state;
static double *const pointer = &hidden[1];

static double remember(double x, int set) {
  static double kept = 1.5;
  if (set) kept = x;
  return kept;
}
static void note(double x) {
  state.count++;
  state.last = x;
}

int main(void) {
  double x = UxHwDoubleGaussDist(1, 1), y = UxHwDoubleChiSquaredDist(3);
  global = x;
  *pointer = y;
  hidden[2] = global;
  report("global", global, x);
  report("static array through a pointer", hidden[1], y);
  report("static copy", hidden[2], x);
  remember(y, 1);
  for (int i = 0; i < 5; i++) note(i == 4 ? remember(0, 0) : x);
  report("static of a function", remember(0, 0), y);
  report("static struct", state.last, y);
  printf("%s count\n", state.count == 5 ? "ok" : "LOST");
  return 0;
}

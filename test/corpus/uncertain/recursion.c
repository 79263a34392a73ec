// Values passed down and up a deep recursion, in each frame's arguments, locals, results and arrays.
#include <stdio.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

static double argument(int depth, double x) { return depth == 0 ? x : argument(depth - 1, x); }
static __attribute__((noinline)) double in_frames(int depth, double x) {
  volatile double local[4] = {0, x, depth, 0};
  if (depth == 0) return local[1];
  double below = in_frames(depth - 1, local[1]);
  return local[2] == depth ? below : 0;
}
static void by_pointer(int depth, const double *x, double *result) {
  double copy = *x;
  if (depth == 0) *result = copy;
  else by_pointer(depth - 1, &copy, result);
}
static double halves(double x, int depth) { return depth == 0 ? x : halves(x, depth - 1) / 2 + halves(x, depth - 1) / 2; }

int main(void) {
  double x = UxHwDoubleGaussDist(100, 5), result = 0;
  report("argument", argument(1000, x), x);
  report("frames", in_frames(2000, x), x);
  by_pointer(500, &x, &result);
  report("pointer", result, x);
  double h = halves(x, 3), mean = UxHwDoubleNthMoment(h, 1), variance = UxHwDoubleNthMoment(h, 2);
  printf("%s sum of halves\n", mean > 99.9 && mean < 100.1 && variance > 1 && variance < 25.5 ? "ok" : "LOST");
  return 0;
}

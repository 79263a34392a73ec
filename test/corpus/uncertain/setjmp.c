// Values kept in volatile and static variables across longjmp, and passed to the function that jumps.
#include <setjmp.h>
#include <stdio.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

static jmp_buf target;
static double carried;
static void jump(double x) {
  carried = x;
  longjmp(target, 3);
}

int main(void) {
  double x = UxHwDoubleGaussDist(4, 1), y = UxHwDoubleUniformDist(0, 1);
  volatile double kept = x;
  double untouched = y;
  if (setjmp(target) == 0) {
    kept = y;
    jump(x);
  }
  report("volatile", kept, y);
  report("not changed since", untouched, y);
  report("carried by a static", carried, x);
  double array[2] = {x, y};
  volatile int round = 0;
  if (setjmp(target) < 3 && round == 0) {
    round = 1;
    jump(array[1]);
  }
  report("array", array[0], x);
  report("carried again", carried, y);
  return 0;
}

// Values passed through variable arguments, copied lists, and in structs.
#include <stdarg.h>
#include <stdio.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

typedef struct { double value; int id; } Tagged;
static double nth(int n, ...) {
  va_list list, copy;
  va_start(list, n);
  va_copy(copy, list);
  double x = 0;
  for (int i = 0; i <= n; i++) x = va_arg(copy, double);
  va_end(copy);
  va_end(list);
  return x;
}
static double tagged(int n, ...) {
  va_list list;
  va_start(list, n);
  int skipped = va_arg(list, int);
  Tagged t = va_arg(list, Tagged);
  double *pointer = va_arg(list, double *);
  va_end(list);
  return skipped == 7 && t.id == 9 ? t.value : *pointer;
}
static double relay(int n, va_list list) { return n ? va_arg(list, double) : 0; }
static double forward(int n, ...) {
  va_list list;
  va_start(list, n);
  double x = relay(n, list);
  va_end(list);
  return x;
}

int main(void) {
  double x = UxHwDoubleGaussDist(5, 1), y = UxHwDoubleUniformDist(0, 2);
  float f = UxHwFloatGaussDist(1, 0.5f);
  report("first", nth(0, x, y), x);
  report("third", nth(2, 1.0, y, x), x);
  report("float promoted", nth(1, x, f), f);
  report("in a struct", tagged(0, 7, (Tagged){y, 9}, &x), y);
  report("forwarded", forward(1, y), y);
  return 0;
}

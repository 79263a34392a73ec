// Values passed through function pointers, callbacks with context, tables of functions, inlined and not.
#include <stdio.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

typedef double (*Unary)(double);
typedef double (*Choice)(double, double, void *);
static double same(double x) { return x; }
static __attribute__((noinline)) double far_same(double x) { return x; }
static double first(double a, double b, void *context) {
  (void)b;
  ++*(int *)context;
  return a;
}
static double second(double a, double b, void *context) {
  (void)a;
  *(int *)context += 10;
  return b;
}
static double apply(Unary f, double x, int times) {
  for (int i = 0; i < times; i++) x = f(x);
  return x;
}
static double choose(Choice f, double a, double b, void *context) { return f(a, b, context); }

int main(void) {
  double x = UxHwDoubleGaussDist(0, 1), y = UxHwDoubleGammaDist(2, 3);
  volatile Unary table[] = {same, far_same};
  int count = 0;
  report("through a table", table[1](x), x);
  report("many times", apply(table[0], y, 100), y);
  report("callback, first", choose(first, x, y, &count), x);
  report("callback, second", choose(second, x, y, &count), y);
  printf("%s context\n", count == 11 ? "ok" : "LOST");
  double (*choice)(double, double, void *) = count > 5 ? first : second;
  report("chosen", choice(y, x, &count), y);
  return 0;
}

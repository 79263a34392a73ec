// Exceptions emulated with setjmp: nested handlers, cleanup, rethrow, errors with values, out of qsort's callback.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Handler { jmp_buf target; struct Handler *outer; double value; } Handler;
static Handler *current;

static void fail(int code, double value) {
  Handler *handler = current;
  current = handler->outer;
  handler->value = value;
  longjmp(handler->target, code);
}
static double divide(double a, double b) {
  if (b == 0) fail(1, a);
  return a / b;
}
static double guarded(double a, double b) {
  Handler handler = {.outer = current};
  current = &handler;
  int code = setjmp(handler.target);
  if (code == 0) {
    double x = divide(a, b);
    current = handler.outer;
    return x;
  }
  if (handler.value < 0) fail(code + 1, handler.value * 2);
  return -handler.value;
}
static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  if (x == 4 || y == 4) fail(9, x + y);
  return (x > y) - (x < y);
}

int main(void) {
  Handler outer = {.outer = NULL};
  volatile int round = 0;
  current = &outer;
  int code = setjmp(outer.target);
  if (code) printf("outer %d %g\n", code, code == 9 ? 0 : outer.value);
  current = &outer;
  switch (round++) {
    case 0: printf("%g %g\n", guarded(6, 4), guarded(5, 0)); guarded(-5, 0); break;
    case 1: {
      double values[] = {3, 1, 4, 1, 5};
      qsort(values, 5, sizeof *values, compare);
      break;
    }
    default: break;
  }
  printf("rounds %d\n", round);
  return 0;
}

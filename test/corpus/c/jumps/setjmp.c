// setjmp and longjmp: values, nested jumps, out of deep recursion, volatile locals, a retry loop.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf outer, inner;

static void dive(int depth, double x) {
  if (depth == 0) longjmp(outer, (int)(x * 10));
  dive(depth - 1, x + 0.5);
}

static double checked_root(double x, jmp_buf failed) {
  if (x < 0) longjmp(failed, 2);
  double guess = x / 2 + 0.5;
  for (int i = 0; i < 30; i++) guess = (guess + x / guess) / 2;
  return guess;
}

int main(void) {
  volatile double kept = 1.5;
  volatile int attempts = 0;
  int code = setjmp(outer);
  if (code == 0) {
    kept = 2.25;
    dive(100, 1.0);
  }
  printf("%d %.2f\n", code, kept);
  if (setjmp(inner) < 3) {
    attempts++;
    longjmp(inner, attempts);
  }
  printf("%d\n", attempts);
  volatile double x = -3;
  if (setjmp(inner)) x = -x;
  printf("%.6f\n", checked_root(x, inner));
  if (setjmp(outer) == 0) {
    if (setjmp(inner) == 0) longjmp(inner, 1);
    longjmp(outer, 0);
  } else {
    printf("zero becomes one\n");
  }
  return 0;
}

// exit: 42
// exit from a deep call: atexit functions run in reverse order, buffers are flushed, the status is preserved.
#include <stdio.h>
#include <stdlib.h>

static double total;
static void first(void) { printf("first %g\n", total); }
static void second(void) {
  total += 0.5;
  printf("second\n");
}
static void descend(int n) {
  total += n;
  if (n == 0) exit(42);
  descend(n - 1);
}

int main(void) {
  atexit(first);
  atexit(second);
  printf("start ");
  descend(10);
  printf("never\n");
  return 0;
}

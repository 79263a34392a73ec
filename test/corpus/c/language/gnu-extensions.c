// GNU C: statement expressions, typeof, case ranges, conditionals with an omitted middle operand, attributes, cleanup, vectors
// of labels, zero-length arrays, binary constants, __builtin functions.
#include <stdio.h>
#include <stdlib.h>

#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })

static void announce(double *x) { printf("cleanup %g\n", *x); }
static double __attribute__((noinline, const)) thrice(double x) { return 3 * x; }
static void __attribute__((constructor)) before_main(void) { printf("constructor\n"); }
static void __attribute__((destructor)) after_main(void) { printf("destructor\n"); }
struct Tail { int n; double data[0]; };

int main(void) {
  printf("%g %d\n", MAX(2, 3.5), MAX(-1, -2));
  {
    double guarded __attribute__((cleanup(announce))) = 1.5;
    guarded = thrice(guarded);
  }
  int zero = 0;
  printf("%d %d\n", zero ?: 7, 0b1011);
  struct Tail *tail = malloc(sizeof *tail + 3 * sizeof(double));
  tail->n = 3;
  for (int i = 0; i < tail->n; i++) tail->data[i] = i + 0.5;
  printf("%g %zu\n", tail->data[2], sizeof(struct Tail));
  free(tail);
  for (int c = 'A'; c < 'z'; c += 9) {
    switch (c) {
      case 'A' ... 'M': putchar('1'); break;
      case 'N' ... 'Z': putchar('2'); break;
      default: putchar('3');
    }
  }
  printf("\n%ld %d\n", __builtin_expect(zero == 0, 1), __builtin_constant_p(5));
  double power = 1;
  printf("%g\n", ({ for (int i = 0; i < 5; i++) power *= 1.5; power; }));
  __auto_type copy = power;
  printf("%zu %d\n", sizeof copy, __builtin_types_compatible_p(__typeof__(copy), double));
  return 0;
}

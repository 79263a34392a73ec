// C11 and C17: _Generic, static assertions, anonymous members, alignment, atomics, compound literals, designated
// initialisers, noreturn, restrict, inline, flexible use of const.
#include <assert.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <tgmath.h>

#define NAME(x) _Generic((x), int: "int", float: "float", double: "double", char *: "text", default: "other")

static_assert(sizeof(double) == 8, "binary64");

typedef struct {
  union {
    struct { double x, y; };
    double v[2];
  };
  enum { SMALL = 1, LARGE = 10 } kind;
} Point;

static inline double dot(const double *restrict a, const double *restrict b, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

int main(void) {
  printf("%s %s %s %s %s\n", NAME(1), NAME(1.0f), NAME(1.0), NAME((char *)"a"), NAME(1L));
  Point p = {.v = {3, 4}, .kind = LARGE};
  printf("%g %g %d %zu %zu\n", p.x, hypot(p.x, p.y), p.kind, alignof(Point), offsetof(Point, kind));
  alignas(32) double aligned[4] = {[3] = 4, [0] = 1};
  printf("%g %d\n", dot(aligned, (double[]){1, 2, 3, 4}, 4), (int)((size_t)aligned % 32));
  atomic_int counter = 5;
  atomic_fetch_add(&counter, 7);
  int expected = 12;
  bool swapped = atomic_compare_exchange_strong(&counter, &expected, 99);
  _Atomic double shared = 0.5;
  shared = shared * 3;
  printf("%d %d %g\n", swapped, atomic_load(&counter), shared);
  printf("%g %g\n", (double)sqrt(2.25f), (double)cos(0.0L));
  const char *names[] = {[SMALL] = "small", [LARGE] = "large"};
  printf("%s %zu\n", names[p.kind], sizeof names / sizeof *names);
  printf("%s %d\n", __func__, u8"é"[0] != 0);
  return 0;
}

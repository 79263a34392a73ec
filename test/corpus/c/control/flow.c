// Loops, switch with fall-through, goto, short-circuit evaluation, comma, conditional chains on doubles.
#include <stdio.h>

static int calls;
static int count(int result) {
  calls++;
  return result;
}

static const char *classify(double x) {
  return x != x ? "nan" : x < 0 ? "negative" : x == 0 ? "zero" : x < 1 ? "small" : x < 1e6 ? "middle" : "large";
}

static int duff(const double *from, double *to, int n) {
  int rounds = (n + 3) / 4;
  switch (n % 4) {
    case 0: do { *to++ = *from++;  // fall through
    case 3:      *to++ = *from++;  // fall through
    case 2:      *to++ = *from++;  // fall through
    case 1:      *to++ = *from++;
            } while (--rounds > 0);
  }
  return n;
}

int main(void) {
  printf("%d %d %d\n", count(0) && count(1), count(1) || count(0), calls);
  const double samples[] = {-1.5, 0, -0.0, 0.25, 2, 1e7, 0.0 / 0.0};
  for (int i = 0; i < 7; i++) printf("%s\n", classify(samples[i]));
  for (int i = 0; i < 12; i++) {
    switch (i) {
      case 1: case 2: printf("a"); break;
      case 3: printf("b");  // fall through
      case 4: printf("c"); break;
      case 7 ... 9: printf("r"); break;
      default: printf(".");
    }
  }
  printf("\n");
  double to[7];
  printf("%d", duff(samples, to, 7));
  for (int i = 0; i < 6; i++) printf(" %g", to[i]);
  printf("\n");
  int steps = 0;
  double x = 100;
again:
  x = x / 2 + 1, steps++;
  if (x > 2.001) goto again;
  printf("%d %.10f\n", steps, x);
  for (double t = 0; t < 1; t += 0.1) printf("%.1f ", t);
  printf("\n");
  for (int i = 0, j = 10; i < j; i++, j--) {
    if (i == 2) continue;
    if (i == 4) break;
    printf("%d-%d ", i, j);
  }
  printf("\n");
  return 0;
}

// Functions with many exits: goto to cleanups, early returns from nested loops, flags, do-while-zero, error codes.
#include <stdio.h>
#include <stdlib.h>

static int live;
static double *take(int n) {
  if (n > 50) return NULL;
  live++;
  return calloc((size_t)n, sizeof(double));
}
static void drop(double *p) {
  if (p) live--;
  free(p);
}
static int process(int n, int m, double *result) {
  int code = -1;
  double *a = take(n), *b = NULL;
  if (!a) goto no_a;
  b = take(m);
  if (!b) {
    code = -2;
    goto no_b;
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      a[i] += b[j] + i * j;
      if (a[i] > 100) {
        code = i * 100 + j;
        goto done;
      }
    }
  }
  code = 0;
done:
  *result = a[n - 1] + a[0];
  drop(b);
no_b:
  drop(a);
no_a:
  return code;
}
static int find(const double *x, int n, double wanted) {
  for (int i = 0; i < n; i++) {
    if (x[i] == wanted) return i;
    if (x[i] > wanted) return -i - 1;
  }
  return -n - 1;
}
static const char *validate(double x) {
  const char *reason = NULL;
  do {
    if (x != x) { reason = "nan"; break; }
    if (x < 0) { reason = "negative"; break; }
    if (x > 1e3) { reason = "large"; break; }
  } while (0);
  return reason ? reason : "fine";
}

int main(void) {
  const int sizes[][2] = {{3, 4}, {60, 1}, {1, 60}, {20, 20}, {50, 50}};
  for (int i = 0; i < 5; i++) {
    double result = -1;
    int code = process(sizes[i][0], sizes[i][1], &result);
    printf("%d %g %d\n", code, result, live);
  }
  const double sorted[] = {0.5, 1.5, 2.5};
  printf("%d %d %d\n", find(sorted, 3, 1.5), find(sorted, 3, 2), find(sorted, 3, 9));
  printf("%s %s %s %s\n", validate(5), validate(-1), validate(1e4), validate(0.0 / 0.0));
  return 0;
}

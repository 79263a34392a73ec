// Sums of a million terms forwards, backwards, pairwise and compensated differ in known ways.
#include <math.h>
#include <stdio.h>

enum { COUNT = 1 << 18 };
static double terms[COUNT];

static double pairwise(const double *x, int n) {
  if (n <= 4) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    return sum;
  }
  return pairwise(x, n / 2) + pairwise(x + n / 2, n - n / 2);
}

int main(void) {
  for (int i = 0; i < COUNT; i++) terms[i] = (i % 2 ? -1.0 : 1.0) / (2.0 * i + 1.0);
  double forwards = 0, backwards = 0, sum = 0, carry = 0;
  for (int i = 0; i < COUNT; i++) forwards += terms[i];
  for (int i = COUNT - 1; i >= 0; i--) backwards += terms[i];
  for (int i = 0; i < COUNT; i++) {
    double y = terms[i] - carry, t = sum + y;
    carry = (t - sum) - y;
    sum = t;
  }
  printf("%.17g\n%.17g\n%.17g\n%.17g\n", 4 * forwards, 4 * backwards, 4 * pairwise(terms, COUNT), 4 * sum);
  printf("%d\n", fabs(4 * sum - 3.14159265358979323846) < 1e-5);
  return 0;
}

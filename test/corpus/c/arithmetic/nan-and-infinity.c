// NaN and infinity in expressions, comparisons, branches, sums, minima, casts to bool, and loops.
#include <math.h>
#include <stdio.h>

static const char *order(double a, double b) {
  if (a < b) return "<";
  if (a > b) return ">";
  if (a == b) return "=";
  return "?";
}
static double smallest(const double *x, int n) {
  double best = INFINITY;
  for (int i = 0; i < n; i++) if (x[i] < best) best = x[i];
  return best;
}

int main(void) {
  volatile double zero = 0, one = 1, inf = one / zero, nan = zero / zero, huge = 1e308;
  const double values[] = {-inf, -1, -0.0, 0, 1, inf, nan};
  for (int i = 0; i < 7; i++) {
    for (int j = 0; j < 7; j++) printf("%s", order(values[i], values[j]));
    printf(" %d %d\n", !(values[i] >= 0), values[i] != values[i]);
  }
  printf("%f %f %f %d\n", huge * 10, -huge * 10, inf - 1, isnan(inf - inf) != 0);
  printf("%f %f %g %d\n", one / inf, inf * 2, pow(inf, -1), isnan(inf * zero) != 0);
  printf("%d %d %d\n", nan ? 1 : 0, zero ? 1 : 0, !nan);
  const double mixed[] = {3, nan, -2, inf, 5};
  printf("%g %g %g\n", smallest(mixed, 5), fmin(nan, 2), fmax(nan, nan) == fmax(nan, nan) ? 1.0 : 0.0);
  double sum = 0;
  int counted = 0;
  for (int i = 0; i < 5; i++) if (isfinite(mixed[i])) sum += mixed[i], counted++;
  printf("%g %d\n", sum, counted);
  int rounds = 0;
  for (double x = 1; x < inf && rounds < 5000; x *= 1.5) rounds++;
  printf("%d %g %g\n", rounds, sqrt(inf), atan(inf));
  printf("%d %d\n", isnan(sqrt(-one)) != 0, isnan(fmod(inf, 2)) != 0);
  printf("%g %g %g\n", exp(-inf), log(zero), hypot(nan, inf));
  return 0;
}

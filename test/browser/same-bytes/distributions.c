// Every way to create a distribution, and the queries about distributions. Draws are derived from the seed.
#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>

static double likelihood(double h) { return UxHwDoubleGaussDist(h, 0.5); }

enum { ROOM = 64 };
static double values[ROOM];
static int n;

/* Reserves space for `count` more values; exits if the table is full. */
static double *add(int count) {
  if (n + count > ROOM) fprintf(stderr, "there is no room for %d values\n", n + count), exit(1);
  n += count;
  return &values[n - count];
}

int main(void) {
  *add(1) = UxHwDoubleGaussDist(1, 2);
  *add(1) = UxHwDoubleExponentialDist(2);
  *add(1) = UxHwDoubleGumbel1Dist(1, 2);
  *add(1) = UxHwDoubleLogisticDist(1, 2);
  *add(1) = UxHwDoubleLaplaceDist(1, 2);
  *add(1) = UxHwDoubleWeibullDist(1.5, 2);
  *add(1) = UxHwDoubleLognormalDist(0.5, 0.4);
  *add(1) = UxHwDoubleBoundedparetoDist(1.2, 1, 9);
  *add(1) = UxHwDoubleBetaDist(2, 3);
  *add(1) = UxHwDoubleGammaDist(2.5, 1);
  *add(1) = UxHwDoubleInverseGammaDist(3, 1);
  *add(1) = UxHwDoubleFDist(5, 7);
  *add(1) = UxHwDoubleStudentsTDist(4);
  *add(1) = UxHwDoubleGEVDist(0.2);
  *add(1) = UxHwDoubleMixture(values[0], values[1], 0.3);
  *add(1) = UxHwDoubleLimitDistributionSupport(values[0], 0, 4);
  *add(1) = UxHwDoubleGetIndependentCopy(values[5]);
  *add(1) = UxHwDoubleBayesLaplace(likelihood, values[0], 1.2);
  double rows[40][2];
  for (int i = 0; i < 40; i++) rows[i][0] = i % 7, rows[i][1] = i % 7 + 0.1 * (i % 3);
  UxHwDoubleDistFromMultidimensionalSamples(add(2), rows, 40, 2);
  for (int i = 0; i < n; i++) {
    double v = values[i] * values[(i + 1) % n] + values[i];
    printf("%d %lf\n", i, v);
    printf("%.17g %.17g %.17g %.17g\n", UxHwDoubleNthMoment(v, 2), UxHwDoubleQuantile(v, 0.3),
           UxHwDoubleProbabilityGT(v, 1), UxHwDoubleSample(v));
  }
  printf("%d\n", rand());
  return 0;
}

// Every way to make a distribution, and the questions about one. Draws come from the seed.
#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>

static double likelihood(double h) { return UxHwDoubleGaussDist(h, 0.5); }

int main(void) {
  double values[20];
  int n = 0;
  values[n++] = UxHwDoubleGaussDist(1, 2);
  values[n++] = UxHwDoubleExponentialDist(2);
  values[n++] = UxHwDoubleGumbel1Dist(1, 2);
  values[n++] = UxHwDoubleLogisticDist(1, 2);
  values[n++] = UxHwDoubleLaplaceDist(1, 2);
  values[n++] = UxHwDoubleWeibullDist(1.5, 2);
  values[n++] = UxHwDoubleLognormalDist(0.5, 0.4);
  values[n++] = UxHwDoubleBoundedparetoDist(1.2, 1, 9);
  values[n++] = UxHwDoubleBetaDist(2, 3);
  values[n++] = UxHwDoubleGammaDist(2.5, 1);
  values[n++] = UxHwDoubleInverseGammaDist(3, 1);
  values[n++] = UxHwDoubleFDist(5, 7);
  values[n++] = UxHwDoubleStudentsTDist(4);
  values[n++] = UxHwDoubleGEVDist(0.2);
  values[n++] = UxHwDoubleMixture(values[0], values[1], 0.3);
  values[n++] = UxHwDoubleLimitDistributionSupport(values[0], 0, 4);
  values[n++] = UxHwDoubleGetIndependentCopy(values[5]);
  values[n++] = UxHwDoubleBayesLaplace(likelihood, values[0], 1.2);
  double rows[40][2];
  for (int i = 0; i < 40; i++) rows[i][0] = i % 7, rows[i][1] = i % 7 + 0.1 * (i % 3);
  UxHwDoubleDistFromMultidimensionalSamples(values + n, rows, 40, 2);
  n += 2;
  for (int i = 0; i < n; i++) {
    double v = values[i] * values[(i + 1) % n] + values[i];
    printf("%d %lf\n", i, v);
    printf("%.17g %.17g %.17g %.17g\n", UxHwDoubleNthMoment(v, 2), UxHwDoubleQuantile(v, 0.3),
           UxHwDoubleProbabilityGT(v, 1), UxHwDoubleSample(v));
  }
  printf("%d\n", rand());
  return 0;
}

// Distributions from samples, plain and weighted, mixtures, copies, limits and bytes.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

// Prints `ok` if the mean and standard deviation of `got` are close to the exact values, given as arguments.
static void expect(const char *what, double got, double mean, double deviation) {
  double m = UxHwDoubleNthMoment(got, 1), s = sqrt(UxHwDoubleNthMoment(got, 2));
  int right = fabs(m - mean) < 0.01 * (fabs(mean) + deviation) && fabs(s - deviation) < 0.05 * deviation;
  printf("%s %s\n", right ? "ok" : "LOST", what);
}

int main(void) {
  double samples[] = {1, 2, 2, 3, 7}, x = UxHwDoubleDistFromSamples(samples, 5);
  expect("from samples", x, 3, sqrt(22.0 / 5));
  WeightedDoubleSample weighted[] = {{0, 1}, {10, 3}};
  expect("weighted", UxHwDoubleDistFromWeightedSamples(weighted, 2, 0), 7.5, sqrt(18.75));
  double mixture = UxHwDoubleMixture(UxHwDoubleGaussDist(0, 1), UxHwDoubleGaussDist(10, 1), 0.5);
  expect("mixture", mixture, 5, sqrt(26));
  double half = UxHwDoubleLimitDistributionSupport(UxHwDoubleUniformDist(0, 10), 0, 5);
  expect("limited", half, 2.5, 5 / sqrt(12));
  double copy = UxHwDoubleGetIndependentCopy(x);
  report("copy", copy, x);
  static uint8_t bytes[70000];
  ssize_t size = UxHwDoubleDistributionToByteArray(mixture, bytes, sizeof bytes);
  report("bytes", UxHwDoubleByteArrayToDistribution(bytes, (size_t)size), mixture);
  double draws[200], sum = 0;
  UxHwDoubleSampleBatch(mixture, draws, 200);
  for (int i = 0; i < 200; i++) sum += draws[i];
  printf("%s draws\n", sum / 200 > 3 && sum / 200 < 7 && UxHwDoubleNthMoment(draws[3], 2) == 0 ? "ok" : "LOST");
  printf("%s queries\n", fabs(UxHwDoubleProbabilityGT(mixture, 5) - 0.5) < 0.05 && fabs(UxHwDoubleQuantile(half, 0.5) - 2.5) < 0.3 ? "ok" : "LOST");
  return 0;
}

// Callbacks from the core: it calls a likelihood with hypotheses, and the likelihood creates distributions itself.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

// Prints `ok` if the mean and standard deviation of `got` are close to the exact values, given as arguments.
static void expect(const char *what, double got, double mean, double deviation) {
  double m = UxHwDoubleNthMoment(got, 1), s = sqrt(UxHwDoubleNthMoment(got, 2));
  int right = fabs(m - mean) < 0.01 * (fabs(mean) + deviation) && fabs(s - deviation) < 0.05 * deviation;
  printf("%s %s\n", right ? "ok" : "LOST", what);
}

static int calls;
static double likelihood(double hypothesis) {
  calls++;
  return UxHwDoubleGaussDist(hypothesis, 1);
}

int main(void) {
  double prior = UxHwDoubleGaussDist(0, 2);
  double posterior = UxHwDoubleBayesLaplace(likelihood, prior, 1.0);
  expect("posterior", posterior, 0.8, sqrt(0.8));
  printf("%s called\n", calls > 1 ? "ok" : "LOST");
  expect("prior afterwards", prior, 0, 2);
  expect("used afterwards", posterior * 2 + 1, 2.6, 2 * sqrt(0.8));
  return 0;
}

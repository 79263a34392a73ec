// Posteriors of a uniform prior, from a twentieth down to a millionth of its width, and posteriors of conjugate priors.
#include <stdio.h>
#include <uxhw.h>

static double noise, heads;
static double read_instrument(double x) { return UxHwDoubleGaussDist(x, noise); }
static double toss(double p) { return UxHwDoubleMixture(1.0, 0.0, p); }
static double toss_with(void *unused, double p) {
  (void)unused;
  return toss(p);
}

int main(void) {
  static const double widths[] = {1, 0.1, 0.03, 0.01, 1e-3, 2e-5}, places[] = {3.1, -7.77, 0.0001};
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 3; j++) {
      noise = widths[i];
      double posterior = UxHwDoubleBayesLaplace(read_instrument, UxHwDoubleUniformDist(-10, 10), places[j]);
      printf("posterior-%d-%d %.9lf\n", i, j, posterior);
    }
  noise = 0.3;
  double uncertain = UxHwDoubleBayesLaplace(read_instrument, UxHwDoubleUniformDist(-10, 10), UxHwDoubleGaussDist(3.1, 0.4));
  printf("posterior-uncertain %lf\n", uncertain);
  noise = 0.5;
  printf("normal-normal %lf\n", UxHwDoubleBayesLaplace(read_instrument, UxHwDoubleGaussDist(0, 1), 1.0));
  static const double counts[] = {10, 1000, 1e6};
  for (int i = 0; i < 3; i++) {
    WeightedDoubleSample outcomes[2] = {{0, 0.7 * counts[i]}, {1, 0.3 * counts[i]}};
    double evidence = UxHwDoubleDistFromWeightedSamples(outcomes, 2, 0);
    double posterior = UxHwDoubleBayesLaplace(toss_with, NULL, UxHwDoubleBetaDist(2, 3), evidence, (size_t)counts[i]);
    printf("beta-bernoulli-%d %lf\n", i, posterior);
  }
  heads = UxHwDoubleUniformDist(0, 1);
  for (int i = 0; i < 20; i++) heads = UxHwDoubleBayesLaplace(toss, heads, i % 4 == 0 ? 1.0 : 0.0);
  printf("beta-in-turn %lf\n", heads);
}

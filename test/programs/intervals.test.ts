// Intervals in whole programs: the results of the header's macros for uncertain operands.
import { expect, it } from 'vitest';
import { openHaze } from './build-and-run.ts';

const haze = openHaze();

it.each(['C0-S', 'C0-S+', 'C0-Joint'])(
  'max and min of floating-point values cover all draws on %s',
  async (core) => {
    const { stdout, stderr } = await haze.runSource(
      `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
static const double limit = max(1.5, 2.5);
static int places[max(3, 4)];
int main(void) {
  double price = 100 * exp(UxHwDoubleGaussDist(0.03, 0.2)), none = 0;
  double payoff = max(price - 100, 0), same = fmax(price - 100, 0);
  printf("%d %d\\n", UxHwDoubleNthMoment(payoff, 1) == UxHwDoubleNthMoment(same, 1),
         UxHwDoubleQuantile(payoff, 0.025) == 0);
  float ratio = min(UxHwFloatGaussDist(0.5f, 1), 0.5f);
  printf("%d\\n", UxHwFloatQuantile(ratio, 0.9) == 0.5f);
  printf("%d %ld %u %Plf %d\\n", max(3, 4), min(7L, 8), max(2u, 1u), limit, (int)(sizeof places / sizeof *places));
  switch (3) { case max(1, 3): printf("%Plf\\n", max(none, max(1, min(2.5, 7)))); }
}`,
      { core },
    );
    expect(stderr).toBe('');
    expect(stdout).toBe('1 1\n1\n4 7 2 2.500000 4\n2.500000\n');
  },
);

it.each(['C0-S+', 'C0-Joint'])(
  'tails of long sums, and of shared inputs that cancel, are exact on %s',
  async (core) => {
    const { stdout, stderr } = await haze.runSource(
      `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
static int near(double got, double exact, double tolerance) { return fabs(got / exact - 1) < tolerance; }
int main(void) {
  double lives = 0, walk = 0;
  for (int i = 0; i < 40; i++) lives += UxHwDoubleExponentialDist(1);
  for (int i = 0; i < 200; i++) walk -= UxHwDoubleGaussDist(0, 1);
  // Erlang's distribution function, and the normal one at 5.
  printf("%d %d\\n", near(UxHwDoubleProbabilityGT(lives, 70), 3.8639386e-5, 0.01),
         near(UxHwDoubleProbabilityGT(walk, 5 * sqrt(200)), 2.8665157e-7, 0.02));
  printf("%d\\n", near(UxHwDoubleQuantile(lives, 0.975), 53.3143, 0.001));
  double s = UxHwDoubleGaussDist(100, 5), d = UxHwDoubleGaussDist(0.2, 0.01), e = UxHwDoubleUniformDist(-1, 1);
  double left = (s + d) - s, mixed = 3 * (s + e) - 2 * s, back = ((s + d) + (s - d)) * 0.5;
  printf("%d %d\\n", near(UxHwDoubleQuantile(left, 0.975), 0.2 + 1.959964 * 0.01, 1e-4),
         UxHwDoubleQuantileStandardError(left, 0.975) == 0);
  // 100 + 5 z + 3 e, whose distribution function at 110.36506 is 0.975 by quadrature.
  printf("%d\\n", near(UxHwDoubleProbabilityGT(mixed, 110.36506), 0.025, 0.01));
  printf("%d %d\\n", near(UxHwDoubleQuantile(exp(left), 0.025), exp(0.2 - 1.959964 * 0.01), 1e-4),
         near(UxHwDoubleQuantile(back, 0.001), 100 - 3.090232 * 5, 1e-4));
}`,
      { core },
    );
    expect(stderr).toBe('');
    expect(stdout).toBe('1 1\n1\n1 1\n1\n1 1\n');
  },
);

it('means, quantiles and probabilities have standard errors, in C and in Fortran', async () => {
  // Figures for values of three sources come from lanes.
  const body = `double a = UxHwDoubleGaussDist(10, 0.8) + UxHwDoubleGaussDist(0, 0.6);
  double b = UxHwDoubleGaussDist(8, 1), r = a * b / (a + b), s = a + b;`;
  const { stdout } = await haze.runSource(
    `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  ${body}
  double deviation = sqrt(UxHwDoubleNthMoment(r, 2)), error = UxHwDoubleQuantileStandardError(r, 0.975) / deviation;
  printf("%d %d\\n", error > 0.005 && error < 0.2, UxHwDoubleMeanStandardError(r) < 0.01 * deviation);
  double p = UxHwDoubleProbabilityGT(r, 5), doubt = UxHwDoubleProbabilityGTStandardError(r, 5);
  printf("%d\\n", doubt > 1e-4 && doubt < 0.2 * p);
  printf("%d\\n", UxHwDoubleProbabilityGTStandardError(r, 50) > 2e-4);
  printf("%d %d\\n", UxHwDoubleQuantileStandardError(s, 0.975) == 0, UxHwDoubleMeanStandardError(3.0) == 0);
  printf("%d %d\\n", isnan(UxHwDoubleQuantileStandardError(r, 1.5)), UxHwFloatQuantileStandardError(2.0f, 0.5f) == 0);
}`,
    { core: 'C0-S+' },
  );
  expect(stdout).toBe('1 1\n1\n1\n1 1\n1 1\n');
  const fortran = await haze.runSource(
    `program errors
  use uxhw
  real(8) :: a, b, r
  a = ux_gauss(10d0, 0.8d0) + ux_gauss(0d0, 0.6d0)
  b = ux_gauss(8d0, 1d0)
  r = a * b / (a + b)
  print *, ux_quantile_standard_error(r, 0.975d0) > 0, ux_mean_standard_error(r) > 0
  print *, ux_probability_gt_standard_error(r, 5d0) > 0
end program`,
    { core: 'C0-S+', language: 'Fortran' },
  );
  expect(fortran.stdout).toBe(' T T\n T\n');
});

it('on a core that does not track dependence, a cell may understate its width by half', async () => {
  const { stdout } = await haze.runSource(
    `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double s = UxHwDoubleGaussDist(0, 1) + UxHwDoubleGaussDist(0, 1);
  double error = UxHwDoubleQuantileStandardError(s, 0.975), share = UxHwDoubleProbabilityGTStandardError(s, 2.77);
  printf("%d %d\\n", error > 0.005 && error < 0.5, share > 0 && share < 0.02);
}`,
    { core: 'C0-S' },
  );
  expect(stdout).toBe('1 1\n');
});

// Intervals of whole programs: what the header's macros make of uncertain operands.
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

it('figures have standard errors, in C and in Fortran', async () => {
  const body = `double a = UxHwDoubleGaussDist(10, 1), b = UxHwDoubleGaussDist(8, 1), r = a * b / (a + b);
  double s = a + b;`;
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
  a = ux_gauss(10d0, 1d0)
  b = ux_gauss(8d0, 1d0)
  r = a * b / (a + b)
  print *, ux_quantile_standard_error(r, 0.975d0) > 0, ux_mean_standard_error(r) > 0
  print *, ux_probability_gt_standard_error(r, 5d0) > 0
end program`,
    { core: 'C0-S+', language: 'Fortran' },
  );
  expect(fortran.stdout).toBe(' T T\n T\n');
});

it('a cell of a core without dependence may hide half of its width', async () => {
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

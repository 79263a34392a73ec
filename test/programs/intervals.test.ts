// Intervals of whole programs: what the header's macros make of uncertain operands.
import { expect, it } from 'vitest';
import { openHaze } from './build-and-run.ts';

const haze = openHaze();

it.each(['C0-S', 'C0-S+', 'C0-Joint'])(
  'max and min of floating-point values are those of all draws on %s',
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

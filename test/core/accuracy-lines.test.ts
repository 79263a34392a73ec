// Lines on stderr about values with an uncertain deviation: one for each value.
import { expect, it } from 'vitest';
import { openHaze } from '../programs/build-and-run.ts';

const haze = openHaze();

it('several questions about one value do not silence the line about the next', async () => {
  const { stderr } = await haze.runSource(
    `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double z = UxHwDoubleGaussDist(0, 1), u = UxHwDoubleGaussDist(0, 1);
  double a = cosh(z + u) - z, b = 3 + sinh(z + u) * z;
  printf("a %lf [%lf, %lf] %lf\\n", a, UxHwDoubleQuantile(a, 0.025), UxHwDoubleQuantile(a, 0.975),
         sqrt(UxHwDoubleNthMoment(a, 2)));
  printf("b %lf\\n", b);
}`,
    { core: 'C0-S+' },
  );
  const lines = stderr.trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/the standard deviation of the value near 1 is known to/);
  expect(lines[1]).toMatch(/the standard deviation of the value near 3 is known to/);
});

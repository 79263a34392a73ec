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
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(
    /the 97.5 % quantile 11.\d+ is known to ±0.\d+ only \(\d+ % of the standard deviation\)/,
  );
  expect(lines[1]).toMatch(/the standard deviation of the value near 1 is known to/);
  expect(lines[2]).toMatch(/the standard deviation of the value near 3 is known to/);
});

it('functions whose points miss the mass, tails without a deviation, and draws outside of a domain are reported', async () => {
  const { stderr } = await haze.runSource(
    `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double z = UxHwDoubleGaussDist(0, 1), x = UxHwDoubleGaussDist(1, 0.5), y = UxHwDoubleGaussDist(2, 0.1);
  printf("%lf\\n", exp(-pow((z - 2.5) / 0.01, 2) / 2));
  printf("%lf\\n", UxHwDoubleStudentsTDist(1.5));
  printf("%lf\\n", 7 + exp(3 * z));
  printf("%lf\\n", 5 + log(x));
  printf("%lf %lf %lf\\n", exp(y), 1 / y, log(y));
}`,
    { core: 'C0-Joint' },
  );
  const lines = stderr.trimEnd().split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/deviation of the value near 0 is known to ±\d+ % only: it comes from rare draws/);
  expect(lines[1]).toMatch(/the value near 0 has a tail .* x\^-1.\d: its standard deviation grows/);
  expect(lines[2]).toMatch(/the value near 8 .* x\^-1.\d: its standard deviation grows/);
  expect(lines[3]).toBe(
    "haze: 2.3 % of the draws of the value near 5 are NaN: they lie outside of a function's domain.",
  );
});

it('five lines at most, and one that says that there are more', async () => {
  const { stderr } = await haze.runSource(
    `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double z = UxHwDoubleGaussDist(0, 1), u = UxHwDoubleGaussDist(0, 1);
  for (int i = 0; i < 9; i++) printf("%lf\\n", i + exp(z + u) * u);
}`,
    { core: 'C0-S+' },
  );
  const lines = stderr.trimEnd().split('\n');
  expect(lines).toHaveLength(6);
  expect(lines[5]).toMatch(/only the first five are listed/);
});

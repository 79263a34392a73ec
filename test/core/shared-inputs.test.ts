// Lines on stderr from cores that treat operands as independent: about shared inputs that affect the result, and about
// tails without points.
import { expect, it } from 'vitest';
import { openHaze } from '../programs/build-and-run.ts';

const haze = openHaze();
const HEAD = '#include <math.h>\n#include <stdio.h>\n#include <uxhw.h>\n';
const SOURCES =
  'double x = UxHwDoubleGaussDist(10, 1), y = UxHwDoubleGaussDist(5, 0.5), z = UxHwDoubleGaussDist(0, 1), v = 0;';
const run = (body: string, core: string) =>
  haze.runSource(`${HEAD}int main(void) {\n${SOURCES}\n${body}\nprintf("%f\\n", v);\n}`, { core });

// Deviations with shared inputs divided by deviations without them: 2/√2, √2 for z², 3σ/√3σ for three terms; for xy/(x
// + y) and the maximum, from 10⁷ draws.
it.each([
  ['a difference', 'v = x - x + 1e-9 * y;', 'nearly 0'],
  ['a sum', 'v = x + (y + x);', 'about 1.4 times'],
  ['a square at 0', 'v = z * z;', 'about 1.4 times'],
  ['a ratio', 'v = x / (2 * x);', 'nearly 0'],
  ['a loop', 'for (int i = 0; i < 3; i++) v += x;', 'about 1.7 times'],
  ['parallel resistors', 'v = x * y / (x + y);', 'about 0.47 times'],
  ['a maximum', 'v = fmax(x, 20 - x);', 'about 0.[4-8]\\d* times'],
  ['a maximum of values that are far apart', 'x += 1e9; v = fmax(x, y) - x;', 'nearly 0'],
])('%s that depends on a shared input is reported', async (_, body, wanted) => {
  const { stderr } = await run(body, 'C0-S');
  expect(stderr).toMatch(
    /^haze: the first value on line 1 combines values that share an input, and C0-S treats them/,
  );
  expect(stderr).toMatch(new RegExp(`standard deviation should be ${wanted}`));
});

// The means of sums, of maxima and minima of independent values, and of products with a new source are known.
it.each([
  [
    'functions that share an input nonlinearly',
    'double a = z * z, b = cos(z); v = a - b;',
    /its mean should be about 0.393, its standard deviation and/,
  ],
  [
    'a limited value',
    'v = UxHwDoubleLimitDistributionSupport(z * z, 0.5, 9);',
    /its mean, standard deviation and/,
  ],
  ['a bent function of a wrong spread', 'v = 1 / (1 + z * z * 100);', /its mean, standard deviation and/],
  [
    'a function that overflows',
    'double d = 1000 * (z - 2); v = exp(d * d / -2);',
    /its mean, standard deviation and/,
  ],
  [
    'a minimum of values that are far from normal',
    'double e = UxHwDoubleExponentialDist(3); v = fmin(z, e + e);',
    /its mean, standard deviation and/,
  ],
  ['a difference of extremes', 'v = fmax(x, 2 * y) - fmin(x, 2 * y);', /: its standard deviation and/],
  [
    'a walk whose steps are proportional to its value',
    'v = 1; for (int i = 0; i < 60; i++) v += 0.05 * v * UxHwDoubleGaussDist(0, 1);',
    /: its quantiles/,
  ],
])('%s is reported, but without a deviation', async (_, body, wanted) => {
  const { stderr } = await run(body, 'C0-S');
  expect(stderr).toMatch(/share an input.* quantiles may be wrong;/);
  expect(stderr).toMatch(wanted);
});

it('the mean of a maximum of values that share an input is reported', async () => {
  // The mean is 2/3 instead of 3/4. The operands are exponential, but the estimate is for normal values.
  const life = 'UxHwDoubleExponentialDist(1)';
  const body = `double c = ${life}; v = fmax(fmin(${life}, c), fmin(${life}, c));`;
  const { stderr } = await run(body, 'C0-S');
  expect(stderr).toMatch(/share an input.*its mean, standard deviation and quantiles may be wrong/);
});

const HUNDRED = 'double s = 0, t = 0; for (int i = 0; i < 100; i++) s += UxHwDoubleGaussDist(0, 1);';
it.each([
  ['independent values', 'v = x * y + z / x * 0 + z;', 'C0-S'],
  [
    'many inputs in two sums',
    `${HUNDRED} for (int i = 0; i < 100; i++) t += UxHwDoubleGaussDist(0, 1); v = (9 + s) * (3 + t);`,
    'C0-S',
  ],
  ['a negligible share', `${HUNDRED} v = (x + s) - 0.001 * x;`, 'C0-S'],
  ['functions of independent values', 'v = exp(z) + sqrt(x) - fmax(y, 4);', 'C0-S'],
  ['a core that tracks shared inputs', 'v = x - x + y;', 'C0-S+'],
])('no shared input is reported for %s', async (_, body, core) => {
  expect((await run(body, core)).stderr).not.toContain('share an input');
});

it('shared inputs are also reported for a quantile of a difference', async () => {
  const { stderr } = await run('printf("%P.3f\\n", UxHwDoubleQuantile(x - x, 0.975));', 'C0-M');
  expect(stderr).toMatch(
    /^haze: an unprinted value near 0 combines .* C0-M treats them as independent: its standard deviation should be nearly 0/,
  );
});

it('a probability of 0 is corrected if points are merely missing, but not beyond the end of a family', async () => {
  const { stderr } = await run(
    `printf("%P.1e %P.1e %P.1e\\n", UxHwDoubleProbabilityGT(x + y, 20), UxHwDoubleProbabilityGT(z, 3.5),
       UxHwDoubleProbabilityGT(UxHwDoubleUniformDist(0, 1), 1.01));`,
    'C0-S',
  );
  const lines = stderr.trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  // The true probabilities are 4·10⁻⁶ and 2.3·10⁻⁴.
  for (const [i, truth] of [3.9e-6, 2.33e-4].entries()) {
    const right = /^haze: the probability 0 of a value above \S+ should be about (\S+): C0-S reduces/.exec(
      lines[i]!,
    );
    expect(Number(right![1]) / truth).toBeCloseTo(1, 1);
  }
});

it('if shared inputs change the mean, the line about them gives the correct mean', async () => {
  expect((await run('v = z * z;', 'C0-S')).stderr).toContain('about 1.4 times that, its mean about 1;');
});

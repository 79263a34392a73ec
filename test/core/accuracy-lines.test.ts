// Lines on stderr about values whose deviation is uncertain: one line per value.
import { expect, it } from 'vitest';
import { openHaze } from '../programs/build-and-run.ts';

const haze = openHaze();

it('several queries about one value do not hide the line about the next value', async () => {
  const { stderr } = await haze.runSource(
    `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double z = UxHwDoubleGaussDist(0, 1), u = UxHwDoubleGaussDist(0, 0.8) + UxHwDoubleGaussDist(0, 0.6);
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
    /the 97.5 % quantile 11.\d+ is known only to ±[\d.]+ \(\d+ % of the standard deviation\)/,
  );
  expect(lines[1]).toMatch(/^haze: the first value on line 1, `a`, has a tail in which/);
  expect(lines[2]).toMatch(/^haze: the first value on line 2, `b`, has a tail in which/);
});

it('lost mass, tails without a deviation, and draws outside a domain are reported', async () => {
  const { stderr } = await haze.runSource(
    `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double z = UxHwDoubleGaussDist(0, 1), x = UxHwDoubleGaussDist(1, 0.5), y = UxHwDoubleGaussDist(2, 0.1);
  printf("%lf\\n", exp(pow(z, 2) * z));
  printf("%lf\\n", UxHwDoubleStudentsTDist(1.5));
  printf("%lf\\n", 7 + exp(3 * z));
  printf("%lf\\n", 5 + log(x));
  printf("%lf %lf %lf\\n", exp(y), 1 / y, log(y));
}`,
    { core: 'C0-Joint' },
  );
  const lines = stderr.trimEnd().split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(
    /deviation of the first value on line 1 is known only to ±\d+ %: it comes from rare draws/,
  );
  expect(lines[1]).toMatch(/the first value on line 2 has a tail .* x\^-1.\d: its standard deviation grows/);
  expect(lines[2]).toMatch(/the first value on line 3 .* x\^-1.\d: its standard deviation grows/);
  expect(lines[3]).toBe(
    "haze: 2.3 % of the draws of the first value on line 4 are NaN: they are outside a function's domain.",
  );
});

it('at most five lines are printed, with a note about the others', async () => {
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
  expect(lines[5]).toMatch(/only the first five notices of this kind are shown/);
});

it('values that look the same have separate lines with their names, and a value printed twice has one line', async () => {
  const { stderr } = await haze.runSource(
    `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double z = UxHwDoubleGaussDist(0, 1), u = UxHwDoubleGaussDist(0, 1);
  double drag = cosh(z + u) - z, lift = cosh(z + u) - z;
  printf("forces\\ndrag %lf, lift: %lf\\n%lf\\n", drag, lift, drag);
}`,
    { core: 'C0-S+' },
  );
  const lines = stderr.trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('the standard deviation of the first value on line 2, `drag`, is known');
  expect(lines[1]).toContain('the standard deviation of the second value on line 2, `lift`, is known');
});

const HEAD = '#include <math.h>\n#include <stdio.h>\n#include <uxhw.h>\n';
const run = (body: string, core: string) => haze.runSource(`${HEAD}int main(void) {\n${body}\n}`, { core });

// Deviations: √n for a sum of n independent N(0, 1), and √((1 + 1e-4/3)ⁿ − 1) for a product of n uniform factors.
it.each([
  [
    'a sum of Gaussians',
    'for (int i = 0; i < 1000; i++) y += UxHwDoubleGaussDist(0, 1);',
    'C0-S',
    Math.sqrt(1000),
  ],
  ['a sum of uniforms', 'for (int i = 0; i < 300; i++) y += UxHwDoubleUniformDist(0, 1);', 'C0-XS', 5],
  [
    'a difference',
    'for (int i = 0; i < 500; i++) y -= 2 * UxHwDoubleGaussDist(0, 1);',
    'C0-XS',
    2 * Math.sqrt(500),
  ],
  [
    'a product',
    'y = 1; for (int i = 0; i < 400; i++) y *= UxHwDoubleUniformDist(0.99, 1.01);',
    'C0-S',
    Math.sqrt((1 + 1e-4 / 3) ** 400 - 1),
  ],
  ['a mean', 'for (int i = 0; i < 900; i++) y += UxHwDoubleGaussDist(5, 3); y /= 900;', 'C0-S', 0.1],
  ['a float', 'float f = 0; for (int i = 0; i < 900; i++) f += UxHwFloatGaussDist(0, 1); y = f;', 'C0-S', 30],
  ['a cube', 'y = pow(UxHwDoubleGaussDist(0, 0.3), 3);', 'C0-S', Math.sqrt(15) * 0.027],
  [
    'an exponential',
    'y = exp(UxHwDoubleGaussDist(0, 1));',
    'C0-XS',
    Math.sqrt(Math.exp(1) * (Math.exp(1) - 1)),
  ],
])('%s that loses spread is reported with its loss', async (_, body, core, deviation) => {
  const print = 'printf("%f %P.9f\\n", y, sqrt(UxHwDoubleNthMoment(y, 2)));';
  const { stdout, stderr } = await run(`double y = 0; ${body} ${print}`, core);
  const loss = 100 * (1 - Number(/ (\S+)\n$/.exec(stdout)![1]) / deviation);
  expect(loss).toBeGreaterThan(3);
  expect(stderr).toMatch(/^haze: the standard deviation of the first value on line 1 is \S+ % too small: /);
  expect(Number(/is (\S+) % too small/.exec(stderr)![1])).toBeCloseTo(loss, loss < 10 ? 0 : -1);
});

it.each([
  ['a short sum', 'for (int i = 0; i < 20; i++) y += UxHwDoubleGaussDist(0, 1);', 'C0-S'],
  ['a linear function', 'y = 3 - 2 * UxHwDoubleGaussDist(0, 1);', 'C0-S'],
  ['a pole', 'y = 1 / tan(UxHwDoubleUniformDist(0.3, 2.7));', 'C0-M'],
  ['a quotient', 'y = UxHwDoubleGaussDist(10, 1) / UxHwDoubleUniformDist(2, 3);', 'C0-S'],
  [
    'a sum on a core that preserves moments',
    'for (int i = 0; i < 1000; i++) y += UxHwDoubleGaussDist(0, 1);',
    'C0-S+',
  ],
  [
    'rounding',
    'double x = UxHwDoubleGaussDist(1, .1), z = UxHwDoubleGaussDist(2, .1); y = x * z / z - x;',
    'C0-S+',
  ],
  [
    'rounding, scaled',
    'double x = UxHwDoubleGaussDist(1, .1), z = UxHwDoubleGaussDist(2, .1); y = -1e6 * (x * z / z - x);',
    'C0-S+',
  ],
  [
    'rounding of squares',
    'double x = UxHwDoubleGaussDist(1, .1), z = UxHwDoubleGaussDist(2, .1); y = (x+z)*(x+z) - x*x - 2*x*z - z*z;',
    'C0-Joint',
  ],
  [
    'rounding of floats',
    'float x = UxHwFloatGaussDist(1, .1), z = UxHwFloatGaussDist(2, .1); y = x * z / z - x;',
    'C0-S+',
  ],
])('%s is not reported', async (_, body, core) => {
  expect((await run(`double y = 0; ${body} printf("%f\\n", y);`, core)).stderr).toBe('');
});

it.each(['C0-M', 'C0-S+'])(
  'a value with a pole is reported as having no standard deviation on %s',
  async (core) => {
    const { stderr } = await run('printf("%f\\n", tan(UxHwDoubleUniformDist(0.3, 2.7)));', core);
    expect(stderr).toMatch(/has a tail in which P\(\|value\| > x\) falls as x\^-1\.0/);
  },
);

it.each(['C0-XS', 'C0-S', 'C0-M', 'C0-S+', 'C0-Joint'])(
  'limiting a value keeps its density between the limits on %s',
  async (core) => {
    const ask =
      'UxHwDoubleNthMoment(v, 1), sqrt(UxHwDoubleNthMoment(v, 2)), UxHwDoubleProbabilityGT(v, high), UxHwDoubleQuantile(v, .01), UxHwDoubleQuantile(v, .99)';
    const { stdout, stderr } = await run(
      `struct { double v, low, high; } all[] = {
      {UxHwDoubleGaussDist(0, 1), 1, 1.1}, {UxHwDoubleGaussDist(20, 5), 20, 21}, {UxHwDoubleUniformDist(0, 1), 0.5, 0.51},
      {UxHwDoubleUniformDist(0, 1e12), 0.25, 2}, {UxHwDoubleGaussDist(0, 1), 6, 40}, {UxHwDoubleExponentialDist(1), 2, 3},
      {2 + 3 * UxHwDoubleGaussDist(0, 1), 5, 5.3}, {exp(UxHwDoubleGaussDist(0, 1)), 1, 1.01}};
    for (int i = 0; i < 8; i++) {
      double low = all[i].low, high = all[i].high, v = UxHwDoubleLimitDistributionSupport(all[i].v, low, high);
      v = UxHwDoubleLimitDistributionSupport(v, low - 1, high + 1);
      printf("%P.6g %P.6g %P.6g %P.6g %P.6g %P.6g %P.6g\\n", low, high, ${ask});
    }`,
      core,
    );
    expect(stderr).toBe('');
    // Closed forms of truncated distributions (Johnson, Kotz and Balakrishnan 1994); the last value was integrated
    // numerically.
    const wanted = [
      [1.0491254, 0.0288548],
      [20.4983356, 0.2884798],
      [0.505, 0.0028868],
      [1.125, 0.5051815],
      [6.1584826, 0.1548794],
      [2.4180233, 0.2816494],
      [5.1473764, 0.0865643],
      [1.0049917, 0.0028867],
    ];
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ').map(Number));
    expect(rows).toHaveLength(wanted.length);
    rows.forEach(([low, high, mean, deviation, above, first, last], i) => {
      expect(mean! / wanted[i]![0]!, `mean ${i}`).toBeCloseTo(1, 3);
      expect(deviation! / wanted[i]![1]!, `deviation ${i}`).toBeCloseTo(1, 1);
      expect(above).toBe(0);
      expect(first).toBeGreaterThanOrEqual(low!);
      expect(last).toBeLessThanOrEqual(high!);
    });
  },
);

// |z − 2.5| < 0.01·√(2 ln 2): 0.0235 times the density 0.01753.
it('a core that does not track dependence reports the probability of a spike between its points', async () => {
  const { stderr } = await run(
    `double z = UxHwDoubleGaussDist(0, 1), v = exp(-pow((z - 2.5) / 0.01, 2) / 2);
     printf("%f\\n", UxHwDoubleProbabilityGT(v, 0.5)); printf("%f\\n", UxHwDoubleProbabilityGT(z * 2, 1));`,
    'C0-S',
  );
  expect(stderr).toMatch(/probability 0 of a value above 0.5 should be about 0.00041\d: C0-S reduces/);
  expect(stderr.match(/probability/g)).toHaveLength(1);
});

// The maximum of n Gumbel values is a Gumbel value shifted up by ln n scales: its deviation is 1.2825 scales, and its
// quantiles are −ln(−ln p).
it.each([
  [
    'fmax(y, 1.0 * UxHwDoubleGumbel1Dist(1013, 558))',
    200,
    /mean should be about 429\d, .* deviation about 71\S+, .* 2.5 % quantile about 32\d\d, .* about 602\d;/,
  ],
  [
    'fmax(UxHwDoubleGumbel1Dist(1013, 558), y)',
    50,
    /deviation about 71\S+, the 97.5 % quantile about 52[45]\d;/,
  ],
  // Shifted up by ln Σ e^(i/20) = 5.385 scales.
  [
    'fmax(UxHwDoubleGumbel1Dist(1013 + 27.9 * i, 558), y)',
    50,
    /deviation should be about 71\S+, .* 2.5 % quantile about 3[23]\d\d, .* about 60[678]\d;/,
  ],
])(
  'a core that does not track dependence reports the moments and quantiles that a maximum should have: %s',
  async (step, count, wanted) => {
    const { stderr } = await run(
      `double y = 0; for (int i = 0; i < ${count}; i++) y = ${step}; printf("%f\\n", y);`,
      'C0-S',
    );
    expect(stderr).toMatch(
      new RegExp(`^haze: the first value on line 1 is the largest or smallest of ${count} values`),
    );
    expect(stderr).toMatch(wanted);
  },
);

it.each(['fmax(x, y)', 'fmax(x, 2)', 'fmin(x, x)'])(
  'an accurate result of %s is not reported',
  async (expression) => {
    const body = 'double x = UxHwDoubleGaussDist(2, 1), y = UxHwDoubleGaussDist(3, 1);';
    expect((await run(`${body} printf("%f\\n", ${expression});`, 'C0-S')).stderr).not.toContain('greatest');
  },
);

it('a core that does not track dependence corrects probabilities of sums of outcomes, and reports the tails of sums', async () => {
  const { stderr } = await run(
    `double w[] = {1, 2, 3, 4, 5, 6}, a = UxHwDoubleDistFromSamples(w, 6), b = UxHwDoubleDistFromSamples(w, 6);
     double c = UxHwDoubleDistFromSamples(w, 6), d = UxHwDoubleDistFromSamples(w, 6);
     printf("%P.3f\\n", UxHwDoubleProbabilityGT(a + b + c + d, 20));
     printf("%f\\n", UxHwDoubleStudentsTDist(1.5) + a);`,
    'C0-S',
  );
  // 35 of 1 296 sums of four dice exceed 20.
  expect(stderr).toMatch(
    /probability \S+ of a value above 20 should be about 0.027: C0-S reduces each result/,
  );
  expect(stderr).toMatch(/first value on line 2 has a tail in which P\(\|value\| > x\) falls as x\^-1.5/);
});

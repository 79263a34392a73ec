import { expect, test } from 'vitest';
import { maybeExplainName } from './uxhw-names.ts';

test('for a misspelt name, the closest function is suggested with its signature', () => {
  expect(maybeExplainName('UxHwDoubleGausDist')).toBe(
    'There is no function "UxHwDoubleGausDist" in <uxhw.h>; the closest match is double UxHwDoubleGaussDist(double mean, double stddev).',
  );
  expect(maybeExplainName('UxHwFloatUniform')).toContain('float UxHwFloatUniformDist(float min, float max)');
  expect(maybeExplainName('libUncertainDoubleQuantil')).toContain(
    'double UxHwDoubleQuantile(double v, double p)',
  );
});

test('a known name needs its header, and a name without UxHw gets no advice', () => {
  expect(maybeExplainName('UxHwDoubleGaussDist')).toBe(
    '"UxHwDoubleGaussDist" is declared in <uxhw.h>: add #include <uxhw.h>.',
  );
  expect(maybeExplainName('prinft')).toBeUndefined();
  expect(maybeExplainName('UxHwDoubleMakeCoffee')).toBe(
    'There is no function "UxHwDoubleMakeCoffee" in <uxhw.h>, and none with a similar name.',
  );
});

test.each([
  ['ParetoDist', 'BoundedparetoDist'],
  ['NormalDist', 'GaussDist'],
  ['GaussianDist', 'GaussDist'],
  ['ExpDist', 'ExponentialDist'],
  ['LognormDist', 'LognormalDist'],
  ['Moment', 'NthMoment'],
])('distinctive parts of a name matter more: %s is close to %s', (written, meant) => {
  expect(maybeExplainName(`UxHwDouble${written}`)).toContain(
    `the closest match is double UxHwDouble${meant}(`,
  );
});

test.each(['PoissonDist', 'BinomialDist', 'TriangularDist', 'CauchyDist', 'Dist'])(
  'a distribution that is missing from the header has no close match: %s',
  (written) => {
    expect(maybeExplainName(`UxHwDouble${written}`)).toMatch(/and none with a similar name\.$/);
  },
);

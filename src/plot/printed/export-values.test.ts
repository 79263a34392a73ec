import { expect, test } from 'vitest';
import { distributionOfSamples } from '../distributions/sample-distribution.ts';
import { listAsCsv, listAsJson, writeCsv, writeJson } from './export-values.ts';

const values = [
  {
    label: 'lift, "total"',
    unit: 'N',
    distribution: distributionOfSamples(Float64Array.of(1, 1, 2, Infinity)),
  },
];

test('comma-separated values have one line per bin, with quotes where necessary', () => {
  expect(writeCsv(values).split('\r\n')).toEqual([
    'value,unit,low,high,probability,density',
    '"lift, ""total""",N,1,1,0.5,',
    '"lift, ""total""",N,2,2,0.25,',
    '"lift, ""total""",N,Infinity,Infinity,0.25,',
    '',
  ]);
});

test('a label that a spreadsheet would interpret as a formula is exported as text', () => {
  expect(writeCsv([{ ...values[0]!, label: '=1+1' }])).toContain('"\'=1+1",N,1');
});

test('JSON represents infinite values as text', () => {
  const [told] = JSON.parse(writeJson(values));
  expect(told).toMatchObject({
    label: 'lift, "total"',
    unit: 'N',
    mean: 'Infinity',
    probabilityOfInfinity: 0.25,
  });
  expect(told.quantiles).toContainEqual({ p: 0.5, x: 1 });
});

test('a list of values has one line per value: particle, mean, standard deviation, median and 95 % interval', () => {
  // Samples 1 … 1000: the mean is 500.5, and the variance is the discrete uniform distribution's, (n² - 1)/12.
  const samples = Float64Array.from({ length: 1000 }, (_, i) => i + 1);
  const uniform = {
    label: 'u',
    unit: 'm',
    particle: 7,
    ux: undefined,
    distribution: distributionOfSamples(samples),
  };
  const plain = {
    ...uniform,
    label: '@x',
    unit: '',
    particle: undefined,
    distribution: distributionOfSamples(Float64Array.of(3)),
  };
  const [head, first = '', second, end] = listAsCsv([uniform, plain]).split('\r\n');
  expect(head).toBe('value,unit,particle,mean,standard deviation,q2.5,q50,q97.5');
  const [label, unit, ...numbers] = first.split(',');
  expect([label, unit, numbers[0]]).toEqual(['u', 'm', '7']);
  const [mean, deviation, low, median, high] = numbers.slice(1).map(Number);
  expect(mean).toBeCloseTo(500.5, 10);
  expect(Math.abs(deviation! - Math.sqrt((1000 ** 2 - 1) / 12))).toBeLessThan(0.2);
  for (const [found, wanted] of [
    [low, 25.5],
    [median, 500.5],
    [high, 975.5],
  ] as const) {
    expect(Math.abs(found! - wanted)).toBeLessThanOrEqual(1);
  }
  expect(second).toBe('"\'@x",,,3,0,3,3,3');
  expect(end).toBe('');
});

test('a list exported as JSON contains its origin and the Ux text', () => {
  const told = JSON.parse(
    listAsJson([{ ...values[0]!, particle: Number.NaN, ux: '1.5Ux00' }], { core: 'C0-S' }),
  );
  expect(told.core).toBe('C0-S');
  expect(told.values).toHaveLength(1);
  expect(told.values[0]).toMatchObject({ label: 'lift, "total"', unit: 'N', particle: 'NaN', ux: '1.5Ux00' });
  expect(told.values[0].quantiles.map(({ p }: { p: number }) => p)).toEqual([0.025, 0.5, 0.975]);
});

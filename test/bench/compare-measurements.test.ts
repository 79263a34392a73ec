// Measurements that `npm run bench -- --compare` reports as worse.
import { expect, test } from 'vitest';
import { describeChange, findWorse } from '../../scripts/compare-measurements.ts';
import type { Measurement } from '../../scripts/measurement.ts';

const one = (value: number, unit: string, noise?: number): Measurement[] => [
  { name: 'x', value, unit, ...(noise === undefined ? {} : { noise }) },
];

test('a time may grow by a third, and an error by a tenth or by the measurement noise', () => {
  expect(findWorse(one(10, 'ms'), one(13, 'ms'))).toEqual([]);
  expect(findWorse(one(10, 'ms'), one(14, 'ms'))).toHaveLength(1);
  expect(findWorse(one(1, '%'), one(1.05, '%'))).toEqual([]);
  expect(findWorse(one(1, '%'), one(1.2, '%'))).toHaveLength(1);
  expect(findWorse(one(0.001, '%', 0.05), one(0.04, '%', 0.05))).toEqual([]);
  expect(findWorse(one(0.001, '%', 0.05), one(0.06, '%', 0.05))).toHaveLength(1);
});

test('a lower rate counts as worse, and NaN always does', () => {
  expect(findWorse(one(20, '× less time'), one(10, '× less time'))).toHaveLength(1);
  expect(findWorse(one(20, '× less time'), one(40, '× less time'))).toEqual([]);
  expect(findWorse(one(20, '%'), one(Number.NaN, '%'))).toHaveLength(1);
});

test('new names are not compared, and each change is described on one line', () => {
  expect(findWorse([], one(1, 'ms'))).toEqual([]);
  expect(describeChange(findWorse(one(10, 'ms'), one(20, 'ms'))[0]!)).toBe('x: 10.00 before, 20.00 now (ms)');
});

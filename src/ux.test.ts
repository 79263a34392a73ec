import { expect, test } from 'vitest';
import { densityAt, distributionOfUx, findUx, formatUx, parseUx, uxFromBytes, uxToBytes } from './ux.ts';

const value = {
  particle: 2,
  type: 4,
  count: 1,
  mean: 2,
  positions: Float64Array.from({ length: 16 }, (_, i) => 1 + (i + 0.5) / 8),
  masses: new Float64Array(16).fill(1 / 16),
};

test('a written value can be read, both as text and as bytes', () => {
  const text = formatUx(value);
  expect(parseUx(`2${text}`)).toMatchObject({ particle: 2, mean: 2, positions: value.positions });
  expect(uxFromBytes(uxToBytes(value, false))).toMatchObject({ particle: 2, masses: value.masses });
  expect(findUx(`first 2.0${text}, second 3${text}\n`).map(({ decimal }) => decimal)).toEqual(['2.0', '3']);
});

test('the density of a uniform distribution is constant inside, and 0 outside', () => {
  const distribution = distributionOfUx(value);
  expect(distribution.quantile(0.5)).toBeCloseTo(2, 12);
  for (const x of [1, 1.2, 1.5, 2, 2.3, 3]) expect(densityAt(distribution, x)).toBeCloseTo(0.5, 12);
  expect(densityAt(distribution, 0.99)).toBe(0);
  expect(densityAt(distribution, 3.01)).toBe(0);
  expect(densityAt(distribution, Number.NaN)).toBe(0);
});

test('a point has infinite density at its position', () => {
  const point = distributionOfUx({ ...value, positions: Float64Array.of(7), masses: Float64Array.of(1) });
  expect(densityAt(point, 7)).toBe(Infinity);
  expect(densityAt(point, 6)).toBe(0);
});

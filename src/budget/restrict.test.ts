import { expect, test } from 'vitest';
import { countLanesIn, maybeCentralRange, restrictLanes, summariseLanes } from './restrict.ts';

const LANES = 4000;
/** A uniform variable, given by its quantiles, and functions of it. */
const u = Float64Array.from({ length: LANES }, (_, i) => (i + 0.5) / LANES);
const double = u.map((x) => 2 * x);

test('a uniform variable known to lie in its upper half has mean 3/4 and a quarter of the variance', () => {
  const isKept = restrictLanes([u, double], new Map([[1, [1, 2]]]));
  const { count, mean, standardDeviation } = summariseLanes(u, isKept);
  expect(count).toBe(LANES / 2);
  expect(mean).toBeCloseTo(0.75, 6);
  expect(standardDeviation).toBeCloseTo(Math.sqrt(1 / 12) / 2, 6);
});

test('ranges of several values apply together, and an empty set of ranges restricts nothing', () => {
  const both = new Map<number, readonly [number, number]>([
    [0, [0.25, 1]],
    [1, [0, 1]],
  ]);
  expect(summariseLanes(u, restrictLanes([u, double], both)).mean).toBeCloseTo(0.375, 6);
  expect(summariseLanes(u, restrictLanes([u, double], new Map())).count).toBe(LANES);
});

test('draws that are not finite are in no range and are excluded from the mean', () => {
  const lanes = Float64Array.of(1, Number.NaN, 3, Infinity);
  expect([...restrictLanes([lanes], new Map([[0, [0, 9]]]))]).toEqual([1, 0, 1, 0]);
  expect(summariseLanes(lanes)).toEqual({ count: 2, mean: 2, standardDeviation: 1 });
});

test('the counts over equal parts of a range include every draw exactly once, even at the upper end', () => {
  expect([...countLanesIn(Float64Array.of(0, 0.5, 1, 2), [0, 1], 2)]).toEqual([1, 2]);
  expect(maybeCentralRange(u)).toEqual([20.5 / LANES, 3980.5 / LANES]);
  expect(maybeCentralRange(Float64Array.of(1, 1))).toBeUndefined();
});

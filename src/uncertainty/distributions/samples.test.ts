import { expect, it } from 'vitest';
import { limitPoints, mergeSamples, mixPoints } from './samples.ts';

const NAN = Number.NaN;

it('equal samples are merged, including NaN, which comes last', () => {
  const { positions, masses } = mergeSamples(Float64Array.of(2, NAN, 1, 2, NAN, -Infinity), undefined);
  expect([...positions]).toEqual([-Infinity, 1, 2, NAN]);
  expect([...masses]).toEqual([1, 1, 2, 2]);
});

it('merging adds the weights of equal samples and drops samples of weight zero', () => {
  const samples = Float64Array.of(2, 1, NAN, 2);
  const { positions, masses } = mergeSamples(samples, Float64Array.of(0.5, 0, 1, 0.25));
  expect([...positions]).toEqual([2, NAN]);
  expect([...masses]).toEqual([0.75, 1]);
});

it.each([-1, NAN, Infinity])('merging rejects a weight of %d', (weight) => {
  expect(mergeSamples(Float64Array.of(1, 2), Float64Array.of(1, weight)).positions).toHaveLength(0);
});

it('weights whose sum would overflow count in proportion', () => {
  const { masses } = mergeSamples(Float64Array.of(1, 2, 3), Float64Array.of(1.5e308, 1.5e308, 0.75e308));
  expect([masses[1]! / masses[0]!, masses[2]! / masses[0]!]).toEqual([1, 0.5]);
  expect(masses.reduce((sum, mass) => sum + mass)).toBeLessThan(Infinity);
});

it('mixing scales the masses by the weights', () => {
  const [one, two] = [
    mergeSamples(Float64Array.of(1), undefined),
    mergeSamples(Float64Array.of(2), undefined),
  ];
  const mixed = mixPoints(one, two, 0.25);
  expect([...mixed.positions]).toEqual([1, 2]);
  expect([...mixed.masses]).toEqual([0.25, 0.75]);
  expect(mixPoints(one, two, 1.5).positions).toHaveLength(0);
});

it('limits keep only the samples between them, and never NaN', () => {
  const points = mergeSamples(Float64Array.of(1, 2, 3, NAN), undefined);
  expect([...limitPoints(points, 2, 3).positions]).toEqual([2, 3]);
  expect([...limitPoints(points, -Infinity, Infinity).positions]).toEqual([1, 2, 3]);
});

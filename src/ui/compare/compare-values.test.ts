import { expect, test } from 'vitest';
import { maybeCompareValue } from './compare-values.ts';

const HALVES = {
  label: 'x',
  unit: 'm',
  value: {
    particle: 1,
    type: 4,
    count: 1,
    mean: 1,
    positions: Float64Array.of(0, 2),
    masses: Float64Array.of(0.5, 0.5),
  },
};

test('a value is shown next to its samples, each with its own name', () => {
  const compared = maybeCompareValue(HALVES, Float64Array.of(3, 5, 3, 5), 'C0-S');
  expect(compared).toMatchObject({ label: 'x', unit: 'm', mean: 1, referenceMean: 4, referenceDeviation: 1 });
  // All mass is shifted right by three, so the distance of order 1 is about 3, while the means differ by exactly 3.
  expect(compared!.distance).toBeCloseTo(3, 6);
  expect(compared!.pair.map(({ label }) => label)).toEqual(['x, C0-S', 'x, Reference']);
});

test('a number without a distribution is marked as plain, without a distance', () => {
  const plain = {
    ...HALVES.value,
    count: 1,
    positions: Float64Array.of(0.25),
    masses: Float64Array.of(1),
    mean: 0.25,
  };
  const samples = Float64Array.of(0, 0, 1, 0);
  const compared = maybeCompareValue({ label: 'P', value: plain }, samples, 'C0-S+');
  expect(compared).toMatchObject({ isPlain: true, isAnswer: false, mean: 0.25, referenceMean: 0.25 });
  expect(maybeCompareValue(HALVES, samples, 'C0-S+')).toMatchObject({ isPlain: false });
  // Each run asks for a quantile of its own single draw.
  const drawn = maybeCompareValue({ label: 'median', value: plain }, Float64Array.of(0.2, 0.3), 'C0-S+');
  expect(drawn).toMatchObject({ isPlain: true, isAnswer: true });
});

test('values without distributions or samples are not compared', () => {
  expect(maybeCompareValue({ label: 'x' }, Float64Array.of(1), 'C0-S')).toBeUndefined();
  expect(maybeCompareValue(HALVES, new Float64Array(0), 'C0-S')).toBeUndefined();
});

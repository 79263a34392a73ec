import { expect, test } from 'vitest';
import { createRandom } from '../../uncertainty/core/random.ts';
import { equivalentRuns } from './equivalent-runs.ts';
import { distributionOfSamples } from './sample-distribution.ts';
import { wassersteinDistance } from './wasserstein.ts';

const TRUTH_RUNS = 8000;
const truth = distributionOfSamples(
  Float64Array.from({ length: TRUTH_RUNS }, (_, i) => (i + 0.5) / TRUTH_RUNS),
);

test('the equivalent number of random runs is, on average, as far from the true distribution as the given one', () => {
  const { nextUint32 } = createRandom(7n);
  const random = () => (nextUint32() + 0.5) / 2 ** 32;
  for (const count of [40, 300]) {
    let sum = 0;
    for (let i = 0; i < 100; i++) {
      const runs = distributionOfSamples(Float64Array.from({ length: count }, random));
      sum += wassersteinDistance(runs, truth);
    }
    const worth = equivalentRuns(truth, sum / 100, TRUTH_RUNS)!;
    expect(worth.isMore).toBe(false);
    expect(Math.abs(worth.count / count - 1)).toBeLessThan(0.2);
  }
});

test('64 evenly spaced points of a uniform distribution: W1 = 1/256, and ∫√(F(1 − F)) = π/8', () => {
  const points = distributionOfSamples(Float64Array.from({ length: 64 }, (_, i) => (i + 0.5) / 64));
  const distance = wassersteinDistance(points, truth);
  expect(distance).toBeCloseTo(1 / 256, 5);
  const exact = (2 / Math.PI) * (Math.PI / 8) ** 2 * 256 ** 2;
  expect(equivalentRuns(truth, 1 / 256, 200 * exact)!.count / exact).toBeCloseTo(1, 3);
});

test('if the true distribution comes from too few runs, there is only a lower bound, and without a distance there is no count', () => {
  expect(equivalentRuns(truth, 1e-9, TRUTH_RUNS)).toEqual({ count: 400, isMore: true });
  expect(equivalentRuns(truth, 0, TRUTH_RUNS)).toEqual({ count: 400, isMore: true });
  expect(equivalentRuns(truth, 100, TRUTH_RUNS)).toEqual({ count: 1, isMore: false });
  expect(equivalentRuns(truth, Number.NaN, TRUTH_RUNS)).toBeUndefined();
  expect(equivalentRuns(distributionOfSamples(Float64Array.of(1, 1)), 1, TRUTH_RUNS)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { createRandom } from '../../uncertainty/core/random.ts';
import { formatUx, parseUx, type UxValue } from '../../uncertainty/core/ux-text.ts';
import { createSampler } from '../drawing/samples.ts';
import { describeDistribution } from './describe-distribution.ts';
import type { Distribution } from './distribution.ts';
import { distributionOfSamples } from './sample-distribution.ts';
import { distributionOfUx } from './ux-distribution.ts';
import { wassersteinDistance } from './wasserstein.ts';

/** The second example in the format's definition: 21.25 and 21.75, with half the mass each. */
const TWO_DELTAS =
  '21.5Ux040000000000000002403580000000000000000002403540000000000040000000000000004035C000000000004000000000000000';

function makeUx(positions: readonly number[], masses: readonly number[]): UxValue {
  const value = {
    particle: undefined,
    type: 4,
    count: 1,
    mean: positions.reduce((sum, x, i) => sum + x * masses[i]!, 0),
    positions: Float64Array.from(positions),
    masses: Float64Array.from(masses),
  };
  return parseUx(formatUx(value));
}

function ofPoints(positions: readonly number[], masses = positions.map(() => 1 / positions.length)) {
  return distributionOfUx(makeUx(positions, masses));
}

function centroidOf(cells: Distribution['cells']): number {
  return cells.reduce((sum, { low, high, mass }) => sum + (mass * (low + high)) / 2, 0);
}

/** Positions of sixteen deltas, the minimum for a continuous value. */
const SIXTEEN = [0.1, 0.3, 0.8, 1.1, 2, 4.5, 4.6, 9, 10, 10.5, 11.1, 11.2, 12, 12.9, 14, 15];

test('a few deltas are treated as outcomes with probabilities', () => {
  const distribution = distributionOfUx(parseUx(TWO_DELTAS));
  expect(distribution.bins).toMatchObject([
    { low: 21.25, high: 21.25, mass: 0.5 },
    { low: 21.75, high: 21.75, mass: 0.5 },
  ]);
  expect(distribution.mean).toBe(21.5);
  expect(distribution.deviation).toBe(0.25);
  expect([0.025, 0.5, 0.51, 0.975].map((p) => distribution.quantile(p))).toEqual([
    21.25, 21.25, 21.75, 21.75,
  ]);
  expect(distribution.probabilityBelow(21.75)).toBe(0.5);
  expect(distribution.probabilityAtMost(21.75)).toBe(1);
});

test('bins of evenly spaced deltas extend half-way to the adjacent deltas', () => {
  const { bins } = ofPoints(
    SIXTEEN.map((_, i) => i),
    SIXTEEN.map((_, i) => (i + 1) / 136),
  );
  expect(bins.map(({ low, high }) => [low, high])).toEqual(SIXTEEN.map((_, i) => [i - 0.5, i + 0.5]));
});

test('every delta is the centroid of its bin, evenly spaced or not', () => {
  const distribution = ofPoints(SIXTEEN);
  for (const [i, { low, high, mass }] of distribution.bins.entries()) {
    const parts = distribution.cells.filter((cell) => cell.low >= low && cell.high <= high);
    expect(centroidOf(parts) / mass).toBeCloseTo(SIXTEEN[i]!, 12);
  }
  expect(centroidOf(distribution.cells)).toBeCloseTo(distribution.mean, 12);
});

test('quantile and probability are inverses of each other', () => {
  const distribution = ofPoints(SIXTEEN);
  for (let p = 0.01; p < 1; p += 0.07) {
    expect(distribution.probabilityBelow(distribution.quantile(p))).toBeCloseTo(p, 12);
  }
  expect(distribution.quantile(-0.1)).toBeNaN();
  expect(distribution.quantile(1.1)).toBeNaN();
});

test('moments are computed from the deltas', () => {
  // Points 0 and 1 with masses 1 - p and p: mean p, variance p(1-p), skewness (1-2p)/σ, kurtosis 1/σ² - 6.
  const p = 0.2;
  const { mean, deviation, skewness, kurtosis } = ofPoints([0, 1], [1 - p, p]);
  const variance = p * (1 - p);
  expect(mean).toBeCloseTo(p, 15);
  expect(deviation).toBeCloseTo(Math.sqrt(variance), 15);
  expect(skewness).toBeCloseTo((1 - 2 * p) / Math.sqrt(variance), 12);
  expect(kurtosis).toBeCloseTo(1 / variance - 6, 12);
});

test('numbers near the limits of the double range neither overflow nor vanish', () => {
  expect(ofPoints([-1.5e308, 1.5e308]).deviation).toBe(1.5e308);
  expect(ofPoints([-1e-300, 1e-300]).deviation).toBeCloseTo(1e-300, 310);
  const huge = ofPoints(SIXTEEN.map((_, i) => (i + 1) * 1e307));
  expect(huge.quantile(0.5)).toBeCloseTo(8.5e307, -297);
});

test('a single delta is a plain number with all its probability in one place', () => {
  const distribution = ofPoints([2.5]);
  expect(distribution).toMatchObject({ isPlain: true, mean: 2.5, deviation: 0 });
  expect(distribution.probabilityBelow(2.5)).toBe(0);
  expect(distribution.probabilityAtMost(2.5)).toBe(1);
  expect(distribution.quantile(0.3)).toBe(2.5);
});

test('NaN and infinities have separate probabilities', () => {
  const infinite = ofPoints([1, 3, Infinity, -Infinity], [0.25, 0.25, 0.3, 0.2]);
  expect(infinite).toMatchObject({ positiveInfinity: 0.3, negativeInfinity: 0.2, nan: 0, isPlain: false });
  expect([0.1, 0.44, 0.9].map((p) => infinite.quantile(p))).toEqual([-Infinity, 1, Infinity]);
  expect(infinite.probabilityBelow(2)).toBeCloseTo(0.45, 15);
  expect(infinite.deviation).toBeNaN();
  const broken = ofPoints([1, Number.NaN], [0.5, 0.5]);
  expect(broken.nan).toBe(0.5);
  expect(broken.quantile(0.5)).toBeNaN();
});

test('moments, quantiles and probabilities of samples are computed from the samples', () => {
  const distribution = distributionOfSamples(Float64Array.of(3, 1, 2, 2, Number.NaN, Infinity, -Infinity, 4));
  expect(distribution).toMatchObject({
    count: 8,
    nan: 1 / 8,
    positiveInfinity: 1 / 8,
    negativeInfinity: 1 / 8,
  });
  expect(distribution.probabilityBelow(2)).toBe(2 / 8);
  expect(distribution.probabilityAtMost(2)).toBe(4 / 8);
  const whole = distributionOfSamples(Float64Array.of(3, 1, 2, 2));
  expect(whole.mean).toBe(2);
  expect(whole.deviation).toBeCloseTo(Math.sqrt(0.5), 15);
  expect([0, 0.5, 1].map((p) => whole.quantile(p))).toEqual([1, 2, 3]);
});

test('the histogram of many samples contains all of their probability', () => {
  const samples = Float64Array.from({ length: 5000 }, (_, i) => Math.sqrt(i / 5000));
  const { bins } = distributionOfSamples(samples);
  expect(bins.length).toBeGreaterThan(20);
  expect(bins.reduce((sum, { mass }) => sum + mass, 0)).toBeCloseTo(1, 12);
});

test('a distribution shifted by c has distance c; for different widths, the quantiles determine the distance', () => {
  expect(wassersteinDistance(ofPoints([1, 2, 3]), ofPoints([6, 7, 8]))).toBeCloseTo(5, 12);
  // Outcomes 0.5 and 1.5 against 1 and 3: the mean of 0.5 and 1.5 is 1.
  expect(wassersteinDistance(ofPoints([0.5, 1.5]), ofPoints([1, 3]))).toBeCloseTo(1, 12);
  // One point, at a distance of a quarter from each outcome.
  expect(wassersteinDistance(ofPoints([0.5]), ofPoints([0.25, 0.75]))).toBeCloseTo(0.25, 12);
  const samples = distributionOfSamples(Float64Array.of(0, 1));
  expect(wassersteinDistance(samples, ofPoints([0.5]))).toBeCloseTo(0.5, 12);
  expect(wassersteinDistance(ofPoints([1, Infinity], [0.5, 0.5]), ofPoints([1]))).toBeNaN();
});

test.each([
  ['an even density', SIXTEEN.map((_, i) => (i + 0.5) / 16), Array(16).fill(1 / 16)],
  ['uneven bins', SIXTEEN, Array(16).fill(1 / 16)],
  ['outcomes', [1, 2, 5], [0.25, 0.25, 0.5]],
  ['one delta', [2.5], [1]],
  ['infinities and NaN', [1, 3, Infinity, -Infinity, Number.NaN], [0.3, 0.2, 0.25, 0.15, 0.1]],
])('100 000 draws match the probabilities of the distribution: %s', (_, positions, masses) => {
  const distribution = ofPoints(positions, masses);
  const draw = createSampler(distribution);
  const random = createRandom(7n);
  const draws = Float64Array.from({ length: 100_000 }, () => draw((random.nextUint32() + 0.5) / 2 ** 32));
  const drawn = distributionOfSamples(draws);
  const within = (found: number, p: number) =>
    expect(Math.abs(found - p)).toBeLessThanOrEqual(5 * Math.sqrt((p * (1 - p)) / draws.length));
  within(drawn.nan, distribution.nan);
  within(drawn.positiveInfinity, distribution.positiveInfinity);
  within(drawn.negativeInfinity, distribution.negativeInfinity);
  for (const knot of distribution.knots) {
    within(drawn.probabilityBelow(knot), distribution.probabilityBelow(knot));
    within(drawn.probabilityAtMost(knot), distribution.probabilityAtMost(knot));
  }
});

test('zeros of both signs count as one number, and a spread below the smallest number is printed as 0', () => {
  const zeros = distributionOfSamples(Float64Array.of(0, -0, 0));
  expect(zeros.isPlain).toBe(true);
  expect(describeDistribution(zeros)).toBe('0, a single number without uncertainty.');
  const tiny = distributionOfSamples(Float64Array.of(0, Number.MIN_VALUE));
  expect(describeDistribution(tiny)).toContain('mean 0, standard deviation 0;');
});

import { expect, test } from 'vitest';
import { formatUx, parseUx } from '../../uncertainty/core/ux-text.ts';
import { countHills } from './quantile-curve.ts';
import { distributionOfSamples } from './sample-distribution.ts';
import { isAtom, smoothDensity } from './smooth-density.ts';
import { distributionOfUx } from './ux-distribution.ts';

function ofPoints(positions: readonly number[], masses: readonly number[]) {
  const mean = positions.reduce((sum, x, i) => sum + x * masses[i]!, 0);
  const value = { particle: undefined, type: 4, count: 1, mean };
  return distributionOfUx(
    parseUx(
      formatUx({ ...value, positions: Float64Array.from(positions), masses: Float64Array.from(masses) }),
    ),
  );
}

/** Area under a curve, its mean and its standard deviation, by the trapezoidal rule. */
function momentsOf({ xs, densities }: NonNullable<ReturnType<typeof smoothDensity>>) {
  const integrate = (power: (x: number) => number) => {
    let sum = 0;
    for (let i = 1; i < xs.length; i++) {
      const [a, b] = [xs[i - 1]!, xs[i]!];
      sum += ((b - a) * (power(a) * densities[i - 1]! + power(b) * densities[i]!)) / 2;
    }
    return sum;
  };
  const area = integrate(() => 1);
  const mean = integrate((x) => x) / area;
  return { area, mean, deviation: Math.sqrt(integrate((x) => (x - mean) ** 2) / area) };
}

/** Quantiles of an exponential distribution at the midpoints of 64 equal probabilities: -ln(1 - p). */
const EXPONENTIAL = Array.from({ length: 64 }, (_, i) => -Math.log(1 - (i + 0.5) / 64));
const EVEN = Array(64).fill(1 / 64);

test.each([
  ['an even distribution', Array.from({ length: 64 }, (_, i) => 1 + (2 * (i + 0.5)) / 64)],
  ['an exponential distribution', EXPONENTIAL],
  ['two peaks far apart', EXPONENTIAL.map((x, i) => (i % 2 === 0 ? x : x + 40)).sort((a, b) => a - b)],
  ['numbers around a billion', EXPONENTIAL.map((x) => 1e9 + x)],
])('the curve of %s has the same probability, mean and standard deviation', (_, positions) => {
  const distribution = ofPoints(positions, EVEN);
  const { mean, deviation } = distribution;
  const curve = smoothDensity(distribution, [mean - 9 * deviation, mean + 9 * deviation])!;
  const found = momentsOf(curve);
  expect(found.area).toBeCloseTo(1, 2);
  expect(Math.abs(found.mean - mean)).toBeLessThan(0.003 * deviation);
  expect(Math.abs(found.deviation / deviation - 1)).toBeLessThan(0.01);
});

test('bins of uneven width produce a single peak', () => {
  // Quantiles of a normal distribution with alternating wide and narrow bins.
  const samples = Array.from({ length: 64 }, (_, i) => {
    const p = (i + 0.5 + (i % 2 === 0 ? 0.2 : -0.2)) / 64;
    return Math.log(p / (1 - p));
  });
  const { densities } = smoothDensity(ofPoints(samples, EVEN), [-4, 4])!;
  let turns = 0;
  for (let i = 2; i < densities.length; i++) {
    const [a, b, c] = [densities[i - 2]!, densities[i - 1]!, densities[i]!];
    if (b > a * 1.002 && b > c * 1.002) turns += 1;
  }
  expect(turns).toBeLessThanOrEqual(1);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('a density made from cells has a single peak (shift %d)', (shift) => {
  // Lattice points as normal values (Box and Muller, 1958): 128 cells of 32 points, as on C0-Joint.
  const draws = Float64Array.from({ length: 4096 }, (_, i) => {
    const [u, v] = [(i + 0.5) / 4096, (i * 0.6180339887498949 + shift * 0.123) % 1];
    return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v);
  }).sort();
  const means = Array.from({ length: 128 }, (_, i) => {
    const cell = draws.subarray(32 * i, 32 * i + 32);
    return cell.reduce((sum, x) => sum + x, 0) / 32;
  });
  const { xs, densities } = smoothDensity(ofPoints(means, Array(128).fill(1 / 128)), [-4, 4])!;
  const seen = 0.004 * Math.max(...densities);
  expect(countHills(densities, (high, low) => high > low + seen)).toBe(1);
  const errors = xs.map((x, i) => Math.abs(densities[i]! - Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)));
  expect(Math.max(...errors)).toBeLessThan(0.02);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'noise in a sampled quotient causes neither peaks nor bends (shift %d)',
  (shift) => {
    // The power u²/r of a voltage and a resistor, on lattice points split at means into 128 cells, as on C0-Joint.
    const share = (i: number, step: number) => (i * step + shift * 0.123) % 1;
    const draws = Float64Array.from({ length: 4096 }, (_, i) => {
      const [u, v, w] = [(i + 0.5) / 4096, share(i, 0.7548776662466927), share(i, 0.5698402909980532)];
      const voltage = 5 + 0.05 * Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v);
      return voltage ** 2 / (100 * (0.95 + 0.1 * w));
    }).sort();
    const meanOf = (cell: Float64Array) => cell.reduce((sum, x) => sum + x, 0) / cell.length;
    let cells = [draws];
    for (let level = 0; level < 7; level++)
      cells = cells.flatMap((cell) => {
        const at = cell.findIndex((x) => x > meanOf(cell));
        return at > 0 ? [cell.subarray(0, at), cell.subarray(at)] : [cell];
      });
    const masses = cells.map((cell) => cell.length / draws.length);
    const { xs, densities } = smoothDensity(ofPoints(cells.map(meanOf), masses), [0.2, 0.3])!;
    const peak = Math.max(...densities);
    expect(countHills(densities, (high, low) => high > low + 0.004 * peak)).toBe(1);
    const slopes = Array.from(xs.subarray(1), (x, i) => (densities[i + 1]! - densities[i]!) / (x - xs[i]!));
    // The slope rises to its maximum, falls to its minimum, and rises to 0. The power's deviation is 0.009 W.
    expect(countHills(slopes, (high, low) => high > low + (0.1 * peak) / 0.009)).toBe(2);
  },
);

test('an atom with high probability stays an atom, and the rest keeps its probability', () => {
  const positions = [0, ...EXPONENTIAL.map((x) => x + 0.05)];
  const distribution = ofPoints(positions, [0.5, ...EVEN.map((mass) => mass / 2)]);
  expect(isAtom(distribution, 0)).toBe(true);
  expect(isAtom(distribution, 5)).toBe(false);
  expect(momentsOf(smoothDensity(distribution, [-10, 30])!).area).toBeCloseTo(0.5, 2);
});

test('samples have a curve, but a few outcomes and plain numbers have none', () => {
  expect(smoothDensity(ofPoints([0, 1], [0.5, 0.5]), [-1, 2])).toBeUndefined();
  expect(smoothDensity(ofPoints([2], [1]), [1, 3])).toBeUndefined();
  const samples = Float64Array.from({ length: 5000 }, (_, i) => Math.sqrt(i / 5000));
  const found = momentsOf(smoothDensity(distributionOfSamples(samples), [-1, 2])!);
  // A triangle: mean 2/3, variance 1/18.
  expect(found.mean).toBeCloseTo(2 / 3, 2);
  expect(found.deviation).toBeCloseTo(Math.sqrt(1 / 18), 2);
});

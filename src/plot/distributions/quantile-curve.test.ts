// Curves of 64 cells from mean splits, as stored by a core, compared with the density that was split.
import { describe, expect, test } from 'vitest';
import { formatUx, parseUx } from '../../uncertainty/core/ux-text.ts';
import { countHills } from './quantile-curve.ts';
import { isAtom, type SmoothDensity, smoothDensity } from './smooth-density.ts';
import { distributionOfUx } from './ux-distribution.ts';

const STRIPS = 100_000;
const normal = (x: number, mean: number, deviation: number) =>
  Math.exp(-(((x - mean) / deviation) ** 2) / 2) / (deviation * Math.sqrt(2 * Math.PI));

interface Shape {
  readonly density: (x: number) => number;
  readonly ends: readonly [number, number];
  readonly atom?: readonly [at: number, mass: number];
}

const SHAPES: Readonly<Record<string, Shape>> = {
  Gauss: { density: (x) => normal(x, 3, 0.5), ends: [-1, 7] },
  uniform: { density: () => 1 / 4, ends: [2, 6] },
  lognormal: { density: (x) => normal(Math.log(x), 0, 0.5) / x, ends: [0.01, 15] },
  Laplace: { density: (x) => Math.exp(-Math.abs(x)) / 2, ends: [-20, 20] },
  'Gauss above a bound': { density: (x) => normal(x, 20, 12.8) / 0.9409, ends: [0, 90] },
  'Gauss below a bound': { density: (x) => normal(x, -20, 12.8) / 0.9409, ends: [-90, 0] },
  'half Gauss': { density: (x) => 2 * normal(x, 0, 1), ends: [0, 6] },
  exponential: { density: (x) => Math.exp(-x), ends: [0, 25] },
  bimodal: { density: (x) => 0.5 * normal(x, -3, 1) + 0.5 * normal(x, 3, 0.7), ends: [-10, 10] },
  'three close hills': {
    density: (x) => [-3.5, 0, 3.5].reduce((sum, mean) => sum + normal(x, mean, 1) / 3, 0),
    ends: [-9, 9],
  },
  'two distant hills': { density: (x) => 0.3 * normal(x, -20, 1) + 0.7 * normal(x, 20, 2), ends: [-30, 40] },
  'Gauss beside an atom': { density: (x) => 0.6 * normal(x, 3, 0.5), ends: [-1, 7], atom: [9, 0.4] },
};

/** Splits at the mean six times, as cores do to store 64 points. */
function splitAtMeans({ density, ends: [low, high] }: Shape): { masses: number[]; means: number[] } {
  const width = (high - low) / STRIPS;
  const at = (i: number) => low + (i + 0.5) * width;
  const mass = new Float64Array(STRIPS + 1);
  const moment = new Float64Array(STRIPS + 1);
  for (let i = 0; i < STRIPS; i++) {
    mass[i + 1] = mass[i]! + density(at(i)) * width;
    moment[i + 1] = moment[i]! + density(at(i)) * width * at(i);
  }
  const meanOf = ([a, b]: readonly [number, number]) => (moment[b]! - moment[a]!) / (mass[b]! - mass[a]!);
  let cells: (readonly [number, number])[] = [[0, STRIPS]];
  for (let level = 0; level < 6; level++)
    cells = cells.flatMap((cell) => {
      const cut = Math.round((meanOf(cell) - low) / width);
      return [[cell[0], cut] as const, [cut, cell[1]] as const];
    });
  return { masses: cells.map(([a, b]) => mass[b]! - mass[a]!), means: cells.map(meanOf) };
}

function curveOf(shape: Shape): SmoothDensity {
  const { masses, means } = splitAtMeans(shape);
  if (shape.atom) {
    means.push(shape.atom[0]);
    masses.push(shape.atom[1]);
  }
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  const mean = means.reduce((sum, x, i) => sum + (masses[i]! * x) / total, 0);
  const value = { particle: undefined, type: 4, count: 1, mean, positions: Float64Array.from(means) };
  const distribution = distributionOfUx(
    parseUx(formatUx({ ...value, masses: Float64Array.from(masses, (mass) => mass / total) })),
  );
  if (shape.atom) expect(isAtom(distribution, distribution.bins.length - 1)).toBe(true);
  return smoothDensity(distribution, [-1e3, 1e3])!;
}

describe.each(Object.entries(SHAPES))('%s', (_name, shape) => {
  const { xs, densities } = curveOf(shape);
  const places = Array.from({ length: 2000 }, (_, i) => xs[0]! + ((xs.at(-1)! - xs[0]!) * (i + 0.5)) / 2000);
  const heightAt = (x: number) => {
    const next = xs.findIndex((other) => other >= x);
    const share = (x - xs[next - 1]!) / (xs[next]! - xs[next - 1]!);
    return densities[next - 1]! + share * (densities[next]! - densities[next - 1]!);
  };
  const [low, high] = shape.ends;
  const inside = places.filter((x) => x > low && x < high);

  test('the curve differs from the density by less than 2 % of its peak', () => {
    const peak = Math.max(...inside.map(shape.density));
    const worst = Math.max(...inside.map((x) => Math.abs(heightAt(x) - shape.density(x)) / peak));
    expect(worst).toBeLessThan(0.02);
  });

  test('the curve adds no peaks to the density', () => {
    expect(countHills(densities)).toBe(countHills(inside.map(shape.density)));
  });
});

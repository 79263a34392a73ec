// The programs in examples/ build without warnings. On the cores that the gallery specifies, their values have the mean
// and standard deviation that plain Monte Carlo gives for the same formula, which is reimplemented here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createRandom } from '../../src/uncertainty/core/random.ts';
import { findUx, type UxValue } from '../../src/uncertainty/core/ux-text.ts';
import { openHaze } from './build-and-run.ts';

interface Example {
  readonly file: string;
  readonly title: string;
  readonly language: string;
  readonly core: string;
  readonly sentence: string;
}

const folder = fileURLToPath(new URL('../../examples/', import.meta.url));
const gallery = JSON.parse(readFileSync(join(folder, 'gallery.json'), 'utf8')) as readonly Example[];
const haze = openHaze();

/** Draws from the distributions that the programs use. */
function createDraws(seed: bigint) {
  const random = createRandom(seed);
  const unit = () => (random.nextUint32() + 0.5) / 2 ** 32;
  const normal = () => Math.sqrt(-2 * Math.log(unit())) * Math.cos(2 * Math.PI * unit());
  return {
    uniform: (low: number, high: number) => low + (high - low) * unit(),
    gauss: (mean: number, deviation: number) => mean + deviation * normal(),
    logistic: (location: number, scale: number) => {
      const p = unit();
      return location + scale * Math.log(p / (1 - p));
    },
    lognormal: (mu: number, sigma: number) => Math.exp(mu + sigma * normal()),
  };
}

type Draws = ReturnType<typeof createDraws>;

/** One draw of each value that a program prints, keyed by the label printed before it. */
const FORMULAS: Readonly<Record<string, (draw: Draws) => Readonly<Record<string, number>>>> = {
  'lift.c': ({ uniform, gauss }) => ({
    'lift (N):': 0.5 * uniform(1.21275, 1.23725) * gauss(29.01696, 0.2901696) ** 2 * 1.389845,
  }),
  'resistor-power.c': ({ uniform, gauss }) => ({ 'power (W):': gauss(5, 0.05) ** 2 / uniform(95, 105) }),
  'sensor-calibration.c': ({ uniform, gauss }) => ({
    'pressure (kPa):':
      (gauss(2.31, 0.004) / uniform(4.95, 5.05) - uniform(0.035, 0.045)) / gauss(0.00369, 0.00002),
  }),
  'dead-reckoning.c': drawPosition,
  'black-scholes.c': drawOption,
  'portfolio.c': ({ logistic, gauss }) => {
    const market = logistic(0.05, 0.09);
    const gain =
      50000 * (0.6 * market + gauss(0.01, 0.04)) +
      30000 * (1.1 * market + gauss(0.01, 0.06)) +
      20000 * (1.6 * market + gauss(0.01, 0.12));
    return { 'gain after a year:': gain };
  },
  'bayes-update.c': ({ gauss }) => {
    // Conjugate normal distributions: precisions add up, and means are weighted by precision.
    const precision = 1 / 9 + 1 / 4 + 1 / 0.25;
    const mean = (20 / 9 + 23 / 4 + 21.5 / 0.25) / precision;
    return { 'after a good one too:': gauss(mean, precision ** -0.5) };
  },
  'linear-solve.c': drawLadder,
  'oscillator.c': drawOscillation,
  'correlation.c': ({ gauss }) => {
    const x = gauss(10, 1);
    const y = gauss(10, 1);
    return { 'x - x:': 0, 'x - y:': x - y, 'x + x:': 2 * x, '(x + y):': (x * x) / (x + y) };
  },
  'project-schedule.cpp': ({ lognormal }) => {
    const duration = (median: number, late: number) => lognormal(Math.log(median), Math.log(late / median));
    return { 'total (days):': duration(10, 14) + duration(25, 32) + duration(8, 13) + duration(2, 3) };
  },
  'pendulum.f90': ({ uniform, gauss }) => ({
    'gravity (m/s^2):': (4 * Math.PI ** 2 * uniform(0.995, 1.005)) / (gauss(40.12, 0.15) / 20) ** 2,
  }),
  'carbon-dating.f90': ({ gauss }) => {
    const halfLife = gauss(5700, 30);
    const [first, second] = [gauss(0.78, 0.005), gauss(0.775, 0.005)].map(
      (fraction) => -halfLife * Math.log2(fraction),
    );
    return { 'sample 1, age (years):': first!, 'first minus second:': first! - second! };
  },
  'projectile.f': ({ uniform, gauss }) => ({
    'RANGE (M):': (gauss(50, 0.5) ** 2 * Math.sin((2 * uniform(38, 42) * Math.PI) / 180)) / 9.80665,
  }),
};

function drawPosition({ gauss, uniform }: Draws) {
  const wheel = gauss(1, 0.01);
  const bias = uniform(-2, 2);
  let east = 0;
  let north = 0;
  for (const [heading, seconds] of [
    [0, 20],
    [60, 15],
    [90, 30],
    [200, 10],
  ] as const) {
    const distance = wheel * gauss(0.8, 0.02) * seconds;
    east += distance * Math.sin(((heading + bias) * Math.PI) / 180);
    north += distance * Math.cos(((heading + bias) * Math.PI) / 180);
  }
  return { 'distance from home (m):': Math.hypot(east, north) };
}

function drawOption({ gauss, uniform }: Draws) {
  const volatility = uniform(0.15, 0.25);
  const rate = gauss(0.03, 0.002);
  const spread = volatility * Math.sqrt(0.5);
  const d1 = (Math.log(100 / 105) + (rate + 0.5 * volatility ** 2) * 0.5) / spread;
  const price = 100 * normalCdf(d1) - 105 * Math.exp(-rate * 0.5) * normalCdf(d1 - spread);
  return { 'price of the call:': price, 'delta:': normalCdf(d1) };
}

/**
 * The distribution function of the standard normal: its Taylor series about 0, accurate to double precision for |x|
 * below 4.
 */
function normalCdf(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; n < 60; n++) {
    term *= (-x * x) / (2 * n);
    sum += term / (2 * n + 1);
  }
  return 0.5 + sum / Math.sqrt(2 * Math.PI);
}

function drawLadder({ uniform }: Draws) {
  const series = Array.from({ length: 5 }, () => uniform(95, 105));
  const shunt = Array.from({ length: 4 }, () => uniform(950, 1050));
  // Thévenin equivalents, node by node: from the source to node 1, and from ground back to node 1.
  let toGround = series[4]!;
  for (let i = 3; i >= 1; i--) toGround = series[i]! + 1 / (1 / shunt[i]! + 1 / toGround);
  const load = 1 / (1 / shunt[0]! + 1 / toGround);
  return { 'node 1 (V):': (12 * load) / (series[0]! + load) };
}

function drawOscillation({ gauss, uniform }: Draws) {
  // The closed form of a damped oscillation; the program's fourth-order steps of 0.05 s are within 1e-5 of it.
  const stiffness = gauss(4, 0.1);
  const decay = uniform(0.2, 0.3) / 2;
  const omega = Math.sqrt(stiffness - decay ** 2);
  const at = (t: number) =>
    Math.exp(-decay * t) * (Math.cos(omega * t) + (decay / omega) * Math.sin(omega * t));
  return { 'position after 2 s (m):': at(2), 'position after 6 s (m):': at(6) };
}

const DRAWS = 100_000;

/** Mean and standard deviation of the value printed after each label. */
function sampleFormula(file: string): Map<string, { mean: number; deviation: number }> {
  const draws = createDraws(20_261_120n);
  const sums = new Map<string, { mean: number; squares: number }>();
  for (let n = 1; n <= DRAWS; n++) {
    for (const [words, value] of Object.entries(FORMULAS[file]!(draws))) {
      const sum = sums.get(words) ?? { mean: 0, squares: 0 };
      const step = value - sum.mean;
      sum.mean += step / n;
      sum.squares += step * (value - sum.mean);
      sums.set(words, sum);
    }
  }
  return new Map(
    [...sums].map(([words, { mean, squares }]) => [words, { mean, deviation: Math.sqrt(squares / DRAWS) }]),
  );
}

function deviationOf({ positions, masses, mean }: UxValue): number {
  return Math.sqrt(positions.reduce((sum, x, i) => sum + masses[i]! * (x - mean) ** 2, 0));
}

test('every gallery program has a formula to check its output', () => {
  expect(Object.keys(FORMULAS).sort()).toEqual(gallery.map(({ file }) => file).sort());
});

test.each(gallery)('$file prints the same result as Monte Carlo', async ({ file, core }) => {
  const source = readFileSync(join(folder, file), 'utf8');
  const built = await haze.build({ [file]: source });
  expect(built.diagnostics).toEqual([]);
  if (!built.ok) return;
  const { stdout, stderr, exitStatus } = await haze.run(built.module, { core });
  expect({ stderr, exitStatus }).toEqual({ stderr: '', exitStatus: 0 });
  const found = findUx(stdout);
  for (const [words, { mean, deviation }] of sampleFormula(file)) {
    const at = stdout.indexOf(words);
    expect(at, words).toBeGreaterThanOrEqual(0);
    const { value } = found.find(({ start }) => start >= at)!;
    // Five standard errors of the Monte Carlo mean, plus the loss that may result from using 64 deltas.
    expect(Math.abs(value.mean - mean), `mean of ${words}`).toBeLessThanOrEqual(
      deviation * (5 / Math.sqrt(DRAWS) + 0.01),
    );
    expect(Math.abs(deviationOf(value) - deviation), `deviation of ${words}`).toBeLessThanOrEqual(
      0.02 * deviation,
    );
  }
});

// Compares quantiles and probabilities of functions of independent values with closed forms.
import { describe, expect, it } from 'vitest';
import type { Operand } from '../../src/uncertainty/core/core.ts';
import type { TrackingCore } from '../../src/uncertainty/cores/tracking-core.ts';
import { openCore, type TestCore } from './open-core.ts';

const EULER = 0.5772156649015329;
/** The 97.5 % quantile of the standard normal distribution. */
const Z975 = 1.959963984540054;

/** The error of a quantile, in units of the deviation. */
function quantileError(
  core: TestCore,
  value: Parameters<TestCore['ask']>[1],
  p: number,
  truth: number,
): number {
  const deviation = Math.sqrt(core.ask('nth_moment', value, 2));
  return Math.abs(core.ask('quantile', value, p) - truth) / deviation;
}

describe.each(['C0-S+', 'C0-L+', 'C0-Joint'])('on %s', (name) => {
  it('the maximum of two hundred floods has the quantiles and moments of their Gumbel distribution', () => {
    const core = openCore(name);
    let most = core.make('gumbel1', 1013, 558);
    for (let year = 2; year <= 200; year++) most = core.two('fmax', most, core.make('gumbel1', 1013, 558));
    const location = 1013 + 558 * Math.log(200);
    for (const p of [0.025, 0.5, 0.975])
      expect(quantileError(core, most, p, location - 558 * Math.log(-Math.log(p)))).toBeLessThan(0.01);
    expect(core.ask('nth_moment', most, 1)).toBeCloseTo(location + 558 * EULER, -1);
    expect(Math.sqrt(core.ask('nth_moment', most, 2)) / (558 * (Math.PI / Math.sqrt(6)))).toBeCloseTo(1, 2);
  });

  it('the minimum of two exponential lifetimes has half their mean', () => {
    const core = openCore(name);
    const least = core.two('fmin', core.make('exponential', 1), core.make('exponential', 1));
    expect(core.ask('nth_moment', least, 1)).toBeCloseTo(0.5, 3);
    expect(quantileError(core, least, 0.975, -Math.log(0.025) / 2)).toBeLessThan(0.005);
  });

  it('a monotone function maps the quantiles of a sum to the quantiles of the result', () => {
    const core = openCore(name);
    const sum = core.two('add', core.make('gauss', 1, 0.2), core.make('gauss', 2, 0.3));
    const truth = (p: -1 | 1) => 3 + p * Z975 * Math.hypot(0.2, 0.3);
    for (const operation of ['exp', 'sqrt', 'log', 'tanh', 'cbrt'] as const) {
      const value = core.one(operation, sum);
      expect(quantileError(core, value, 0.025, Math[operation](truth(-1)))).toBeLessThan(0.003);
      expect(quantileError(core, value, 0.975, Math[operation](truth(1)))).toBeLessThan(0.003);
    }
  });

  it('sums have accurate tails', () => {
    const core = openCore(name);
    const sum = core.two('add', core.make('gauss', 0, 1), core.make('gauss', 0, 1));
    expect(core.ask('probability_gt', sum, 5 * Math.SQRT2) / 2.8665e-7).toBeCloseTo(1, 1);
    let gamma = core.make('exponential', 1);
    for (let i = 1; i < 10; i++) gamma = core.two('add', gamma, core.make('exponential', 1));
    expect(core.ask('probability_gt', gamma, 25) / 2.2148e-4).toBeCloseTo(1, 1);
    expect(quantileError(core, gamma, 0.975, 17.0848)).toBeLessThan(0.003);
  });

  it('a sum of many large terms with little spread has accurate quantiles', () => {
    const core = openCore(name);
    let sum = core.make('gauss', 1e9, 1);
    for (let i = 1; i < 30; i++) sum = core.two('add', sum, core.make('gauss', 1e9, 1));
    expect((core.ask('quantile', sum, 0.975) - 30e9) / Math.sqrt(30)).toBeCloseTo(Z975, 2);
  });

  it('a failure in the tail of a steep function has the right probability (RP31 of the TNO challenge)', () => {
    const core = openCore(name);
    const fourth = core.two('pow', core.make('gauss', 0, 1), 4);
    const load = core.two('sub', 2, core.make('gauss', 0, 1));
    const margin = core.two('add', load, core.two('mul', 256, fourth));
    expect((1 - core.ask('probability_gt', margin, 0)) / 3.227e-3).toBeCloseTo(1, 1);
  });

  it.each([
    [2, 8.579],
    [3, 12.36],
    [5, 18.67],
  ])('sums of %d values with long tails have a distribution function', (count, truth) => {
    const core = openCore(name);
    const lognormal = () => core.make('lognormal', 0, 1);
    const first = lognormal();
    let sum = first;
    for (let i = 1; i < count; i++) sum = core.two('add', sum, lognormal());
    const rest = core.two('sub', sum, core.two('mul', 0.5, first));
    expect(core.ask('quantile_error', rest, 0.975)).toBeLessThan(1e-3);
    // From four million draws.
    expect(quantileError(core, rest, 0.975, truth)).toBeLessThan(0.01);
  });

  it('a long sum of terms with very long tails has accurate quantiles', () => {
    const core = openCore(name);
    let sum = core.make('lognormal', 0, 1.25);
    for (let i = 1; i < 40; i++) sum = core.two('add', sum, core.make('lognormal', 0, 1.25));
    // 151.23 ± 0.1, from a million draws.
    expect(quantileError(core, sum, 0.975, 151.23)).toBeLessThan(0.01);
  });

  it('a wide value next to a narrow value keeps its outer quantiles', () => {
    const core = openCore(name);
    const fourth = core.two('mul', 256, core.two('pow', core.make('gauss', 0, 1), 4));
    const margin = core.two('sub', fourth, core.make('gauss', 0, 1));
    // The 0.9875 quantile of a normal value, raised to the fourth power.
    expect(quantileError(core, margin, 0.975, 256 * 2.2414027276 ** 4)).toBeLessThan(0.003);
  });

  it('products and quotients have accurate quantiles', () => {
    const core = openCore(name);
    const lognormal = () => core.make('lognormal', 0, 0.5);
    const product = core.two('mul', core.two('mul', lognormal(), lognormal()), lognormal());
    expect(quantileError(core, product, 0.975, Math.exp(Z975 * 0.5 * Math.sqrt(3)))).toBeLessThan(0.003);
    const quotient = core.two('div', lognormal(), lognormal());
    expect(quantileError(core, quotient, 0.025, Math.exp(-Z975 * Math.SQRT1_2))).toBeLessThan(0.003);
  });

  it('a function of a product of three values has the same probabilities as the product', () => {
    const core = openCore(name);
    const gauss = () => core.make('gauss', 0, 1);
    const product = core.two('mul', core.two('mul', gauss(), gauss()), gauss());
    const root = core.one('cbrt', product);
    for (const t of [1e-5, 1e-4, 1e-3, 0.01, 0.1, 1]) {
      const share = core.ask('probability_gt', product, t);
      expect(Math.abs(core.ask('probability_gt', root, Math.cbrt(t)) - share)).toBeLessThan(3e-4);
    }
  });

  it('operations without an inverse have accurate quantiles', () => {
    const core = openCore(name);
    const length = core.two('hypot', core.make('gauss', 0, 1), core.make('gauss', 0, 1));
    expect(quantileError(core, length, 0.975, Math.sqrt(-2 * Math.log(0.025)))).toBeLessThan(0.005);
    expect(core.ask('probability_gt', length, Math.sqrt(-2 * Math.log(0.001))) / 0.001).toBeCloseTo(1, 1);
    const angle = core.two('atan2', core.make('gauss', 0, 1), core.make('gauss', 0, 1));
    expect(quantileError(core, angle, 0.975, 0.95 * Math.PI)).toBeLessThan(0.01);
  });

  it('a mixture has the tails of its parts, and so does a sum that contains a mixture', () => {
    const core = openCore(name);
    const mixture = core.take(core.mixture(core.make('gauss', 0, 1), core.make('gauss', 10, 0.1), 0.98));
    expect(core.ask('probability_gt', mixture, 3)).toBeCloseTo(0.98 * 1.3499e-3 + 0.02, 5);
    expect(core.ask('probability_gt', mixture, 10.3) / (0.02 * 1.3499e-3)).toBeCloseTo(1, 1);
    const sum = core.two('add', mixture, core.make('gauss', 0, 0.2));
    const limit = 10 + 3 * Math.hypot(0.1, 0.2);
    expect(core.ask('probability_gt', sum, limit) / (0.02 * 1.3499e-3)).toBeCloseTo(1, 1);
  });

  it('a spike between the nodes of its input has the right probability', () => {
    const core = openCore(name);
    const x = core.make('uniform', -40, 40);
    const spike = core.two('div', 1, core.one('cosh', core.two('mul', 5, x)));
    // 1/cosh(5x) > 0.98 for |x| < acosh(1/0.98)/5
    expect(core.ask('probability_gt', spike, 0.98) / (Math.acosh(1 / 0.98) / 200)).toBeCloseTo(1, 1);
  });

  it('a long sum of skewed terms reports an error that covers the true value', () => {
    const core = openCore(name);
    let sum = core.make('lognormal', 0, 1);
    for (let i = 1; i < 40; i++) sum = core.two('add', sum, core.make('lognormal', 0, 1));
    // 97.358 ± 0.02, from four million draws
    const distance = Math.abs(core.ask('quantile', sum, 0.975) - 97.358);
    expect(distance).toBeLessThan(3 * core.ask('quantile_error', sum, 0.975) + 0.06);
    expect(quantileError(core, sum, 0.975, 97.358)).toBeLessThan(0.06);
  });

  it('a quotient whose divisor may be 0 is reported as having no standard deviation', () => {
    const lines: string[] = [];
    const core = openCore(name, {}, { onNotice: (line) => lines.push(line) });
    core.toText(core.two('div', core.make('exponential', 1), core.make('gauss', 10, 1)));
    expect(lines).toEqual([]);
    core.toText(core.two('div', core.make('exponential', 1), core.make('exponential', 1)));
    const quotient = core.two('div', core.make('gauss', 2, 1), core.make('gauss', 1, 0.5));
    core.toText(core.two('add', quotient, core.make('gauss', 0, 1)));
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/falls as x\^-1\.0: its standard deviation grows/);
  });

  it('a function of a limited value, and the limited tail of a sum, have accurate figures', () => {
    const core = openCore(name);
    const within = (value: Operand, low: number, high: number) =>
      core.take(core.limitSupport(value, low, high));
    const limited = core.one('exp', within(core.make('gauss', 0, 1), 1, 4));
    // The 0.995999 quantile of a normal value.
    expect(quantileError(core, limited, 0.975, Math.exp(2.65201))).toBeLessThan(0.005);
    const tail = within(core.two('add', core.make('gauss', 0, 1), core.make('gauss', 0, 1)), 4.5, 30);
    expect(core.ask('nth_moment', tail, 1) / 4.8829).toBeCloseTo(1, 3);
    expect(Math.sqrt(core.ask('nth_moment', tail, 2)) / 0.36092).toBeCloseTo(1, 1.9);
    // The lanes of the difference are those of the tail.
    const other = core.make('gauss', 0, 1);
    const same = core.two('sub', core.two('add', tail, other), other);
    expect(Math.sqrt(core.ask('nth_moment', same, 2)) / 0.36092).toBeCloseTo(1, 1.9);
  });

  it.each([5, 10])('an outcome at or below the upper limit %d keeps its probability', (high) => {
    const core = openCore(name);
    const mixture = core.take(core.mixture(core.make('uniform', 0, 1), { handle: 0, particle: 5 }, 0.7));
    const limited = core.take(core.limitSupport(mixture, 0.2, high));
    expect(core.ask('nth_moment', limited, 1) / ((0.56 * 0.6 + 0.3 * 5) / 0.86)).toBeCloseTo(1, 2);
    expect(core.ask('probability_gt', limited, 3)).toBeCloseTo(0.3 / 0.86, 4);
  });

  it('limited values of a product with too many factors for exact figures have errors', () => {
    const core = openCore(name);
    let product = core.make('lognormal', 0, 0.2);
    for (let i = 1; i < 36; i++) product = core.two('mul', product, core.make('lognormal', 0, 0.2));
    // The exponentials of the quantiles of a normal value with deviation 1.2.
    for (const [low, high, truth] of [
      [10, 100, 35.7949],
      [50, 1000, 126.0068],
    ] as const) {
      const limited = core.take(core.limitSupport(product, low, high));
      expect(core.ask('quantile_error', limited, 0.95)).toBeGreaterThan(0);
      expect(quantileError(core, limited, 0.95, truth)).toBeLessThan(0.05);
    }
  });

  it('a function that rises and falls has accurate figures within limits', () => {
    const core = openCore(name);
    const source = core.make('gauss', 0, 1);
    const limited = core.take(core.limitSupport(core.two('mul', source, source), 3, 20));
    // Integrals of the density of a chi-squared value.
    expect(Math.abs(core.ask('nth_moment', limited, 1) - 4.70178) / 1.75238).toBeLessThan(0.01);
    expect(quantileError(core, limited, 0.9, 6.96038)).toBeLessThan(0.02);
    expect(core.ask('probability_gt', limited, 11.15001) / 0.01).toBeCloseTo(1, 0);
  });

  it('limits of values that have only lanes, or inexact distributions, have errors that cover the truth', () => {
    const core = openCore(name);
    const [a, b, c] = [1, 1, 1].map((mean) => core.make('exponential', mean));
    const second = core.two('fmax', core.two('fmin', a!, b!), core.two('fmin', core.two('fmax', a!, b!), c!));
    // The power is nearly a uniform value.
    const power = core.two('pow', core.make('uniform', 0, 1), core.make('uniform', 1, 1.0000001));
    for (const [value, low, high, mean, deviation, quantile] of [
      [second, 2, 8, 2.51649, 0.510395, 3.18455],
      [power, 0.3, 0.7, 0.5, 0.11547, 0.66],
    ] as const) {
      const limited = core.take(core.limitSupport(value, low, high));
      const figures = core.figuresOf(limited);
      const within = (shown: number, error: number, truth: number) =>
        expect(Math.abs(shown - truth) / (2.5 * error)).toBeLessThan(1);
      within(figures.mean.value, figures.mean.error, mean);
      within(figures.deviation.value, figures.deviation.error, deviation);
      within(core.ask('quantile', limited, 0.9), core.ask('quantile_error', limited, 0.9), quantile);
    }
  });

  it('the logarithm of a quotient has the mean that its values near 0 cause', () => {
    const core = openCore(name);
    const quotient = core.two('div', core.make('exponential', 1), core.make('exponential', 1));
    const logarithm = core.one('log', quotient);
    const deviation = Math.PI / Math.sqrt(3);
    const bound = Math.max(0.01 * deviation, 2 * core.ask('mean_error', logarithm));
    expect(Math.abs(core.ask('nth_moment', logarithm, 1))).toBeLessThan(bound);
    expect(quantileError(core, logarithm, 0.005, Math.log(0.005 / 0.995))).toBeLessThan(0.01);
  });

  it('the maximum of functions of sums and differences has accurate figures', () => {
    const core = openCore(name);
    const gauss = () => core.make('gauss', 0, 1);
    const sum = core.one('exp', core.two('add', gauss(), gauss()));
    const difference = core.one('exp', core.two('sub', gauss(), gauss()));
    // The exponential of the normal quantile at √0.975.
    const largest = core.two('fmax', sum, difference);
    expect(quantileError(core, largest, 0.975, Math.exp(2.23882 * Math.SQRT2))).toBeLessThan(0.01);
    expect(Math.abs(Math.sqrt(core.ask('nth_moment', largest, 2)) / 9.256 - 1)).toBeLessThan(0.03);
  });

  it('every quantile of a discrete value is an outcome', () => {
    const core = openCore(name);
    const rounded = core.one('round', core.make('gauss', 7.3, 1.5));
    expect([0.025, 0.5, 0.975].map((p) => core.ask('quantile', rounded, p))).toEqual([4, 7, 10]);
    const die = () => core.one('floor', core.two('mul', 6, core.make('uniform', 0, 1)));
    const dice = core.two('add', die(), die());
    expect([0.02, 0.5, 0.98].map((p) => core.ask('quantile', dice, p))).toEqual([0, 5, 10]);
    expect(core.ask('probability_gt', dice, 5)).toBeCloseTo(15 / 36, 2);
  });

  it('maxima and minima of outcomes are outcomes, and clamped values keep the mass at both ends', () => {
    const core = openCore(name);
    const die = () => core.one('floor', core.make('uniform', 0, 6));
    const greatest = core.two('fmax', die(), die());
    expect(core.ask('nth_moment', greatest, 1)).toBeCloseTo(161 / 36 - 1, 2);
    expect([0.02, 0.3, 0.975].map((p) => core.ask('quantile', greatest, p))).toEqual([0, 3, 5]);
    expect(core.ask('probability_gt', core.two('fmin', die(), die()), 3)).toBeCloseTo(4 / 36, 3);
    const clamp = () => core.two('fmin', core.two('fmax', core.make('gauss', 0, 1), -0.5), 0.5);
    const least = core.two('fmin', clamp(), clamp());
    // 0.30854 of a normal distribution lies above 0.5.
    expect(core.ask('probability_gt', least, 0.499)).toBeCloseTo(0.30854 ** 2, 3);
    expect(core.ask('quantile', least, 0.95)).toBe(0.5);
    expect(core.ask('quantile', least, 0.5)).toBe(-0.5);
    const mixed = core.two('fmin', die(), core.make('uniform', 0, 4));
    expect(core.ask('probability_gt', mixed, 0)).toBeCloseTo(5 / 6, 2);
    expect(core.ask('probability_gt', mixed, 2)).toBeCloseTo(1 / 4, 2);
  });

  it('outcomes in a mixture, and next to a narrow value, keep their probabilities', () => {
    const core = openCore(name);
    const outcomes = () => core.take(core.fromSamples(Float64Array.of(1, 2, 5, 10)));
    const mixture = core.take(core.mixture(outcomes(), core.make('gauss', 3, 1), 0.3));
    const above = (x: 0 | 2) => (x === 0 ? 0.5 : 0.02275);
    expect(core.ask('probability_gt', mixture, 5)).toBeCloseTo(0.3 / 4 + 0.7 * above(2), 5);
    expect(core.ask('probability_gt', mixture, 3)).toBeCloseTo(0.3 / 2 + 0.7 * above(0), 5);
    expect(core.ask('quantile', mixture, 0.975)).toBe(10);
    const blurred = core.two('add', outcomes(), core.make('gauss', 0, 0.01));
    expect(core.ask('probability_gt', blurred, 5)).toBeCloseTo(3 / 8, 3);
    expect(quantileError(core, blurred, 0.625, 5)).toBeLessThan(0.001);
  });

  it('heavy tails, and only these, are reported for a shifted value, a sum, a mixture and a maximum', () => {
    const lines: string[] = [];
    const core = openCore(name, {}, { onNotice: (line) => lines.push(line) });
    const heavy = () => core.make('studentst', 1.7);
    const gauss = () => core.make('gauss', 0, 1);
    for (const good of [
      core.make('lognormal', 0, 1.5),
      core.two('add', core.make('studentst', 4), 1),
      core.two('fmin', core.two('fmax', heavy(), -5), 5),
      core.two('pow', core.make('gauss', 0, 1), 2),
      core.two('add', core.two('div', 1, core.make('gamma', 3, 1)), gauss()),
    ])
      core.toText(good);
    expect(lines).toEqual([]);
    for (const bad of [
      core.two('add', core.two('mul', 2, heavy()), 5),
      core.two('sub', gauss(), heavy()),
      core.take(core.mixture(heavy(), gauss(), 0.1)),
      core.two('fmax', heavy(), gauss()),
      core.two('div', 1, core.make('gauss', 1, 0.5)),
    ])
      core.toText(bad);
    expect(lines).toHaveLength(5);
    for (const line of lines) expect(line).toMatch(/falls as x\^-1\.[078]: its standard deviation grows/);
  });

  it.each([1.1, 1.5, 1.9])('the power −%d of a bounded value that reaches 0 has a heavy tail', (exponent) => {
    const lines: string[] = [];
    const core = openCore(name, {}, { onNotice: (line) => lines.push(line) });
    core.toText(core.two('pow', core.make('uniform', 0, 1), -exponent));
    expect(lines).toEqual([expect.stringMatching(/falls as x\^-0\.[5-9]: its standard deviation grows/)]);
  });

  it('the probability that a payoff is 0 is right', () => {
    const core = openCore(name);
    const price = core.one('exp', core.make('gauss', 0.03, 0.2));
    const payoff = core.two('fmax', core.two('sub', price, 1), 0);
    expect(core.ask('quantile', payoff, 0.025)).toBe(0);
    expect(core.ask('probability_gt', payoff, 0)).toBeCloseTo(0.55962, 4);
    expect(quantileError(core, payoff, 0.975, Math.exp(0.03 + 0.2 * Z975) - 1)).toBeLessThan(0.003);
  });
});

describe.each(['C0-S+', 'C0-Joint'])('the errors of functions that rise and fall, on %s', (name) => {
  it('a spike that underflows next to its peak has accurate probabilities, mean and deviation', () => {
    const core = openCore(name);
    const distance = core.two('div', core.two('sub', core.make('gauss', 0, 1), 2.5), 0.01);
    const spike = core.one('exp', core.two('div', core.two('mul', distance, distance), -2));
    // The spike exceeds these limits within 0.386, 0.0372 and 0.0118 of 2.5. It underflows to 0 more than 38.6 widths
    // of 0.01 away.
    for (const [at, truth] of [
      [0, 0.0153],
      [1e-3, 0.0013044],
      [0.5, 0.00041285],
    ] as const) {
      const error = core.ask('probability_error', spike, at);
      expect(Math.abs(core.ask('probability_gt', spike, at) / truth - 1)).toBeLessThan(0.01);
      expect(error).toBeLessThan(0.05 * truth);
    }
    const mean = 0.01 * Math.sqrt(2 * Math.PI) * 0.017532;
    expect(core.ask('nth_moment', spike, 1) / mean).toBeCloseTo(1, 3);
    const square = 0.01 * Math.sqrt(Math.PI) * 0.017532;
    expect(core.ask('nth_moment', spike, 2) / (square - mean * mean)).toBeCloseTo(1, 3);
    const cube = 0.01 * Math.sqrt((2 * Math.PI) / 3) * 0.017532;
    const third = cube - 3 * mean * square + 2 * mean ** 3;
    expect(core.ask('nth_moment', spike, 3) / third).toBeCloseTo(1, 3);
    const { positions, masses } = core.read(spike);
    const shown = positions.reduce((sum, x, i) => sum + masses[i]! * (x - mean) ** 2, 0);
    expect(shown / (square - mean * mean)).toBeCloseTo(1, 2);
  });

  it('a trace has the deviation that is printed', () => {
    const trace = { frames: () => [], inputText: () => undefined };
    const core = openCore(name, {}, { trace });
    const cosine = core.one('cosh', core.two('mul', 1000, core.make('gauss', 0, 1)));
    const spike = core.two('div', 1, cosine);
    const traced = (core.core as TrackingCore).lanes!.trace!;
    traced.notePrinted(spike, '0');
    const [printed] = traced.finish().values;
    const deviation = Math.sqrt(core.ask('nth_moment', spike, 2));
    expect([printed!.mean, printed!.standardDeviation]).toEqual([
      core.ask('nth_moment', spike, 1),
      deviation,
    ]);
    // Var = 2φ(0)/1000 − (πφ(0)/1000)²
    const density = 1 / Math.sqrt(2 * Math.PI) / 1000;
    expect(deviation / Math.sqrt(2 * density - (Math.PI * density) ** 2)).toBeCloseTo(1, 2);
  });

  it('a sum of a spike and another value has the spike’s deviation', () => {
    const core = openCore(name);
    const spike = core.two('div', 1, core.one('cosh', core.two('mul', 1000, core.make('gauss', 0, 1))));
    const sum = core.two('add', spike, core.make('gauss', 0, 0.001));
    const truth = Math.hypot(Math.sqrt(core.ask('nth_moment', spike, 2)), 0.001);
    expect(Math.abs(Math.sqrt(core.ask('nth_moment', sum, 2)) / truth - 1)).toBeLessThan(0.01);
    const shift = core.ask('nth_moment', sum, 1) - core.ask('nth_moment', spike, 1);
    expect(Math.abs(shift) / truth).toBeLessThan(0.002);
  });

  it('many wide functions in a sum leave the distribution functions of later figures alone', () => {
    const core = openCore(name);
    let sum = core.make('gauss', 0, 1);
    for (let i = 0; i < 300; i++) sum = core.two('add', sum, core.one('exp', core.make('gauss', 0, 1.5)));
    const last = core.two('mul', core.make('lognormal', 0, 0.5), core.make('lognormal', 0, 0.5));
    expect(core.ask('quantile_error', last, 0.999)).toBe(0);
  });

  it('a steep power of a sum has the deviation that its rarest values cause, and no heavy tail', () => {
    const lines: string[] = [];
    const core = openCore(name, {}, { onNotice: (line) => lines.push(line) });
    let sum: Operand = { handle: 0, particle: 1 };
    for (let i = 0; i < 5; i++) sum = core.two('add', sum, core.make('uniform', 0, 5));
    const power = core.two('mul', 1e6, core.two('pow', sum, -6));
    // Moments of the Irwin-Hall distribution, by quadrature.
    expect(core.ask('nth_moment', power, 1)).toBeCloseTo(1.7344, 2);
    expect(Math.sqrt(core.ask('nth_moment', power, 2)) / 75.953).toBeCloseTo(1, 1.9);
    core.toText(power);
    expect(lines).toEqual([]);
  });

  it('a smooth peak between two nodes has the right probabilities', () => {
    const core = openCore(name);
    const x = core.make('uniform', 0, 1);
    const parabola = core.two('mul', x, core.two('sub', 1, x));
    // P(V > (1 − p²)/4) = p.
    for (const p of [0.1, 0.01, 0.001]) {
      const at = (1 - p * p) / 4;
      expect(core.ask('probability_gt', parabola, at) / p).toBeCloseTo(1, 2);
      expect(core.ask('probability_error', parabola, at) / p).toBeLessThan(0.02);
    }
  });

  it('a function of many periods has the right probabilities at its peaks', () => {
    const core = openCore(name);
    const wave = core.one('sin', core.two('mul', 100, core.make('gauss', 0.5, 1)));
    for (const at of [0.9, 0.99, 0.999])
      expect(core.ask('probability_gt', wave, at) / (Math.acos(at) / Math.PI)).toBeCloseTo(1, 1);
  });

  it('a function that jumps down in each period has errors that cover the true values', () => {
    const core = openCore(name);
    const sum = core.two('add', core.make('gauss', 105, 3), core.make('uniform', 0, 1));
    const rest = core.two('fmod', sum, 1);
    for (const p of [0.5, 0.9, 0.975, 0.99]) {
      const distant = Math.abs(core.ask('probability_gt', rest, p) - (1 - p));
      expect(distant).toBeLessThan(3 * core.ask('probability_error', rest, p));
      expect(distant).toBeLessThan(0.02);
    }
  });

  it('the errors of a square are small but not zero', () => {
    const core = openCore(name);
    const z = core.make('gauss', 0, 1);
    const square = core.two('mul', z, z);
    const error = core.ask('quantile_error', square, 0.975);
    expect(error).toBeGreaterThan(0);
    expect(error).toBeLessThan(0.003);
    expect(Math.abs(core.ask('quantile', square, 0.975) - 5.0238862)).toBeLessThan(2 * error);
  });
});

it('a heavy tail of a source, or of a function of it, is reported on a core without dependence tracking', () => {
  const lines: string[] = [];
  const core = openCore('C0-S', {}, { onNotice: (line) => lines.push(line) });
  const uniform = () => core.make('uniform', 0, 1);
  for (const good of [core.make('studentst', 4), core.one('sqrt', uniform()), core.make('gauss', 1, 0.5)])
    core.toText(good);
  expect(lines).toEqual([]);
  const heavy = core.two('mul', 2, core.make('inversegamma', 1.5, 1));
  const pole = core.two('div', 1, core.make('gauss', 1, 0.5));
  for (const bad of [heavy, pole, core.two('div', 1, core.one('sqrt', uniform()))]) core.toText(bad);
  expect(lines).toHaveLength(3);
  for (const line of lines)
    expect(line).toMatch(/falls as x\^-(1\.5|1\.0|2\.0): its standard deviation grows/);
});

it('rounding on a core without dependence tracking keeps the outcomes', () => {
  const core = openCore('C0-S');
  const rounded = core.one('round', core.make('gauss', 7.3, 1.5));
  expect([0.025, 0.5, 0.975].map((p) => core.ask('quantile', rounded, p))).toEqual([4, 7, 10]);
  const payoff = core.two('fmax', core.make('gauss', 0, 1), 0);
  expect(core.ask('quantile', payoff, 0.025)).toBe(0);
});

it('limits that cut nothing from samples cause no line on a core without dependence tracking', () => {
  const lines: string[] = [];
  const core = openCore('C0-S', {}, { onNotice: (line) => lines.push(line) });
  const samples = core.take(core.fromSamples(Float64Array.from({ length: 12 }, (_, i) => i + 1)));
  const limited = core.take(core.limitSupport(samples, 0, 20));
  expect(core.ask('quantile', limited, 0.99)).toBe(12);
  expect(lines).toEqual([]);
});

it('repeated maxima and limits leave the distribution functions of later figures alone', () => {
  const core = openCore('C0-Joint');
  const sum = () => core.two('add', core.make('gauss', 0, 1), core.make('gauss', 0, 1));
  const [one, other] = [sum(), sum()];
  for (let i = 0; i < 130; i++) {
    core.two('fmax', one, other);
    core.limitSupport(one, 4.5, 30);
  }
  const last = core.two('mul', core.make('lognormal', 0, 0.5), core.make('lognormal', 0, 0.5));
  expect(core.ask('quantile_error', last, 0.999)).toBe(0);
  expect(quantileError(core, last, 0.999, Math.exp(3.0902323 * Math.SQRT1_2))).toBeLessThan(0.003);
});

it('many limits on a core without dependence tracking leave the lines about later figures alone', () => {
  const lines: string[] = [];
  const core = openCore('C0-S', {}, { onNotice: (line) => lines.push(line) });
  const outcome = { handle: 0, particle: 5 };
  const limited = core.take(
    core.limitSupport(core.take(core.mixture(core.make('uniform', 0, 1), outcome, 0.7)), 0.2, 10),
  );
  for (let i = 0; i < 64; i++)
    core.limitSupport(core.two('add', core.make('uniform', 0, 1), core.make('uniform', 0, 1)), 0.5, 1);
  core.ask('probability_gt', limited, 3);
  expect(lines).toEqual([expect.stringMatching(/a value above 3 should be about 0.3/)]);
});

it('hundreds of limits leave the figures of other values accurate', () => {
  const core = openCore('C0-S+');
  const source = core.make('gauss', 0, 1);
  for (let i = 0; i < 260; i++) {
    const square = core.two('mul', source, source);
    core.limitSupport(square, 1, 9);
  }
  const product = core.two('mul', core.make('uniform', 0, 1), core.make('exponential', 1));
  const sum = core.two('add', core.make('gauss', 0, 1), product);
  expect(core.ask('quantile_error', sum, 0.975)).toBe(0);
});

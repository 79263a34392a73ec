// Step functions of one source and of sums: their outcomes have the probabilities given by closed forms, not the
// probabilities of the nearest nodes.
import { describe, expect, it } from 'vitest';
import type { Operand } from '../../src/uncertainty/core/core.ts';
import { openCore, type TestCore } from './open-core.ts';

/** P(N(0, 1) > 2.5) and P(N(0, 1) > 3.5). */
const BEYOND_2_5 = 0.006209665325776159;
const BEYOND_3_5 = 0.00023262907903552502;
/** P(N(0, √2) > 3.5). */
const SUM_BEYOND_3_5 = 0.006664164390408844;

/** Returns 1 if a value exceeds a limit, otherwise 0. */
function exceeds(core: TestCore, value: Operand, limit: number): Operand {
  const payoff = core.two('fmax', core.two('sub', value, limit), 0);
  return core.two('fmin', 1, core.one('ceil', payoff));
}

function expectMoments(core: TestCore, value: Operand, mean: number, variance: number): void {
  expect(core.ask('nth_moment', value, 1) / mean).toBeCloseTo(1, 2.7);
  expect(core.ask('nth_moment', value, 2) / variance).toBeCloseTo(1, 2.7);
  // The figure counts as exact, so no line warns of an error.
  expect(core.ask('mean_error', value)).toBeLessThan(0.001 * Math.sqrt(variance));
}

describe.each(['C0-S+', 'C0-L+', 'C0-Joint'])('on %s', (name) => {
  it('the mean of a rare event is its probability, in both the upper and the lower tail', () => {
    const core = openCore(name);
    const variance = BEYOND_2_5 * (1 - BEYOND_2_5);
    const above = exceeds(core, core.make('gauss', 0, 1), 2.5);
    const below = core.two('sub', 1, exceeds(core, core.make('gauss', 0, 1), -2.5));
    for (const event of [above, below]) {
      expectMoments(core, event, BEYOND_2_5, variance);
      expect(core.ask('probability_gt', event, 0.5)).toBeCloseTo(BEYOND_2_5, 9);
    }
  });

  it('counts of rare events are binomial', () => {
    const core = openCore(name);
    const event = () => core.one('floor', core.two('add', core.make('uniform', 0, 1), 0.02));
    let count = event();
    for (let i = 1; i < 20; i++) count = core.two('add', count, event());
    expect(core.ask('nth_moment', count, 1)).toBeCloseTo(0.4, 6);
    expect(core.ask('nth_moment', count, 2)).toBeCloseTo(0.4 * 0.98, 6);
    expect(core.ask('probability_gt', count, 2.5) / 0.007068693403814062).toBeCloseTo(1, 3);
    let many = exceeds(core, core.make('gauss', 0, 1), 2.5);
    for (let i = 1; i < 50; i++) many = core.two('add', many, exceeds(core, core.make('gauss', 0, 1), 2.5));
    expect(core.ask('probability_gt', many, 0.5)).toBeCloseTo(1 - (1 - BEYOND_2_5) ** 50, 7);
  });

  it('a count of comparisons has the mean and variance of a binomial count', () => {
    const core = openCore(name);
    const limit = { handle: 0, particle: 2.5 };
    let count: Operand = { handle: 0, particle: 0 };
    for (let i = 0; i < 20; i++) {
      const x = core.two('sub', 0, core.make('gauss', 0, 1));
      const holds = i % 2 === 0 ? core.choices!.holds('gt', x, limit) : core.choices!.holds('le', limit, x);
      count = core.two('add', count, { handle: holds, particle: 0 });
    }
    expectMoments(core, count, 20 * BEYOND_2_5, 20 * BEYOND_2_5 * (1 - BEYOND_2_5));
    const { positions, masses } = core.read(count);
    expect(positions.reduce((sum, x, i) => sum + x * masses[i]!, 0) / (20 * BEYOND_2_5)).toBeCloseTo(1, 6);
  });

  it('the mean of a step function of a sum is a probability', () => {
    const core = openCore(name);
    const sum = core.two('add', core.make('gauss', 0, 1), core.make('gauss', 0, 1));
    expectMoments(core, exceeds(core, sum, 3.5), SUM_BEYOND_3_5, SUM_BEYOND_3_5 * (1 - SUM_BEYOND_3_5));
  });

  it('a sign computed by division or copysign has a step at 0', () => {
    const core = openCore(name);
    const x = core.two('sub', core.make('gauss', 0, 1), 2.5);
    const mean = 2 * BEYOND_2_5 - 1;
    for (const sign of [core.two('div', x, core.one('fabs', x)), core.two('copysign', 1, x)]) {
      expect(core.ask('nth_moment', sign, 1)).toBeCloseTo(mean, 5);
      expect(core.ask('nth_moment', sign, 2) / (1 - mean ** 2)).toBeCloseTo(1, 3);
    }
  });

  it('a rounded single-precision number has the moments of its outcomes', () => {
    const core = openCore(name);
    const level = core.one('floor', core.two('mul', core.make('gauss', 0, 1), 0.7, true), true);
    // The sums of k·(Φ((k + 1)/0.7) − Φ(k/0.7)).
    expect(core.ask('nth_moment', level, 1)).toBeCloseTo(-0.5, 6);
    expect(Math.sqrt(core.ask('nth_moment', level, 2))).toBeCloseTo(0.7572735422584633, 4);
  });

  it('a product with a step keeps the step: x·(x > 2.5)', () => {
    const core = openCore(name);
    const x = core.make('gauss', 0, 1);
    const density = Math.exp(-(2.5 ** 2) / 2) / Math.sqrt(2 * Math.PI);
    const part = core.two('mul', x, exceeds(core, x, 2.5));
    expect(core.ask('nth_moment', part, 1) / density).toBeCloseTo(1, 2);
    const both = core.two('mul', exceeds(core, x, 2.5), exceeds(core, x, 1));
    expect(core.ask('nth_moment', both, 1) / BEYOND_2_5).toBeCloseTo(1, 2.7);
  });

  it('a payoff that is rarely positive has an accurate tail', () => {
    const core = openCore(name);
    const payoff = core.two('fmax', core.two('sub', core.make('gauss', 0, 1), 2.5), 0);
    expect(core.ask('probability_gt', payoff, 0) / BEYOND_2_5).toBeCloseTo(1, 6);
    expect(core.ask('probability_gt', payoff, 1) / BEYOND_3_5).toBeCloseTo(1, 3);
    expect([core.ask('probability_gt', payoff, -1), core.ask('probability_error', payoff, -1)]).toEqual([
      1, 0,
    ]);
  });

  it('quantiles of sums of rounded values are outcomes, even if the outcomes are close together', () => {
    const core = openCore(name);
    const rounded = () => core.one('round', core.make('gauss', 0, 40));
    expect([0.001, 0.025, 0.975].map((p) => core.ask('quantile', rounded(), p))).toEqual([-124, -78, 78]);
    const sum = core.two('add', rounded(), rounded());
    expect([0.001, 0.025, 0.975].map((p) => core.ask('quantile', sum, p))).toEqual([-175, -111, 111]);
  });

  it('the tail of a rare loss is the tail of the loss size, scaled by the probability of a loss', () => {
    const core = openCore(name);
    const event = core.one('floor', core.two('add', core.make('uniform', 0, 1), 0.02));
    const loss = core.two('mul', event, core.make('exponential', 1));
    for (const limit of [0, 1, 3])
      expect(core.ask('probability_gt', loss, limit) / (0.02 * Math.exp(-limit))).toBeCloseTo(1, 2);
    expect(core.ask('quantile', loss, 0.975)).toBe(0);
    // 0.02·e^−x = 0.01
    expect(core.ask('quantile', loss, 0.99)).toBeCloseTo(Math.LN2, 2);
    const total = core.two('add', core.two('mul', 10, event), core.make('uniform', 0, 1));
    expect(core.ask('probability_gt', total, 5)).toBeCloseTo(0.02, 6);
  });

  it('an outcome divided by a continuous value has the right probabilities', () => {
    const core = openCore(name);
    const die = core.one('ceil', core.two('mul', 2, core.make('uniform', 0, 1)));
    const ratio = core.two('div', core.two('sub', die, 1.5), core.make('uniform', 1, 2));
    // ±0.5/u for u on [1, 2]: 0.5/u > 0.4 for u < 1.25.
    for (const [limit, share] of [
      [0.4, 0.125],
      [0, 0.5],
      [-0.4, 0.875],
    ] as const)
      expect(core.ask('probability_gt', ratio, limit)).toBeCloseTo(share, 3);
  });
});

// Values that depend on two sources in any way: their figures come from the nodes of the sources, not from lanes.
import { describe, expect, it } from 'vitest';
import type { Operand } from '../../src/uncertainty/core/core.ts';
import { openCore, type TestCore } from './open-core.ts';

/** Numbers that a standard normal value exceeds in absolute value with these probabilities. */
const NORMAL_AT = { 0.004: 2.878161739095483, 1e-4: 3.8905918864131204 };

interface Case {
  readonly name: string;
  readonly make: (core: TestCore) => Operand;
  /** Numbers that the value exceeds with these probabilities. */
  readonly limits: Readonly<Record<number, number>>;
}

const life = (core: TestCore) => core.make('exponential', 1);

const CASES: readonly Case[] = [
  {
    name: 'a share of a sum is uniform',
    make(core) {
      const [a, b] = [life(core), life(core)];
      return core.two('div', a, core.two('add', a, b));
    },
    limits: { 0.1: 0.9, 0.004: 0.996, 1e-4: 0.9999 },
  },
  {
    name: 'a difference relative to a sum is uniform',
    make(core) {
      const [a, b] = [life(core), life(core)];
      return core.two('div', core.two('sub', a, b), core.two('add', a, b));
    },
    limits: { 0.1: 0.8, 0.004: 0.992, 1e-4: 0.9998 },
  },
  {
    name: 'the range of two readings is half-normal',
    make(core) {
      const [a, b] = [core.make('gauss', 0, 1), core.make('gauss', 0, 1)];
      return core.two('sub', core.two('fmax', a, b), core.two('fmin', a, b));
    },
    limits: { 0.004: Math.SQRT2 * NORMAL_AT[0.004], 1e-4: Math.SQRT2 * NORMAL_AT[1e-4] },
  },
  {
    name: 'a factor that cancels out leaves the other factor',
    make(core) {
      const [a, b] = [life(core), core.make('uniform', 1, 2)];
      return core.one('sqrt', core.two('div', core.two('mul', a, b), core.two('mul', 2, b)));
    },
    limits: { 0.1: Math.sqrt(-Math.log(0.1) / 2), 0.004: Math.sqrt(-Math.log(0.004) / 2) },
  },
];

describe.each(['C0-S+', 'C0-L+', 'C0-Joint'])('on %s', (name) => {
  it.each(CASES)('$name', ({ make, limits }) => {
    const notices: string[] = [];
    const core = openCore(name, {}, { onNotice: (text) => notices.push(text) });
    const value = make(core);
    for (const [share, limit] of Object.entries(limits)) {
      expect(core.ask('probability_gt', value, limit) / Number(share)).toBeCloseTo(1, 1.7);
      expect(core.ask('probability_error', value, limit) / Number(share)).toBeLessThan(0.03);
      expect(core.ask('quantile', value, 1 - Number(share)) / limit).toBeCloseTo(1, 2);
    }
    expect(notices).toEqual([]);
  });

  it('an independent copy of a sum shares no input with the sum', () => {
    const core = openCore(name);
    const sum = core.two('add', core.make('gauss', 0, 1), core.make('gauss', 0, 1));
    const copy = core.take(core.independentCopy(sum));
    const value = core.two('add', core.two('add', sum, copy), sum);
    // 2·sum + copy has a variance of 10.
    const [quantile, error] = [core.ask('quantile', value, 0.975), core.ask('quantile_error', value, 0.975)];
    expect(Math.abs(quantile / Math.sqrt(10) - 1.959963984540054)).toBeLessThan(0.1);
    expect(error).toBeGreaterThan(0);
  });

  it('figures for a value that overflows at some nodes come from lanes', () => {
    const core = openCore(name);
    const [a, b] = [core.make('gauss', 1, 1), core.make('gauss', 1, 1)];
    const value = core.two('mul', core.one('exp', core.two('mul', 40, core.two('mul', a, b))), a);
    expect(core.ask('probability_gt', value, 1)).toBeCloseTo(0.708, 1);
    expect(core.ask('probability_error', value, 1)).toBeGreaterThan(1e-4);
  });
});

it('more than 64 operations, and chains of shared values, cost one computation each', () => {
  const core = openCore('C0-S+');
  const [x, y] = [core.make('uniform', 0.9, 1.1), core.make('uniform', 0.9, 1.1)];
  let [a, b] = [core.two('mul', x, y), core.two('div', x, y)];
  // 2⁴⁰ paths lead from the result to the sources.
  for (let i = 0; i < 40; i++) {
    const [sum, difference] = [core.two('add', a, b), core.two('sub', a, core.two('mul', 0.5, b))];
    [a, b] = [core.two('div', sum, 2), difference];
  }
  const start = performance.now();
  const error = core.ask('quantile_error', a, 0.5);
  expect(performance.now() - start).toBeLessThan(10_000);
  expect(error).toBeGreaterThanOrEqual(0);
});

it('the error of a controlled deviation covers the true value, and is not many times too large', () => {
  let [squares, printed] = [0, 0];
  const SEEDS = 12;
  // Variance of a product of 60 independent factors 1 + 0.05·z.
  const truth = Math.sqrt((1 + 0.05 ** 2) ** 60 - 1);
  for (let seed = 1; seed <= SEEDS; seed++) {
    const core = openCore('C0-S+', {}, { seed });
    let value: Operand = { handle: 0, particle: 1 };
    for (let i = 0; i < 60; i++)
      value = core.two('add', value, core.two('mul', core.two('mul', 0.05, value), core.make('gauss', 0, 1)));
    squares += (Math.sqrt(core.ask('nth_moment', value, 2)) / truth - 1) ** 2;
    printed += (core.figuresOf(value).deviation.error / truth) ** 2;
  }
  expect(squares).toBeLessThan(printed);
  expect(Math.sqrt(printed / SEEDS)).toBeLessThan(0.008);
});

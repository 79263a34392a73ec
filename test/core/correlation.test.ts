// Cores that track correlation: their exact properties, consistency checks, and the dependence of new values
// (src/uncertainty/dependence.md).

import { describe, expect, it } from 'vitest';
import type { Operand } from '../../src/uncertainty/core/core.ts';
import type { LaneAccess, TrackingCore } from '../../src/uncertainty/cores/tracking-core.ts';
import { openCore, type TestCore } from './open-core.ts';

const CORES = ['C0-S+', 'C0-Joint'] as const;

function accessLanes(core: TestCore): LaneAccess {
  return (core.core as TrackingCore).lanes!;
}

function lanesOf(core: TestCore, value: Operand): Float64Array {
  return accessLanes(core).read(value);
}

function correlate(core: TestCore, a: Operand, b: Operand): number {
  return correlateLanes(lanesOf(core, a), lanesOf(core, b));
}

function correlateLanes(x: Float64Array, y: Float64Array): number {
  const mean = (z: Float64Array) => z.reduce((sum, one) => sum + one) / z.length;
  const [mx, my] = [mean(x), mean(y)];
  const sum = (f: (i: number) => number) => x.reduce((total, _, i) => total + f(i), 0);
  return (
    sum((i) => (x[i]! - mx) * (y[i]! - my)) /
    Math.sqrt(sum((i) => (x[i]! - mx) ** 2) * sum((i) => (y[i]! - my) ** 2))
  );
}

const deviation = (core: TestCore, value: Operand) => Math.sqrt(core.ask('nth_moment', value, 2));

describe.each(CORES)('%s', (name) => {
  it('x − x is exactly 0, and x / x is exactly 1', () => {
    const core = openCore(name);
    const x = core.make('gauss', 3, 1);
    const y = core.one('exp', x);
    expect(core.two('sub', x, x)).toEqual({ handle: 0, particle: 0 });
    expect(core.two('div', y, y)).toEqual({ handle: 0, particle: 1 });
    const twice = core.two('add', x, x);
    expect(core.two('sub', twice, core.two('mul', 2, x))).toEqual({ handle: 0, particle: 0 });
  });

  it('a single-point result becomes a plain number', () => {
    const core = openCore(name);
    const x = core.make('uniform', 0.1, 0.9);
    const y = core.make('gauss', 5, 1);
    const plain = (particle: number) => ({ handle: 0, particle });
    expect(core.two('mul', x, 0)).toEqual(plain(0));
    expect(core.one('floor', x)).toEqual(plain(0));
    expect(core.two('pow', y, 0)).toEqual(plain(1));
    expect(core.one('acosh', x)).toEqual(plain(Number.NaN));
    expect(core.two('sub', core.two('add', x, y), core.two('add', y, x))).toEqual(plain(0));
    const seven = plain(7);
    expect(core.take(core.mixture(seven, seven, 0.3))).toEqual(seven);
    expect(core.take(core.independentCopy(seven))).toEqual(seven);
    expect(core.take(core.limitSupport(seven, 0, 10))).toEqual(seven);
    const die = core.take(core.fromSamples(Float64Array.of(1, 2, 3, 4, 5, 6)));
    expect(core.take(core.limitSupport(die, 3.5, 4.5))).toEqual(plain(4));
    expect(core.take(core.fromSamples(Float64Array.of(2, 2, 2)))).toEqual(plain(2));
    // The point differs from the particle, so the distribution must be retained.
    expect(core.one('floor', { handle: x.handle, particle: 1.5 }).handle).not.toBe(0);
  });

  it('x·x has the same result as pow(x, 2), within sampling error', () => {
    const core = openCore(name);
    const x = core.make('gauss', 1, 1);
    const product = core.two('mul', x, x);
    const power = core.two('pow', x, 2);
    expect(lanesOf(core, product)).toEqual(lanesOf(core, power));
    // E = µ² + σ² = 2, variance 4µ²σ² + 2σ⁴ = 6.
    for (const square of [product, power]) {
      expect(core.ask('nth_moment', square, 1)).toBeCloseTo(2, 2);
      expect(deviation(core, square) / Math.sqrt(6)).toBeCloseTo(1, 1.6);
    }
  });

  it('every way of writing a²/(a+b) gives the same result', () => {
    const core = openCore(name);
    const a = core.make('uniform', 1, 3);
    const b = core.make('uniform', 2, 4);
    const spellings = [
      core.two('div', core.two('mul', a, a), core.two('add', a, b)),
      core.two('mul', a, core.two('div', a, core.two('add', a, b))),
      core.two('div', a, core.two('add', 1, core.two('div', b, a))),
    ];
    const means = spellings.map((value) => core.ask('nth_moment', value, 1));
    const deviations = spellings.map((value) => deviation(core, value));
    for (const one of means) expect(Math.abs(one / means[0]! - 1)).toBeLessThan(0.01);
    for (const one of deviations) expect(Math.abs(one / deviations[0]! - 1)).toBeLessThan(0.01);
  });

  it('joint samples stay joint', () => {
    const core = openCore(name);
    const rows = Float64Array.from({ length: 600 }, (_, i) => {
      const t = ((i >> 1) * 0.618033988749895) % 1;
      return i % 2 === 0 ? t : -3 * t;
    });
    const [x, y] = core.fromMultidimensionalSamples(rows, 2);
    const sum = core.two('add', y!, core.two('mul', 3, x!));
    expect(deviation(core, sum)).toBeLessThan(1e-12);
    expect(correlate(core, x!, y!)).toBeCloseTo(-1, 12);
  });

  it('copies are independent, and have the same distribution', () => {
    const core = openCore(name);
    const x = core.make('exponential', 2);
    for (const value of [x, core.two('mul', core.one('sin', x), x)]) {
      const copy = core.take(core.independentCopy(value));
      expect(copy.particle).toBe(value.particle);
      expect(core.ask('nth_moment', copy, 1)).toBeCloseTo(core.ask('nth_moment', value, 1), 9);
      expect(Math.abs(correlate(core, value, copy))).toBeLessThan(0.05);
      expect(deviation(core, core.two('sub', copy, value)) / deviation(core, value)).toBeCloseTo(
        Math.SQRT2,
        1,
      );
    }
  });

  it('a mixture has a new source, and stays correlated with both values', () => {
    const core = openCore(name);
    const a = core.make('gauss', 0, 1);
    const b = core.make('gauss', 10, 1);
    const mixture = core.take(core.mixture(a, b, 0.25));
    expect(mixture.particle).toBeCloseTo(7.5, 3);
    const lanes = lanesOf(core, mixture);
    const [x, y] = [lanesOf(core, a), lanesOf(core, b)];
    const fromFirst = lanes.reduce((count, lane, i) => count + (lane === x[i] ? 1 : 0), 0);
    expect(fromFirst / lanes.length).toBeCloseTo(0.25, 2);
    lanes.forEach((lane, i) => {
      expect(lane === x[i] || lane === y[i]).toBe(true);
    });
    const shifted = core.two('sub', mixture, a);
    // M − A is 0 or B − A: variance 0.75·(2 + 10²) − 7.5².
    expect(deviation(core, shifted)).toBeCloseTo(Math.sqrt(76.5 - 56.25), 0);
    expect(core.take(core.mixture(a, a, 0.5)).particle).toBeCloseTo(0, 3);
    expect(core.take(core.mixture(a, b, -1)).particle).toBeNaN();
  });

  it('limiting a value leaves the lanes within the limits unchanged', () => {
    const core = openCore(name);
    const x = core.make('uniform', 0, 10);
    const limited = core.take(core.limitSupport(x, 2, 10));
    expect(limited.particle).toBeCloseTo(6, 0);
    const [before, after] = [lanesOf(core, x), lanesOf(core, limited)];
    after.forEach((lane, i) => {
      if (before[i]! >= 2) expect(lane).toBe(before[i]);
      else expect(lane >= 2 && lane <= 10).toBe(true);
    });
    // Uniform(2, 10).
    expect(deviation(core, limited)).toBeCloseTo(8 / Math.sqrt(12), 1);
    expect(core.take(core.limitSupport(x, 20, 30))).toEqual({ handle: 0, particle: Number.NaN });
  });

  it('a posterior is a separate source', () => {
    const core = openCore(name);
    const prior = core.make('gauss', 0, 1);
    const observed = { handle: 0, particle: 1 };
    const posterior = core.take(core.bayesLaplace((h) => core.make('gauss', h, 0.5), prior, observed));
    expect(posterior.particle).toBeCloseTo(0.8, 1.5);
    expect(Math.abs(correlate(core, prior, posterior))).toBeLessThan(0.05);
  });

  it('the same seed gives the same bytes, and another seed gives different bytes', () => {
    const compute = (seed: number) => {
      const core = openCore(name, {}, { seed });
      const x = core.make('gauss', 0, 1);
      const y = core.make('gamma', 2.5, 1);
      const product = core.two('mul', core.one('exp', x), core.two('sub', x, y));
      return core.toText(product);
    };
    expect(compute(1)).toBe(compute(1));
    expect(compute(1)).not.toBe(compute(2));
  });

  it('results are the same whether or not intermediate values are queried', () => {
    const compute = (look: boolean) => {
      const core = openCore(name);
      const x = core.make('gauss', 1, 0.3);
      const square = core.two('mul', x, x);
      if (look) core.toText(square);
      const sine = core.one('sin', square);
      return core.toText(core.two('add', sine, core.make('uniform', 0, 1)));
    };
    expect(compute(true)).toBe(compute(false));
  });

  it('a value’s lanes are freed together with the value', () => {
    const core = openCore(name);
    const lanes = accessLanes(core);
    const x = core.make('gauss', 0, 1);
    for (let i = 0; i < 100; i++) core.one('exp', x);
    const perValue = lanes.bytes / 101;
    const marked = new Uint32Array(1);
    marked[0] = 1 << x.handle;
    expect(core.sweep(marked)).toBe(100);
    expect(lanes.bytes).toBe(perValue);
  });

  it('a task ends with a message when its lanes fill the host’s memory', () => {
    const core = openCore(name, { LaneCount: 1024 }, { laneMemoryLimitBytes: 10 * 8192 });
    const x = core.make('gauss', 0, 1);
    for (let i = 0; i < 9; i++) core.one('exp', x);
    expect(() => core.one('exp', x)).toThrowError(
      /Lane memory of 0.08 MB exhausted: 10 values are alive with 1024/,
    );
  });

  it('text is written exactly as it was read', () => {
    const core = openCore(name);
    const source = openCore('C0-S');
    const text = source.toText(source.make('beta', 2, 3));
    const value = core.take(core.fromText(text, 0.25));
    expect(core.toText(value)).toBe(text);
    expect(core.ask('nth_moment', value, 1)).toBeCloseTo(0.4, 12);
  });
});

describe('a "+" core', () => {
  it('a "+" core keeps the mean, variance and third moment of independent values through products', () => {
    // Sums and products in closed form, for the deltas as printed. The core without "+" loses variance in each step.
    const core = openCore('C0-S+');
    const x = core.make('gauss', 3, 0.5);
    const y = core.make('exponential', 2);
    const z = core.make('uniform', 1, 2);
    const sum = core.two('add', core.two('add', x, y), z);
    const product = core.two('mul', core.two('mul', x, y), z);
    const describe = (value: Operand) => {
      const { positions, masses } = core.read(value);
      const moment = (order: number, about: number) =>
        positions.reduce((total, p, i) => total + masses[i]! * (p - about) ** order, 0);
      const mean = moment(1, 0);
      return [mean, moment(2, mean), moment(3, mean)];
    };
    const [mean, variance, third] = describe(sum);
    expect(mean).toBeCloseTo(6.5, 6);
    expect(variance! / (0.25 + 4 + 1 / 12)).toBeCloseTo(1, 5);
    expect(third! / 16).toBeCloseTo(1, 4);
    // E[X²] = 9.25, E[Y²] = 8, E[Z²] = 7/3.
    const [productMean, productVariance] = describe(product);
    expect(productMean).toBeCloseTo(9, 6);
    expect(productVariance! / ((9.25 * 8 * 7) / 3 - 81)).toBeCloseTo(1, 5);
  });
});

describe('lanes', () => {
  it('lanes are the quantiles of each distribution family', () => {
    const core = openCore('C0-Joint', { LaneCount: 65_536 });
    // Closed-form quantile functions at 1/4.
    const cases = [
      [core.make('exponential', 1), -Math.log(0.75)],
      [core.make('logistic', 0, 1), -Math.log(3)],
      [core.make('laplace', 0, 1), Math.log(0.5)],
      [core.make('gumbel1', 0, 1), -Math.log(Math.log(4))],
      [core.make('weibull', 2, 1), Math.sqrt(-Math.log(0.75))],
      [core.make('beta', 1, 3), 1 - 0.75 ** (1 / 3)],
      [core.make('uniform', 0, 1), 0.25],
      [core.make('gev', 0.5), 2 * (Math.log(4) ** -0.5 - 1)],
      [core.make('boundedpareto', 1, 1, 3), 1 / (1 - 0.25 * (2 / 3))],
      [core.make('gauss', 0, 1), -0.6744897501960817],
      [core.make('studentst', 2), -Math.sqrt(2 / 3)],
      [core.make('gamma', 1, 2), -2 * Math.log(0.75)],
      [core.make('f', 2, 4), 2 * (0.75 ** -0.5 - 1)],
      [core.make('inversegamma', 2, 1), 1 / 2.692634528],
    ] as const;
    for (const [value, quantile] of cases) {
      const lanes = lanesOf(core, value).sort();
      const between = (lanes[16_383]! + lanes[16_384]!) / 2;
      expect(Math.abs(between - quantile)).toBeLessThan(1e-4 * Math.max(1, Math.abs(quantile)));
    }
  });

  it('lanes fill every dimension evenly, and fill pairs of dimensions like nets', () => {
    // With 2^10 points, each of the 2^10 intervals in every dimension contains one point, and in any two of the first
    // 40 dimensions, each elementary box of area 2^-3 contains 2^7 points (t ≤ 7; sobol-candidates.h).
    const core = openCore('C0-S+');
    const dimensions = Array.from({ length: 40 }, () => lanesOf(core, core.make('uniform', 0, 1)));
    for (const lanes of dimensions) {
      expect(new Set(lanes.map((u) => Math.floor(u * 1024))).size).toBe(1024);
    }
    for (let a = 0; a < 40; a++) {
      for (let b = 0; b < a; b++) {
        for (const [sa, sb] of [
          [2, 4],
          [4, 2],
        ] as const) {
          const counts = new Uint32Array(8);
          dimensions[a]!.forEach((u, i) => {
            counts[Math.floor(u * sa) * sb + Math.floor(dimensions[b]![i]! * sb)]!++;
          });
          expect([...counts]).toEqual(new Array(8).fill(128));
        }
      }
    }
  });

  it('lanes of Joint cores have one point in each step of every dimension, on a lattice for the first sources', () => {
    for (const LaneCount of [256, 2048, 4096, 8192, 16_384, 32_768, 65_536]) {
      const core = openCore('C0-Joint', { LaneCount });
      for (let source = 0; source < 68; source++) {
        const steps = lanesOf(core, core.make('uniform', 0, LaneCount)).map(Math.floor);
        expect(new Set(steps).size, `${LaneCount} lanes, source ${source}`).toBe(LaneCount);
        // Neighbouring points on a lattice differ by a constant number of steps, but neighbouring Sobol' points do not.
        const strides = new Set(steps.slice(1).map((step, i) => (step - steps[i]! + LaneCount) % LaneCount));
        // The step size is the same within each of the four blocks of lanes, and differs between blocks.
        if (LaneCount >= 4096 && source < 64) expect(strides.size).toBeLessThanOrEqual(4);
        else expect(strides.size).toBeGreaterThan(4);
      }
    }
  });

  it('pairs of lanes on a lattice are less correlated than pairs of random numbers', () => {
    const core = openCore('C0-Joint');
    const sources = Array.from({ length: 24 }, () => core.make('gauss', 0, 1));
    let sum = 0;
    for (let a = 0; a < 24; a++)
      for (let b = 0; b < a; b++) sum += correlate(core, sources[a]!, sources[b]!) ** 2;
    // Independent random lanes would have correlations of 1/64.
    expect(Math.sqrt(sum / 276)).toBeLessThan(1 / 160);
  });

  it('lanes on a lattice have unbiased means, which scatter around the true value for different seeds', () => {
    // E[x·y·exp(z)] with x, y uniform on (0, 1) and z standard normal is ¼·e^½.
    const truth = Math.exp(0.5) / 4;
    const errors = Array.from({ length: 64 }, (_, seed) => {
      const core = openCore('C0-Joint', {}, { seed });
      const square = core.two('mul', core.make('uniform', 0, 1), core.make('uniform', 0, 1));
      const value = core.two('mul', square, core.one('exp', core.make('gauss', 0, 1)));
      const lanes = lanesOf(core, value);
      return lanes.reduce((sum, x) => sum + x, 0) / lanes.length / truth - 1;
    });
    const mean = errors.reduce((sum, error) => sum + error) / errors.length;
    const spread = Math.sqrt(errors.reduce((sum, error) => sum + (error - mean) ** 2, 0) / 63);
    expect(Math.abs(mean)).toBeLessThan((3 * spread) / 8);
    // The deviation with 4 096 independent draws: √((4/3)²·e − 1) / 64 = 0.031.
    expect(spread).toBeLessThan(0.01);
    expect(new Set(errors).size).toBe(64);
  });

  it.each([
    ['C0-Joint', 4096, 2],
    ['C0-S+', 4096, 6],
  ])('lanes converge faster than random numbers (%s)', (name, LaneCount, gain) => {
    // The mean of the product of 8 independent factors with mean 1: E = 1, σ² = (1 + 0.64/3)^8 − 1.
    const random = Math.sqrt(((1 + 0.64 / 3) ** 8 - 1) / LaneCount);
    const squares = Array.from({ length: 16 }, (_, seed) => {
      const core = openCore(name, { LaneCount }, { seed });
      let product: Operand = { handle: 0, particle: 1 };
      for (let i = 0; i < 8; i++) product = core.two('mul', product, core.make('uniform', 0.2, 1.8));
      const lanes = lanesOf(core, product);
      return (lanes.reduce((sum, lane) => sum + lane) / LaneCount - 1) ** 2;
    });
    const error = Math.sqrt(squares.reduce((sum, square) => sum + square) / 16);
    expect(error).toBeLessThan(random / gain);
  });

  it('lanes of sources created together fill their joint space evenly, however many sources came before', () => {
    const notices: string[] = [];
    const core = openCore('C0-S+', {}, { onNotice: (message) => notices.push(message) });
    for (let i = 0; i < 64 * 18; i++) core.make('uniform', 0, 1);
    const together = Array.from({ length: 16 }, () => lanesOf(core, core.make('uniform', 0, 1)));
    for (const lanes of together) expect(new Set(lanes.map((u) => Math.floor(u * 1024))).size).toBe(1024);
    // Each block of lanes behaves like the whole set: each elementary box of area 2^-3 contains 2^5 of the 2^8 points
    // (t ≤ 5).
    for (let a = 1; a < 16; a++) {
      for (let block = 0; block < 4; block++) {
        const counts = new Uint32Array(8);
        for (let i = 256 * block; i < 256 * (block + 1); i++)
          counts[Math.floor(together[a]![i]! * 4) * 2 + Math.floor(together[a - 1]![i]! * 2)]!++;
        expect([...counts]).toEqual(new Array(8).fill(32));
      }
    }
    const later = core.make('uniform', 0, 1);
    const others = together.map((lanes) => correlateLanes(lanes, lanesOf(core, later)));
    // Independent random lanes would have correlations of 1/32.
    expect(Math.sqrt(others.reduce((sum, one) => sum + one * one, 0) / 16)).toBeLessThan(0.05);
    expect(notices).toEqual([]);
  });

  it('lanes of sources created after an inference do not depend on draws made by the likelihood', () => {
    const drawAfter = (likelihood: (core: TestCore, hypothesis: number) => Operand) => {
      const core = openCore('C0-S+');
      const prior = core.make('gauss', 2, 2);
      core.take(core.bayesLaplace((h) => likelihood(core, h), prior, { handle: 0, particle: 3.1 }));
      return lanesOf(core, core.make('uniform', 0, 1));
    };
    const ofModel = drawAfter((core, h) =>
      core.two('add', core.two('mul', core.make('uniform', 0.9, 1.1), h), core.make('gauss', 0, 0.3)),
    );
    expect(ofModel).toEqual(drawAfter((core, h) => core.make('gauss', h, 0.3)));
  });

  it('functions of lanes agree with the scalar functions to 1 ulp', () => {
    const core = openCore('C0-Joint', { LaneCount: 65_536 });
    const wide = core.make('uniform', -745, 745);
    const cases = [
      ['exp', wide],
      ['log', core.one('exp', wide)],
      ['log', core.make('uniform', 0.5, 2)],
      ['sin', core.make('uniform', -1e7, 1e7)],
      ['cos', core.make('uniform', -100, 100)],
      ['sqrt', core.make('uniform', -1, 100)],
    ] as const;
    for (const [operation, value] of cases) {
      const [x, y] = [lanesOf(core, value), lanesOf(core, core.one(operation, value))];
      const scalar = (i: number) => core.one(operation, { handle: 0, particle: x[i]! }).particle;
      expect(findWorstUlp(y, scalar), operation).toBeLessThanOrEqual(1n);
    }
  });

  it('powers of lanes agree with pow to 1 ulp, whichever operand is uncertain', () => {
    const core = openCore('C0-Joint', { LaneCount: 65_536 });
    const wide = core.one('exp', core.make('uniform', -700, 700));
    // The logarithm is near 0 and the exponent is large, so every bit of the logarithm matters.
    const nearOne = core.two('add', core.make('uniform', -1e-9, 1e-9), 1);
    const cases = [
      [core.make('uniform', -1, 10), core.make('uniform', -5, 5)],
      [wide, core.make('gauss', 0, 1)],
      [nearOne, core.make('uniform', -1e11, 1e11)],
      [wide, 0.758],
      [core.make('gauss', 0, 2), 4],
      [10, core.make('uniform', -330, 310)],
    ] as const;
    for (const [x, y] of cases) {
      const operand = (value: Operand | number) =>
        lanesOf(core, typeof value === 'number' ? { handle: 0, particle: value } : value);
      const [base, exponent] = [operand(x), operand(y)];
      const scalar = (i: number) => core.two('pow', base[i]!, exponent[i]!).particle;
      expect(findWorstUlp(lanesOf(core, core.two('pow', x, y)), scalar)).toBeLessThanOrEqual(1n);
    }
  });
});

/**
 * The largest distance, counted in representable numbers, between a lane and the scalar function's result, over every
 * third lane. NaN equals NaN.
 */
function findWorstUlp(lanes: Float64Array, scalar: (i: number) => number): bigint {
  const number = new Float64Array(2);
  const bits = new BigInt64Array(number.buffer);
  let worst = 0n;
  for (let i = 0; i < lanes.length; i += 3) {
    number.set([lanes[i]!, scalar(i)]);
    if (Number.isNaN(number[0]) && Number.isNaN(number[1])) continue;
    const distance = bits[0]! - bits[1]!;
    worst = distance > worst ? distance : -distance > worst ? -distance : worst;
  }
  return worst;
}

it.each(CORES)('%s: a posterior has the same lanes whenever it is computed', (name) => {
  const [early, late] = [openCore(name), openCore(name)];
  const infer = (core: TestCore) => {
    const prior = core.make('uniform', -10, 10);
    const evidence = { handle: 0, particle: 3 };
    return core.take(core.bayesLaplace((h) => core.make('gauss', h, 0.5), prior, evidence));
  };
  const [first, second] = [infer(early), infer(late)];
  const lanes = lanesOf(early, first);
  const other = late.make('gauss', 0, 1);
  const sum = late.two('add', second, other);
  expect(lanesOf(late, second)).toEqual(lanes);
  expect(correlateLanes(lanesOf(late, sum), lanes)).toBeGreaterThan(0.3);
});

it('the variance of a mixture far from zero equals that of the mixture at zero', () => {
  const core = openCore('C0-Joint');
  const [a, b, c] = [core.make('gauss', 0, 1), core.make('gauss', 0, 1), core.make('gauss', 0, 1)];
  // Functions of several sources, which have only lanes.
  const x = core.two('add', core.two('mul', core.one('sin', core.two('mul', a, b)), c), a);
  const y = core.two('mul', core.two('add', x, b), c);
  const mix = (shift: number) =>
    core.take(core.mixture(core.two('add', x, shift), core.two('add', y, shift), 0.5));
  const near = core.ask('nth_moment', mix(0), 2);
  expect(near).toBeGreaterThan(0.5);
  expect(core.ask('nth_moment', mix(1e9), 2)).toBeCloseTo(near, 5);
});

it('an inference within a likelihood leaves the draws of later sources unchanged', () => {
  const drawLater = (isNested: boolean) => {
    const core = openCore('C0-Joint');
    const infer = (within: () => void) =>
      core.bayesLaplace(
        (hypothesis) => {
          within();
          return core.make('gauss', hypothesis, 1);
        },
        core.make('gauss', 0, 1),
        { handle: 0, particle: 1 },
      );
    const prior = core.make('gauss', 0, 1);
    const evidence = { handle: 0, particle: 1 };
    infer(() => {
      if (isNested) core.bayesLaplace((hypothesis) => core.make('gauss', hypothesis, 1), prior, evidence);
    });
    return lanesOf(core, core.make('gauss', 0, 1));
  };
  expect(drawLater(true)).toEqual(drawLater(false));
});

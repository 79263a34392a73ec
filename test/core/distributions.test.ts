// Creates, queries and combines distributions, and compares the results with closed forms, which are given next to each
// number.

import { describe, expect, it } from 'vitest';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { PARAMETRIC_KINDS, type ParametricKind } from '../../src/uncertainty/core/operations.ts';
import { PlainCore } from '../../src/uncertainty/cores/plain-core.ts';
import { kernels, openCore } from './open-core.ts';

const EULER = 0.5772156649015329;
const ZETA_2 = Math.PI ** 2 / 6;

/** The gamma function at the halves and thirds used in the table: Γ(5/3), Γ(7/3), Γ(0.8), Γ(0.6), Γ(1.5), Γ(2). */
const GAMMA = {
  '5/3': 0.9027452929509336,
  '7/3': 1.190639348758999,
  '0.8': 1.1642297137253035,
  '0.6': 1.4891922488128184,
};

/** kind, parameters, mean, variance. */
const CLOSED_FORMS: [ParametricKind, number[], number, number][] = [
  ['gauss', [3, 2], 3, 4],
  ['uniform', [-1, 5], 2, 3],
  ['exponential', [2.5], 2.5, 6.25],
  ['gumbel1', [1, 2], 1 + 2 * EULER, 4 * ZETA_2],
  ['logistic', [1, 2], 1, (4 * Math.PI ** 2) / 3],
  ['laplace', [-2, 3], -2, 18],
  ['weibull', [1.5, 2], 2 * GAMMA['5/3'], 4 * (GAMMA['7/3'] - GAMMA['5/3'] ** 2)],
  ['weibull', [0.5, 2], 4, 80],
  ['lognormal', [0.3, 0.5], Math.exp(0.425), Math.expm1(0.25) * Math.exp(0.85)],
  // α = 3 on [1, 2]: first moments 12/7 · (1 − 1/4), 24/7 · (1 − 1/2).
  ['boundedpareto', [3, 1, 2], 9 / 7, 12 / 7 - (9 / 7) ** 2],
  ['boundedpareto', [1, 1, 10], Math.log(10) / 0.9, 10 - (Math.log(10) / 0.9) ** 2],
  ['beta', [2, 3], 0.4, 0.04],
  ['beta', [0.5, 0.5], 0.5, 0.125],
  ['beta', [0.01, 0.02], 1 / 3, 2 / 9 / 1.03],
  ['gamma', [2, 3], 6, 18],
  ['gamma', [0.1, 3], 0.3, 0.9],
  ['gamma', [1e8, 1e-8], 1, 1e-8],
  ['inversegamma', [7, 12], 2, 0.8],
  ['chisquared', [3], 3, 6],
  ['chisquared', [0.5], 0.5, 1],
  // d2²(2d1 + 2d2 − 4) / (d1 (d2 − 2)² (d2 − 4)).
  ['f', [5, 20], 20 / 18, (400 * 46) / (5 * 324 * 16)],
  ['studentst', [9], 0, 9 / 7],
  // (g2 − g1²)/ξ², g_k = Γ(1 − kξ).
  ['gev', [0.2], (GAMMA['0.8'] - 1) / 0.2, (GAMMA['0.6'] * 1 - GAMMA['0.8'] ** 2) / 0.04],
  ['gev', [0], EULER, ZETA_2],
  ['gev', [1e-9], EULER, ZETA_2],
  ['gev', [-1], 0, 1],
];

describe('parametric distributions', () => {
  it.each(CLOSED_FORMS)(
    '%s(%j) has the exact mean, and its exact variance except for the loss in the split',
    (kind, parameters, mean, variance) => {
      const core = openCore('C0-XL', { Precision: 8192 });
      const value = core.make(kind, ...(parameters as [number]));
      const deviation = Math.sqrt(variance);
      expect(Math.abs(value.particle - mean)).toBeLessThan(1e-8 * deviation);
      expect(Math.abs(core.ask('nth_moment', value, 1) - value.particle)).toBeLessThan(
        1e-12 * deviation + 1e-15,
      );
      const kept = core.ask('nth_moment', value, 2) / variance;
      expect(kept).toBeGreaterThan(0.9985);
      expect(kept).toBeLessThan(1 + 1e-6);
    },
  );

  it('an exponential is split exactly at its conditional means', () => {
    // The mean on [a, b) is a + 1 − d / (e^d − 1), with d = b − a, because the distribution is memoryless.
    const leaves: number[] = [];
    const split = (a: number, b: number, levels: number) => {
      const d = b - a;
      const mean = d === Infinity ? a + 1 : a + 1 - d / Math.expm1(d);
      if (levels === 0) leaves.push(mean);
      else {
        split(a, mean, levels - 1);
        split(mean, b, levels - 1);
      }
    };
    split(0, Infinity, 6);
    const core = openCore('C0-S');
    const { positions } = core.read(core.make('exponential', 1));
    positions.forEach((position, i) => {
      expect(Math.abs(position / leaves[i]! - 1)).toBeLessThan(1e-12);
    });
  });

  it('the deltas of a uniform distribution are at the midpoints of equal bins', () => {
    // 100000·(1 + Uniform(0.05, 0.07)) on 64 deltas.
    const core = openCore('C0-S');
    const rate = core.two('add', 1, core.make('uniform', 0.05, 0.07));
    const value = core.two('mul', 1e5, rate);
    const { positions, masses } = core.read(value);
    positions.forEach((position, i) => {
      expect(position).toBeCloseTo(105015.625 + i * 31.25, 8);
    });
    expect(new Set(masses)).toEqual(new Set([1 / 64]));
    expect(core.toText(value).slice(0, 44)).toBe('Ux04000000000000000140F9E1000000000000000040');
  });

  const NOT_ALLOWED: [ParametricKind, ...number[]][] = [
    ['gauss', 0, -1],
    ['uniform', 1, 0],
    ['exponential', -1],
    ['gumbel1', 0, -1],
    ['logistic', 0, -1],
    ['laplace', 0, -1],
    ['weibull', 0, 1],
    ['weibull', 1, -1],
    ['lognormal', 0, -1],
    ['boundedpareto', 0, 1, 2],
    ['boundedpareto', 1, 0, 2],
    ['boundedpareto', 1, 2, 1],
    ['beta', 0, 1],
    ['beta', 1, 0],
    ['gamma', 0, 1],
    ['gamma', 1, -1],
    ['inversegamma', 1, 1],
    ['inversegamma', 2, -1],
    ['chisquared', 0],
    ['f', 0, 3],
    ['f', 1, 2],
    ['studentst', 1],
    ['gev', 1],
    ['gauss', Number.NaN, 1],
    ['gauss', 0, Infinity],
    ['uniform', -Infinity, 0],
    ['beta', 1, Infinity],
  ];

  it.each(NOT_ALLOWED)('%s(%j, %j, %j) is NaN', (kind, a, b = 0, c = 0) => {
    const core = openCore('C0-XS');
    const value = core.make(kind, a as number, b, c);
    expect(value.handle).toBe(0);
    expect(value.particle).toBeNaN();
  });

  it.each([
    ['gauss', 3, 0, 3],
    ['uniform', 2, 2, 2],
    ['exponential', 0, 0, 0],
    ['gumbel1', 1, 0, 1],
    ['logistic', 1, 0, 1],
    ['laplace', 1, 0, 1],
    ['weibull', 2, 0, 0],
    ['lognormal', 0, 0, 1],
    ['gamma', 2, 0, 0],
    ['inversegamma', 2, 0, 0],
  ] as const)('%s(%j, %j) is the plain value %j', (kind, a, b, plain) => {
    const core = openCore('C0-XS');
    expect(core.make(kind, a, b)).toEqual({ handle: 0, particle: plain });
  });
});

describe('empirical distributions', () => {
  it('each sample is kept, and equal samples are merged', () => {
    const core = openCore('C0-XS');
    const value = core.take(core.fromSamples(Float64Array.of(3, 1, 3, 2)));
    const { positions, masses } = core.read(value);
    expect([...positions]).toEqual([1, 2, 3]);
    expect([...masses]).toEqual([0.25, 0.25, 0.5]);
    expect(value.particle).toBe(2.25);
  });

  it('a large set of samples is reduced and keeps its mean', () => {
    const core = openCore('C0-XS');
    const samples = Float64Array.from({ length: 1000 }, (_, i) => (i * 0.618033988749895) % 1);
    const value = core.take(core.fromSamples(samples));
    expect(core.read(value).positions).toHaveLength(32);
    const mean = samples.reduce((sum, x) => sum + x) / 1000;
    expect(core.ask('nth_moment', value, 1)).toBeCloseTo(mean, 13);
  });

  it('samples can have weights, and invalid weights are rejected', () => {
    const core = openCore('C0-XS');
    const samples = Float64Array.of(1, 2, 3);
    const value = core.take(core.fromWeightedSamples(samples, Float64Array.of(1, 0, 3)));
    expect([...core.read(value).masses]).toEqual([0.25, 0.75]);
    expect(core.take(core.fromWeightedSamples(samples, Float64Array.of(1, -1, 3))).particle).toBeNaN();
    expect(core.take(core.fromWeightedSamples(samples, new Float64Array(3))).particle).toBeNaN();
  });

  it('an empty set of samples gives NaN, and a single sample gives a plain value', () => {
    const core = openCore('C0-XS');
    expect(core.take(core.fromSamples(new Float64Array()))).toEqual({ handle: 0, particle: Number.NaN });
    expect(core.take(core.fromSamples(Float64Array.of(7, 7)))).toEqual({ handle: 0, particle: 7 });
  });

  it('joint samples give their marginals', () => {
    const core = openCore('C0-XS');
    const [x, y] = core.fromMultidimensionalSamples(Float64Array.of(1, 10, 2, 20, 3, 60), 2);
    expect(x?.particle).toBe(2);
    expect(core.ask('nth_moment', y!, 1)).toBeCloseTo(30, 12);
  });
});

describe('queries', () => {
  it('a plain value is treated as a single point', () => {
    const core = openCore('C0-XS');
    const five = { handle: 0, particle: 5 };
    expect([0, 1, 2, 3].map((n) => core.ask('nth_moment', five, n))).toEqual([1, 5, 0, 0]);
    expect(core.ask('quantile', five, 0.3)).toBe(5);
    expect([4.9, 5, 5.1].map((cutoff) => core.ask('probability_gt', five, cutoff))).toEqual([1, 0, 0]);
    expect([core.ask('support_min', five), core.ask('support_max', five), core.ask('sample', five)]).toEqual([
      5, 5, 5,
    ]);
    expect([core.ask('nth_mode', five, 1), core.ask('nth_mode', five, 2)]).toEqual([5, Number.NaN]);
    expect([core.ask('evaluate_pdf', five, 5), core.ask('evaluate_pdf', five, 4)]).toEqual([Infinity, 0]);
  });

  it('queries about a uniform distribution return exact numbers', () => {
    const core = openCore('C0-S');
    const value = core.make('uniform', 2, 6);
    for (const p of [0.001, 0.1, 0.25, 0.5, 0.777, 0.999]) {
      expect(core.ask('quantile', value, p)).toBeCloseTo(2 + 4 * p, 12);
      expect(core.ask('probability_gt', value, 2 + 4 * p)).toBeCloseTo(1 - p, 12);
      expect(core.ask('evaluate_pdf', value, 2 + 4 * p)).toBeCloseTo(0.25, 12);
    }
    expect(core.ask('evaluate_pdf', value, 1.99)).toBe(0);
    expect(core.ask('nth_mode', value, 1)).toBeCloseTo(4, 12);
    expect(core.ask('nth_mode', value, 2)).toBeNaN();
  });

  it('queries about Gauss(0, 1) and the exponential return numbers close to the closed forms', () => {
    const core = openCore('C0-L');
    const gauss = core.make('gauss', 0, 1);
    // Φ⁻¹(0.975), 1 − Φ(1), φ(0), φ(1).
    expect(core.ask('quantile', gauss, 0.975)).toBeCloseTo(1.959963984540054, 3);
    expect(core.ask('probability_gt', gauss, 1)).toBeCloseTo(0.15865525393145707, 4);
    expect(core.ask('evaluate_pdf', gauss, 0)).toBeCloseTo(0.3989422804014327, 4);
    expect(core.ask('evaluate_pdf', gauss, 1)).toBeCloseTo(0.24197072451914337, 4);
    expect(core.ask('nth_mode', gauss, 1)).toBeCloseTo(0, 12);
    const exponential = core.make('exponential', 1);
    expect(core.ask('quantile', exponential, 0.5)).toBeCloseTo(Math.LN2, 4);
    expect(core.ask('probability_gt', exponential, 2)).toBeCloseTo(Math.exp(-2), 4);
  });

  it('atoms are counted separately', () => {
    const core = openCore('C0-S');
    const die = core.take(core.fromSamples(Float64Array.of(1, 2, 3, 4, 5, 6)));
    expect(core.ask('probability_gt', die, 3)).toBeCloseTo(0.5, 12);
    expect(core.ask('quantile', die, 0.4)).toBe(3);
    expect(core.ask('nth_mode', core.two('add', die, die), 1)).toBe(7);
    expect([core.ask('support_min', die), core.ask('support_max', die)]).toEqual([1, 6]);
  });

  it('all modes of a mixture are found, highest first', () => {
    const core = openCore('C0-M');
    const mixture = core.take(core.mixture(core.make('gauss', 0, 1), core.make('gauss', 10, 1), 0.3));
    expect(core.ask('nth_mode', mixture, 1)).toBeCloseTo(10, 0);
    expect(core.ask('nth_mode', mixture, 2)).toBeCloseTo(0, 0);
    expect(mixture.particle).toBeCloseTo(7, 10);
  });

  it('the seed determines the samples, which have the mean of the value', () => {
    const core = openCore('C0-S');
    const value = core.make('gauss', 5, 2);
    const samples = new Float64Array(10_000);
    core.sampleInto(value, samples);
    const mean = samples.reduce((sum, x) => sum + x) / samples.length;
    expect(Math.abs(mean - 5)).toBeLessThan(4 * 0.02);
    const again = openCore('C0-S');
    const repeated = new Float64Array(10_000);
    again.sampleInto(again.make('gauss', 5, 2), repeated);
    expect(repeated).toEqual(samples);
  });
});

describe('combining', () => {
  it('a mixture has the given weights', () => {
    const core = openCore('C0-S');
    const coin = core.take(core.mixture({ handle: 0, particle: 1 }, { handle: 0, particle: 0 }, 0.25));
    expect(coin.particle).toBe(0.25);
    expect([...core.read(coin).masses]).toEqual([0.75, 0.25]);
    expect(core.take(core.mixture(coin, coin, 1.5)).particle).toBeNaN();
  });

  it('limits truncate and renormalise a distribution', () => {
    const core = openCore('C0-S');
    const half = core.take(core.limitSupport(core.make('uniform', -1, 1), 0, 5));
    expect(half.particle).toBeCloseTo(0.5, 12);
    expect(core.read(half).positions[0]).toBeGreaterThan(0);
    expect(core.take(core.limitSupport(half, 3, 4))).toEqual({ handle: 0, particle: Number.NaN });
    expect(core.take(core.limitSupport({ handle: 0, particle: 2 }, 1, 3))).toEqual({
      handle: 0,
      particle: 2,
    });
  });

  it('a copy has the particle of its original', () => {
    const core = openCore('C0-S');
    const value = core.one('exp', core.make('gauss', 0, 1));
    const copy = core.take(core.independentCopy(value));
    expect(copy.handle).not.toBe(value.handle);
    expect(copy.particle).toBe(1);
    expect(core.toText(copy)).toBe(core.toText(value));
  });

  it('a conjugate posterior can be found', () => {
    // Prior N(0, 1), likelihood N(h, 0.5²), evidence 1: posterior N(0.8, 0.2).
    const core = openCore('C0-L');
    const prior = core.make('gauss', 0, 1);
    const evidence = { handle: 0, particle: 1 };
    const posterior = core.take(core.bayesLaplace((h) => core.make('gauss', h, 0.5), prior, evidence));
    expect(posterior.particle).toBeCloseTo(0.8, 2);
    expect(core.ask('nth_moment', posterior, 2)).toBeCloseTo(0.2, 2);
    const nothing = core.bayesLaplace((h) => core.make('uniform', h + 100, h + 101), prior, evidence);
    expect(core.take(nothing)).toEqual({ handle: 0, particle: Number.NaN });
  });

  it('a posterior can be found from many observations at once', () => {
    // Prior N(0, 1), likelihood N(h, 1), observations 0.5 and 1.5: posterior N(2/3, 1/3).
    const core = openCore('C0-L');
    const evidence = core.take(core.fromSamples(Float64Array.of(0.5, 1.5)));
    const prior = core.make('gauss', 0, 1);
    const posterior = core.take(core.bayesLaplace((h) => core.make('gauss', h, 1), prior, evidence, 2));
    expect(posterior.particle).toBeCloseTo(2 / 3, 2);
    expect(core.ask('nth_moment', posterior, 2)).toBeCloseTo(1 / 3, 2);
  });

  it('a posterior can be found from outcomes', () => {
    // A coin lands on 1 with probability h, where h is uniform on {0.2, 0.8}: after a 1, P(0.8) = 0.8.
    const core = openCore('C0-S');
    const prior = core.take(core.fromSamples(Float64Array.of(0.2, 0.8)));
    const toss = (h: number) =>
      core.take(core.mixture({ handle: 0, particle: 1 }, { handle: 0, particle: 0 }, h));
    const posterior = core.take(core.bayesLaplace(toss, prior, { handle: 0, particle: 1 }));
    expect(posterior.particle).toBeCloseTo(0.68, 12);
  });
});

it('a Reference core draws from a distribution again after hundreds of others', () => {
  const core = new PlainCore(findDefaultCore('C0-Reference'), { kernels, seed: 1n });
  const draw = (kind: ParametricKind, a: number, b: number): number => {
    core.parametric(PARAMETRIC_KINDS.indexOf(kind), a, b, 0);
    return core.resultParticle;
  };
  draw('gauss', 0, 1);
  // These shapes take the space of earlier ones, and that of the logistic distribution has the size of a Gaussian's.
  for (let k = 1; k <= 600; k++) draw('boundedpareto', k / 100, 1 + k / 50);
  draw('logistic', 0, 1);
  const squares = Array.from({ length: 4000 }, () => draw('gauss', 0, 1) ** 2);
  const variance = squares.reduce((sum, one) => sum + one) / squares.length;
  // The standard error of the variance is √(2/4000) = 0.022; a logistic distribution has the variance π²/3.
  expect(Math.abs(variance - 1)).toBeLessThan(0.1);
});

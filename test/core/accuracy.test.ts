// Compares cores that track correlation with closed forms: printed distributions must stay within the limits in
// docs/decisions/014.

import { describe, expect, it } from 'vitest';
import type { Operand } from '../../src/uncertainty/core/core.ts';
import type { TrackingCore } from '../../src/uncertainty/cores/tracking-core.ts';
import { openCore, type TestCore } from './open-core.ts';

const CORES = ['C0-S+', 'C0-L+', 'C0-Joint'] as const;

/** Mean and standard deviation of the deltas in a value's Ux text. */
function measure(core: TestCore, value: Operand): { mean: number; deviation: number } {
  const { positions, masses } = core.read(value);
  const mean = positions.reduce((sum, x, i) => sum + x * masses[i]!, 0);
  const variance = positions.reduce((sum, x, i) => sum + masses[i]! * (x - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(variance) };
}

/** Expects the mean and deviation to be correct to within given fractions of the true deviation. */
function expectNear(
  core: TestCore,
  value: Operand,
  truth: readonly [mean: number, deviation: number],
  parts: readonly [mean: number, deviation: number],
): void {
  const { mean, deviation } = measure(core, value);
  expect(Math.abs(mean - truth[0]) / truth[1]).toBeLessThan(parts[0]);
  expect(Math.abs(deviation / truth[1] - 1)).toBeLessThan(parts[1]);
}

/** The argument at which an increasing function on (0, end) takes a given value. */
function solve(ascending: (x: number) => number, end: number, wanted: number): number {
  let [low, high] = [0, end];
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2;
    if (ascending(middle) < wanted) low = middle;
    else high = middle;
  }
  return low;
}

const sqrt2 = Math.SQRT2;
const plain = (particle: number): Operand => ({ handle: 0, particle });

describe.each(CORES)('%s', (name) => {
  it('functions of one source have the right mean and spread', () => {
    const core = openCore(name);
    const z = core.make('gauss', 0, 1);
    const e = core.make('exponential', 1);
    const u = core.make('uniform', 0, 1);
    const { E, exp, sqrt } = Math;
    const near = [0.001, 0.005] as const;
    expectNear(core, core.two('mul', e, e), [2, sqrt(20)], near);
    expectNear(core, core.one('exp', z), [exp(0.5), sqrt((E - 1) * E)], near);
    expectNear(core, core.two('mul', core.one('exp', z), z), [exp(0.5), sqrt(5 * E * E - E)], near);
    expectNear(core, core.one('neg', core.one('log', core.two('sub', 1, u))), [1, 1], near);
    expectNear(core, core.two('pow', z, 4), [3, sqrt(96)], near);
  });

  it('long sums and products of independent terms have the right spread', () => {
    const core = openCore(name);
    for (const [kind, a, b, mean, variance] of [
      ['gauss', 0, 1, 0, 1],
      ['uniform', -1, 1, 0, 1 / 3],
      ['exponential', 1, 0, 1, 1],
    ] as const) {
      let sum = core.make(kind, a, b);
      let product = core.two('add', 1, core.two('mul', 0.01, core.make(kind, a, b)));
      for (let i = 1; i < 64; i++) {
        sum = core.two('add', sum, core.make(kind, a, b));
        product = core.two('mul', product, core.two('add', 1, core.two('mul', 0.01, core.make(kind, a, b))));
      }
      expectNear(core, sum, [64 * mean, 8 * Math.sqrt(variance)], [0.001, 0.001]);
      const [first, second] = [1 + 0.01 * mean, 1e-4 * variance];
      const square = (first ** 2 + second) ** 64 - first ** 128;
      expectNear(core, product, [first ** 64, Math.sqrt(square)], [0.001, 0.001]);
    }
  });

  it('250 Euler–Maruyama steps have the right mean and spread, with every seed', () => {
    const [growth, sigma] = [0.05 / 250, 0.2 / Math.sqrt(250)];
    const variance = ((1 + growth) ** 2 + sigma ** 2) ** 250 - (1 + growth) ** 500;
    for (let seed = 1; seed <= 8; seed++) {
      const core = openCore(name, {}, { seed });
      let x: Operand = plain(1);
      for (let i = 0; i < 250; i++) {
        const noise = core.two('mul', core.two('mul', x, sigma), core.make('gauss', 0, 1));
        x = core.two('add', x, core.two('add', core.two('mul', x, growth), noise));
      }
      expectNear(core, x, [(1 + growth) ** 250, Math.sqrt(variance)], [0.005, 0.01]);
    }
  });

  it('quantiles and probabilities of sums and products are right, including in their tails', () => {
    const core = openCore(name);
    const addUp = (n: number, make: () => Operand) => {
      let sum = make();
      for (let i = 1; i < n; i++) sum = core.two('add', sum, make());
      return sum;
    };
    const uniform = () => core.make('uniform', 0, 1);
    const { exp, log, sqrt } = Math;
    for (const [value, end, deviation, below] of [
      [core.two('mul', uniform(), uniform()), 1, sqrt(7 / 144), (z: number) => z - z * log(z)],
      [
        addUp(3, () => core.make('exponential', 1)),
        40,
        sqrt(3),
        (x: number) => 1 - exp(-x) * (1 + x + x ** 2 / 2),
      ],
      // The function is a cubic within one unit of either end.
      [addUp(3, uniform), 3, 1 / 2, (x: number) => (x < 1.5 ? x ** 3 / 6 : 1 - (3 - x) ** 3 / 6)],
    ] as const) {
      for (const p of [0.001, 0.01, 0.05, 0.1, 0.9, 0.95, 0.99]) {
        const truth = solve(below, end, p);
        expect(Math.abs(core.ask('quantile', value, p) - truth)).toBeLessThan(0.01 * deviation);
        expect(Math.abs(1 - core.ask('probability_gt', value, truth) - p)).toBeLessThan(0.003);
      }
      // Draws follow the same distribution.
      const drawn = new Float64Array(20_000);
      core.sampleInto(value, drawn);
      const rare = drawn.filter((x) => x < solve(below, end, 0.01)).length;
      expect(Math.abs(rare / 200 - 1)).toBeLessThan(0.3);
    }
  });

  it('quantiles of linear functions of a sum are right, and quantiles of discrete sums are outcomes', () => {
    const core = openCore(name);
    const sum = core.two('add', core.make('gauss', 0, 1), core.make('gauss', 0, 1));
    const turned = core.two('sub', 3, core.two('mul', 2, sum));
    // The 1 % quantile of the standard normal distribution.
    expect(core.ask('quantile', turned, 0.99) / (3 + 2 * sqrt2 * 2.326348)).toBeCloseTo(1, 2);
    expect(core.ask('quantile', core.one('neg', sum), 0.01) / (-sqrt2 * 2.326348)).toBeCloseTo(1, 2);
    const coin = () => core.take(core.mixture(plain(1), plain(0), 0.5));
    const heads = core.two('add', coin(), coin());
    expect([0.2, 0.5, 0.8].map((p) => core.ask('quantile', heads, p))).toEqual([0, 1, 2]);
    expect(core.ask('probability_gt', heads, 0)).toBeCloseTo(0.75, 12);
  });

  it('a formula with five inputs has the right spread, however many sources came before', () => {
    // a·b + exp(c/2 + 3a/10)·d + e·a: σ² = 2 + exp(0.68).
    const truth = Math.sqrt(2 + Math.exp(0.68));
    const squares = Array.from({ length: 8 }, (_, seed) => {
      const core = openCore(name, {}, { seed: seed + 1 });
      for (let i = 0; i < 64 * 18; i++) core.release(core.make('gauss', 0, 1).handle);
      const [a, b, c, d, e] = Array.from({ length: 5 }, () => core.make('gauss', 0, 1)) as Operand[];
      const exponent = core.two('add', core.two('mul', 0.5, c!), core.two('mul', 0.3, a!));
      const both = core.two('add', core.two('mul', a!, b!), core.two('mul', core.one('exp', exponent), d!));
      const value = core.two('add', both, core.two('mul', e!, a!));
      return (measure(core, value).deviation / truth - 1) ** 2;
    });
    const error = Math.sqrt(squares.reduce((sum, one) => sum + one) / 8);
    // 1 024 independent draws would have an error of 2.7 %, and 4 096 draws 1.4 %.
    expect(error).toBeLessThan(name === 'C0-S+' ? 0.02 : 0.008);
  });

  it("posteriors as narrow as a millionth of the prior's width are found", () => {
    const core = openCore(name);
    const prior = core.make('uniform', -10, 10);
    for (const sigma of [1, 0.1, 0.01, 2e-5]) {
      for (const place of [3.1, -4.4444]) {
        const posterior = core.take(
          core.bayesLaplace((h) => core.make('gauss', h, sigma), prior, plain(place)),
        );
        expectNear(core, posterior, [place, sigma], [0.001, 0.02]);
        // The 1 % and 90 % quantiles of the normal distribution.
        const inDeviations = (p: number) => (core.ask('quantile', posterior, p) - place) / sigma;
        expect(Math.abs(inDeviations(0.01) + 2.326348)).toBeLessThan(0.06);
        expect(Math.abs(inDeviations(0.9) - 1.281552)).toBeLessThan(0.06);
      }
    }
  });

  it('posteriors are found for priors that have a pole or a jump within their support', () => {
    const core = openCore(name);
    const u = core.make('uniform', -1, 1);
    const [inverse, square] = [core.two('div', 1, u), core.two('mul', u, u)];
    const cases = [
      [inverse, (x: number) => 1 / x, 2, 0.3],
      [inverse, (x: number) => 1 / x, 0.3, 0.5],
      [square, (x: number) => x * x, 0.02, 0.1],
    ] as const;
    for (const [prior, valueAt, place, sigma] of cases) {
      const posterior = core.bayesLaplace((h) => core.make('gauss', h, sigma), prior, plain(place));
      // Bayes' rule over u, which has a flat density.
      const sums = [0, 0, 0];
      for (let i = 0; i < 100_000; i++) {
        const h = valueAt((i + 0.5) / 50_000 - 1);
        const likelihood = Math.exp(-(((place - h) / sigma) ** 2) / 2);
        [1, h, h * h].forEach((power, k) => {
          sums[k]! += power * likelihood;
        });
      }
      const mean = sums[1]! / sums[0]!;
      const deviation = Math.sqrt(sums[2]! / sums[0]! - mean * mean);
      expectNear(core, core.take(posterior), [mean, deviation], [0.001, 0.005]);
    }
  });

  it('conjugate posteriors are found, both from all observations at once and one at a time', () => {
    const core = openCore(name);
    const toss = (h: number) => core.take(core.mixture(plain(1), plain(0), h));
    const beta = (a: number, b: number) =>
      [a / (a + b), Math.sqrt((a * b) / ((a + b) ** 2 * (a + b + 1)))] as const;
    for (const n of [10, 1e6]) {
      const evidence = core.take(
        core.fromWeightedSamples(Float64Array.of(0, 1), Float64Array.of(0.7 * n, 0.3 * n)),
      );
      const posterior = core.take(core.bayesLaplace(toss, core.make('beta', 2, 3), evidence, n));
      expectNear(core, posterior, beta(2 + 0.3 * n, 3 + 0.7 * n), [0.005, 0.02]);
    }
    let heads = core.make('uniform', 0, 1);
    for (let i = 0; i < 10; i++)
      heads = core.take(core.bayesLaplace(toss, heads, plain(i % 5 === 0 ? 1 : 0)));
    expectNear(core, heads, beta(3, 9), [0.005, 0.02]);
    const normal = core.bayesLaplace((h) => core.make('gauss', h, 0.5), core.make('gauss', 0, 1), plain(1));
    expectNear(core, core.take(normal), [0.8, Math.sqrt(0.2)], [0.005, 0.02]);
  });

  it('the spreads of evidence and likelihood are combined, with only a few calls to the likelihood', () => {
    const core = openCore(name);
    for (const [noise, spread] of [
      [0.3, 0.4],
      [0.1, 0.5],
    ] as const) {
      let calls = 0;
      const explain = (h: number) => {
        calls++;
        return core.make('gauss', h, noise);
      };
      const evidence = core.make('gauss', 3.1, spread);
      const posterior = core.take(core.bayesLaplace(explain, core.make('uniform', -10, 10), evidence));
      expectNear(core, posterior, [3.1, Math.hypot(noise, spread)], [0.001, 0.02]);
      expect(calls).toBeLessThan(350);
    }
  });

  it('posteriors are found for priors and likelihoods that are neither parametric nor linear', () => {
    const core = openCore(name);
    const infer = (likelihood: (x: number) => Operand, prior: Operand, evidence: number) =>
      core.take(core.bayesLaplace(likelihood, prior, plain(evidence)));
    const wide = core.make('uniform', -10, 10);
    // The variances of independent noises add up: with a flat prior, the posterior has the variance of the noise.
    const flat = infer(
      (x) => core.two('add', core.make('gauss', x, 0.3), core.make('uniform', -0.5, 0.5)),
      wide,
      3.1,
    );
    expectNear(core, flat, [3.1, Math.sqrt(0.09 + 1 / 12)], [0.01, 0.02]);
    const skewed = infer(
      (x) =>
        core.two('add', x, core.two('sub', core.make('exponential', 0.3), core.make('exponential', 0.4))),
      wide,
      3.1,
    );
    expectNear(core, skewed, [3.2, 0.5], [0.01, 0.02]);
    // x = evidence·exp(u), and dx = x·du: u is normal with variance and mean 0.01.
    const scaled = infer(
      (x) => core.two('mul', x, core.one('exp', core.make('gauss', 0, 0.1))),
      core.make('uniform', 1, 10),
      3.1,
    );
    const mean = 3.1 * Math.exp(0.015);
    expectNear(core, scaled, [mean, mean * Math.sqrt(Math.expm1(0.01))], [0.01, 0.02]);
    // A prior with variance 2, and noise with variance 1.
    const prior = core.two('add', core.make('gauss', 0, 1), core.make('gauss', 0, 1));
    const posterior = infer((x) => core.make('gauss', x, 1), prior, 1);
    expectNear(core, posterior, [2 / 3, Math.sqrt(2 / 3)], [0.01, 0.02]);
  });

  it('a mixture of plain numbers keeps its atoms', () => {
    const core = openCore(name);
    const coin = core.take(core.mixture(plain(0), plain(1), 0.3));
    const { positions, masses } = core.read(coin);
    expect([...positions]).toEqual([0, 1]);
    expect(masses[0]).toBeCloseTo(0.3, 12);
    expect(core.ask('evaluate_pdf', coin, 0)).toBe(Infinity);
    expect(core.ask('probability_gt', coin, 0.5)).toBeCloseTo(0.7, 12);
  });

  it('an option priced with support limits and a mixture costs the same as one priced with a maximum', () => {
    const core = openCore(name);
    let fund: Operand = plain(1);
    for (let day = 0; day < 32; day++)
      fund = core.two('mul', fund, core.one('exp', core.make('gauss', 0, 0.02)));
    // Black–Scholes without interest: the logarithm is normal with variance 32·0.02².
    const [spread, strike] = [0.02 * Math.sqrt(32), 1.05];
    const direct = measure(core, core.two('fmax', core.two('sub', fund, strike), 0));
    const above = core.take(core.limitSupport(fund, strike, Infinity));
    const chance = core.ask('probability_gt', fund, strike);
    const paid = core.take(core.mixture(core.two('sub', above, strike), plain(0), chance));
    const cdf = (x: number) => 1 - 0.5 * core.one('erfc', plain(x / Math.SQRT2)).particle;
    const d = (Math.log(1 / strike) + spread ** 2) / spread;
    const truth = Math.exp(spread ** 2 / 2) * cdf(d) - strike * cdf(d - spread);
    for (const mean of [direct.mean, measure(core, paid).mean])
      expect(Math.abs(mean - truth) / direct.deviation).toBeLessThan(0.006);
  });
});

it('every sample drawn on a Joint core is one of the value’s lanes', () => {
  const core = openCore('C0-Joint');
  const x = core.make('gauss', 3, 1);
  const value = core.two('mul', x, core.two('add', x, core.make('uniform', 0, 1)));
  const sorted = (core.core as TrackingCore).lanes!.read(value).sort();
  for (let i = 0; i < 1000; i++) expect(sorted).toContain(core.ask('sample', value));
});

describe('notices from a core', () => {
  const listen = (name: string) => {
    const notices: string[] = [];
    return { notices, core: openCore(name, {}, { onNotice: (text) => notices.push(text) }) };
  };

  it('a notice reports the accuracy of a standard deviation only if there are too few lanes', () => {
    const { core, notices } = listen('C0-S+');
    const z = Array.from({ length: 10 }, () => core.make('gauss', 0, 1));
    const u = core.make('uniform', 1, 2);
    const smooth = core.two('mul', u, core.two('add', u, core.make('uniform', 0, 1)));
    core.toText(smooth);
    expect(notices).toEqual([]);
    const wild = core.two('mul', core.one('exp', core.two('mul', 2, core.two('add', z[0]!, z[1]!))), z[0]!);
    core.toText(wild);
    core.toText(wild);
    expect(notices).toEqual([
      expect.stringMatching(
        /^the value near 0 has a tail .*: its standard deviation grows with the number of draws/,
      ),
    ]);
  });

  it('a quotient of large numbers with little spread needs no notice', () => {
    const { core, notices } = listen('C0-S');
    core.toText(core.two('div', core.make('gauss', 1e9, 1), core.make('gauss', 1e9, 1)));
    expect(notices).toEqual([]);
  });

  it.each(['C0-S', 'C0-S+', 'C0-Joint', 'C0-Bypass'])(
    'a notice reports an invalid probability for a quantile (%s)',
    (name) => {
      const { core, notices } = listen(name);
      const value = core.make('uniform', 0, 1);
      for (const p of [1.5, 1.5, Number.NaN]) expect(core.ask('quantile', value, p)).toBeNaN();
      for (const p of [0, 0.5, 1]) expect(core.ask('quantile', value, p)).not.toBeNaN();
      expect(notices).toEqual([
        'Quantile: the probability must be from 0 to 1, not 1.5, so the answer is NaN.',
        'Quantile: the probability must be from 0 to 1, not NaN, so the answer is NaN.',
      ]);
    },
  );

  it.each(['C0-S', 'C0-S+', 'C0-Joint', 'C0-Bypass'])(
    'a notice reports parameters that are not allowed (%s)',
    (name) => {
      const { core, notices } = listen(name);
      for (const make of [
        () => core.make('gauss', 0, -1),
        () => core.make('uniform', 2, 1),
        () => core.make('studentst', 1),
        () => core.make('gauss', Number.NaN, 1),
        () => core.take(core.fromWeightedSamples(Float64Array.of(1, 2), Float64Array.of(1, -1))),
        () => core.take(core.fromWeightedSamples(Float64Array.of(1, 2), Float64Array.of(0, 0))),
        () => core.take(core.mixture(plain(1), plain(2), 1.5)),
      ])
        expect(make().particle).toBeNaN();
      expect(notices.map((text) => text.split(':')[0])).toEqual([
        'GaussDist(0, -1)',
        'UniformDist(2, 1)',
        'StudentsTDist(1)',
        'GaussDist(NaN, 1)',
        'DistFromWeightedSamples',
        'DistFromWeightedSamples',
        'Mixture',
      ]);
      expect(notices[2]).toContain('there is no mean');
    },
  );

  it.each(['C0-S', 'C0-S+', 'C0-Joint'])('a notice reports anomalies in an inference (%s)', (name) => {
    const { core, notices } = listen(name);
    const read = (h: number) => core.make('gauss', h, 1);
    const prior = core.make('uniform', 0, 1);
    expect(core.take(core.bayesLaplace(read, plain(0.5), plain(1)))).toEqual(plain(0.5));
    expect(core.take(core.bayesLaplace(read, plain(Number.NaN), plain(1))).particle).toBeNaN();
    expect(core.take(core.bayesLaplace(read, prior, plain(Number.NaN))).particle).toBeNaN();
    const far = (h: number) => core.make('uniform', h + 100, h + 101);
    expect(core.take(core.bayesLaplace(far, prior, plain(1))).particle).toBeNaN();
    expect(core.take(core.bayesLaplace(plain, prior, plain(0.5))).particle).toBeNaN();
    expect(
      notices.map(
        (text) => /single number|prior is NaN|evidence is NaN|no hypothesis|plain numbers/.exec(text)?.[0],
      ),
    ).toEqual(['single number', 'prior is NaN', 'evidence is NaN', 'no hypothesis', 'plain numbers']);
  });

  it.each(['C0-S', 'C0-S+', 'C0-Joint'])(
    'no notice is shown for a uniform distribution with the widest range (%s)',
    (name) => {
      const { core, notices } = listen(name);
      const wide = core.make('uniform', -1e308, 1e308);
      expect(Math.abs(wide.particle)).toBeLessThan(1e295);
      expect(core.ask('quantile', wide, 0.75) / 5e307).toBeCloseTo(1, 1);
      expect(core.make('uniform', 1e308, 1.2e308).particle).toBeCloseTo(1.1e308, -300);
      expect(notices).toEqual([]);
    },
  );
});

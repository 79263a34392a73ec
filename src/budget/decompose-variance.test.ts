// Tests functions whose Sobol' indices are known in closed form: Ishigami and Homma 1990, Sobol' 1993, and simple
// functions.
import { describe, expect, test } from 'vitest';
import { type Decomposition, decomposeVariance } from './decompose-variance.ts';
import { LaneMemory } from './lanes/lane-memory.ts';
import { LinearProducts } from './linear-products.ts';
import { RankTables } from './rank-polynomials.ts';
import { makeBasis, type SourceDraws } from './source-basis.ts';

const LANES = 4096;

/** Evenly distributed draws: a Kronecker sequence over square roots of primes, whose start depends on the seed. */
function drawUniforms(dimensions: number, seed: number, lanes = LANES): Float64Array[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < dimensions; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
  return primes.map((prime, k) => {
    const start = (seed * 0.754877666 + k * 0.5698402909) % 1;
    return Float64Array.from({ length: lanes }, (_, i) => (start + i * Math.sqrt(prime)) % 1);
  });
}

const memory = new LaneMemory(LANES);
const tables = new RankTables(memory);
const products = new LinearProducts(memory);
const basisOf = (draws: SourceDraws) => makeBasis(draws, tables);

function decompose(inputs: readonly Float64Array[], f: (x: readonly number[]) => number): Decomposition {
  const values = Float64Array.from(inputs[0]!, (_, lane) => f(inputs.map((column) => column[lane]!)));
  return decomposeVariance(
    values,
    inputs.map((column) => ({ basis: basisOf({ columns: [column] }), deviation: deviationOf(column) })),
    products,
  );
}

function deviationOf(values: Float64Array): number {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  return Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length);
}

/** Checks that indices are correct within `error`, and that intervals contain the true values. */
function expectIndices(
  { shares }: Decomposition,
  first: readonly number[],
  total: readonly number[],
  error: number,
) {
  shares.forEach((share, i) => {
    expect(Math.abs(share.first.value - first[i]!), `first-order index ${i}`).toBeLessThan(error);
    expect(Math.abs(share.total.value - total[i]!), `total index ${i}`).toBeLessThan(error);
    const within = ([low, high]: readonly [number, number], truth: number) =>
      low - 1e-3 <= truth && truth <= high + 1e-3;
    expect(within(share.first.interval, first[i]!), `interval of first-order index ${i}`).toBe(true);
    expect(within(share.total.interval, total[i]!), `interval of total index ${i}`).toBe(true);
  });
}

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

describe.each(seeds)('seed %i', (seed) => {
  test("Ishigami's function is decomposed to within 0.005", () => {
    const angles = drawUniforms(3, seed).map((u) => u.map((p) => (2 * p - 1) * Math.PI));
    const found = decompose(angles, ([x, y, z]) => {
      return Math.sin(x!) + 7 * Math.sin(y!) ** 2 + 0.1 * z! ** 4 * Math.sin(x!);
    });
    expectIndices(found, [0.3139, 0.4424, 0], [0.5576, 0.4424, 0.2437], 0.005);
  });

  test("Sobol' g-function is decomposed to within 0.01", () => {
    const a = [0, 1, 4.5, 9, 99, 99, 99, 99];
    const parts = a.map((one) => 1 / 3 / (1 + one) ** 2);
    const variance = parts.reduce((product, part) => product * (1 + part), 1) - 1;
    const totals = parts.map(
      (part, i) =>
        (part * parts.reduce((product, other, j) => (i === j ? product : product * (1 + other)), 1)) /
        variance,
    );
    const found = decompose(drawUniforms(8, seed), (x) =>
      x.reduce((product, u, i) => (product * (Math.abs(4 * u - 2) + a[i]!)) / (1 + a[i]!), 1),
    );
    expectIndices(
      found,
      parts.map((part) => part / variance),
      totals,
      0.01,
    );
  });

  test('a step plus a line is decomposed to within 0.01', () => {
    const variance = 0.3 * 0.7 + 0.25 / 12;
    const shares = [(0.3 * 0.7) / variance, 0.25 / 12 / variance, 0];
    const found = decompose(drawUniforms(3, seed), ([x, y]) => (x! < 0.3 ? 1 : 0) + 0.5 * y!);
    expectIndices(found, shares, shares, 0.01);
  });
});

test('the shares and slopes of a linear function are exact', () => {
  const found = decompose(drawUniforms(2, 1), ([x, y]) => 3 * x! - y!);
  expectIndices(found, [0.9, 0.1], [0.9, 0.1], 1e-3);
  expect(found.shares.map(({ slope }) => slope!.toFixed(6))).toEqual(['3.000000', '-1.000000']);
  expect(found.interactions + found.unexplained).toBeLessThan(1e-6);
});

test('the variance of two correlated inputs is divided between the independent draws behind them', () => {
  // x and y with correlation 0.8, constructed as programs do; z = x + y = 1.8·a + 0.6·b.
  const found = decompose(drawUniforms(2, 2), ([a, b]) => a! + (0.8 * a! + 0.6 * b!));
  const shares = [3.24 / 3.6, 0.36 / 3.6];
  expectIndices(found, shares, shares, 1e-3);
});

test('the variance of a product of zero-mean factors consists only of interaction', () => {
  const centred = drawUniforms(3, 3).map((u) => u.map((p) => p - 0.5));
  expectIndices(
    decompose(centred, ([x, y]) => x! * y!),
    [0, 0, 0],
    [1, 1, 0],
    1e-3,
  );
  expectIndices(
    decompose(centred, ([x, y, z]) => x! * y! * z!),
    [0, 0, 0],
    [1, 1, 1],
    0.01,
  );
});

test('each of a hundred equal inputs gets a share of one hundredth', () => {
  const found = decompose(drawUniforms(100, 4), (x) => x.reduce((sum, one) => sum + one, 0));
  const shares = new Array<number>(100).fill(0.01);
  expectIndices(found, shares, shares, 5e-4);
});

test('variance that polynomials cannot fit is reported as unexplained and widens the intervals', () => {
  // Three inputs to an indicator function: the first-order indices of P = 1/6 are small, and the rest is interaction.
  const found = decompose(drawUniforms(3, 5), ([x, y, z]) => (x! + y! + z! < 1 ? 1 : 0));
  // E[f | x] = (1 − x)²/2: variance 1/20 − 1/36; E[f | x, y] = max(0, 1 − x − y): variance 1/12 − 1/36.
  const variance = (1 / 6) * (5 / 6);
  const first = (1 / 20 - 1 / 36) / variance;
  const total = 1 - (1 / 12 - 1 / 36) / variance;
  expect(found.unexplained).toBeGreaterThan(0.05);
  for (const share of found.shares) {
    expect(Math.abs(share.first.value - first)).toBeLessThan(0.02);
    expect(share.total.interval[0]).toBeLessThanOrEqual(total);
    expect(share.total.interval[1]).toBeGreaterThanOrEqual(total);
  }
});

test('values without spread and values without sources can be decomposed', () => {
  const [column] = drawUniforms(1, 6);
  const basis = basisOf({ columns: [column!] });
  const none = decomposeVariance(new Float64Array(LANES).fill(2), [{ basis, deviation: 1 }], products);
  expect(none.shares[0]).toEqual({
    first: { value: 0, interval: [0, 0] },
    total: { value: 0, interval: [0, 0] },
    slope: undefined,
  });
  expect(decomposeVariance(column!, [], products).shares).toEqual([]);
});

test.each([61, 1001, 4095])(
  'the number of lanes need not be a multiple of any vector length: %i',
  (count) => {
    const [u, v] = drawUniforms(2, 3, count) as [Float64Array, Float64Array];
    const own = new LaneMemory(count);
    const ownTables = new RankTables(own);
    const values = u.map((p, lane) => 2 * p + v[lane]!);
    const sources = [u, v].map((column) => ({
      basis: makeBasis({ columns: [column] }, ownTables),
      deviation: deviationOf(column),
    }));
    const { shares, unexplained } = decomposeVariance(values, sources, new LinearProducts(own));
    expect(shares.map(({ slope }) => slope)).toEqual([expect.closeTo(2, 5), expect.closeTo(1, 5)]);
    expect(shares[0]!.first.value).toBeCloseTo(4 / 5, 1);
    expect(unexplained).toBeLessThan(1e-9);
  },
);

test.each([1e-300, 1e-30, 1, 1e30, 1e300])(
  'shares do not depend on the magnitude of the values: %d',
  (size) => {
    const inputs = drawUniforms(2, 5);
    const { shares } = decompose(inputs, ([x, y]) => size * (2 * x! + y!));
    expect(shares.map(({ first }) => first.value)).toEqual([expect.closeTo(0.8, 3), expect.closeTo(0.2, 3)]);
    expect(shares[0]!.slope! / size).toBeCloseTo(2, 5);
  },
);

test('a constant that binary cannot represent exactly has no spread', () => {
  const { shares } = decompose(drawUniforms(2, 6), () => 0.1);
  expect(shares.map(({ total }) => total.value)).toEqual([0, 0]);
});

test('a source with two outcomes and a source of jointly drawn values get their exact shares', () => {
  const [u, v, w] = drawUniforms(3, 7) as [Float64Array, Float64Array, Float64Array];
  const coin = u.map((p) => (p < 0.25 ? 1 : 0));
  // Two columns from one source: w and its square.
  const joint = basisOf({ columns: [w, w.map((x) => x * x)] });
  const values = coin.map((side, lane) => 4 * side + v[lane]! + w[lane]! ** 2);
  const sources = [
    { basis: basisOf({ columns: [coin] }), deviation: deviationOf(coin) },
    { basis: basisOf({ columns: [v] }), deviation: deviationOf(v) },
    { basis: joint, deviation: undefined },
  ];
  const found = decomposeVariance(values, sources, products);
  const parts = [16 * 0.25 * 0.75, 1 / 12, 1 / 5 - 1 / 9];
  const variance = parts.reduce((sum, part) => sum + part, 0);
  const shares = parts.map((part) => part / variance);
  expectIndices(found, shares, shares, 2e-3);
  expect(found.shares[0]!.slope).toBeCloseTo(4, 6);
  expect(found.shares[2]!.slope).toBeUndefined();
});

// Functions of one source of uncertainty on the lanes of a run: mean zero, orthonormal over the lanes, from the simple to the
// wavy. First the source's own value and its square, where their moments are tame, so that what is linear in the inputs is
// found exactly; then Legendre polynomials in the probability (the rank) of the source. Everything is kept by rank, where
// values without ties share their polynomials, and a function is made by lane when somebody takes it.
import type { BinnedBasis, SourceBasis } from './basis.ts';
import { makeJointBasis } from './joint-basis.ts';
import {
  addTimes,
  combineColumns,
  kurtosisOf,
  LEAST_NEW,
  meanProducts,
  subtractMean,
  TAME_VALUE,
} from './lane-sums.ts';
import { orderLanes } from './rank-lanes.ts';
import { BINS, type RankPolynomials, RankTables, sumByBin } from './rank-polynomials.ts';

/** A source as its draws: one column of values by lane; several where values are drawn together, row by row. */
export interface SourceDraws {
  readonly columns: readonly Float64Array[];
}

export const PAIR_BITS = 4;
export const PAIR_BINS = 2 ** PAIR_BITS;
/** Functions of a source that are looked at together with those of another. */
export const PAIR_FUNCTIONS = 7;
/** As TAME_VALUE, of the square of a value. */
const TAME_SQUARE = 30;
/** So many equal values do not make a source discrete: draws have a limited number of digits. */
const MOST_CHANCE_TIES = 4;

/**
 * The basis of a source.
 * @param tables what sources of one run share
 */
export function makeBasis({ columns }: SourceDraws, tables = new RankTables()): SourceBasis {
  const [values] = columns;
  if (columns.length !== 1 || !values) return makeJointBasis(columns);
  const n = values.length;
  const order = orderLanes(values);
  const sorted = new Float64Array(n);
  for (let i = 0; i < n; i++) sorted[i] = values[order[i]!]!;
  const ranks = maybeTiedRanks(sorted);
  const polynomials = ranks ? tables.at(ranks) : tables.of(n);
  const kurtosis = kurtosisOf(sorted);
  const leading: Float64Array[] = [];
  if (kurtosis < TAME_VALUE) leading.push(sorted.slice());
  if (kurtosis < TAME_SQUARE) leading.push(squareOf(sorted));
  leading.forEach(subtractMean);
  const raw = [...leading, ...polynomials.columns];
  const weights = orthonormalise(raw, leading.length, polynomials);
  const made = new Array<Float64Array | undefined>(weights.length).fill(undefined);
  return {
    count: weights.length,
    functionOf: (k) => {
      const known = made[k] ?? spread(combineColumns(tables.room(n), raw, weights[k]!), order);
      made[k] = known;
      return known;
    },
    isLinear: kurtosis < TAME_VALUE,
    linearCount: Math.min(1, weights.length),
    binned: makeBins(leading, polynomials, weights, order),
  };
}

/** Mean ranks of ascending values, from 0 to 1, ends excluded; undefined where all are different, or nearly so. */
function maybeTiedRanks(sorted: Float64Array): Float64Array | undefined {
  const n = sorted.length;
  if (!hasTies(sorted)) return undefined;
  const ranks = new Float64Array(n);
  for (let start = 0; start < n; ) {
    let end = start + 1;
    while (end < n && sorted[end] === sorted[start]) end++;
    ranks.fill((start + end) / (2 * n), start, end);
    start = end;
  }
  return ranks;
}

/** Whether more than MOST_CHANCE_TIES of ascending values are equal. */
function hasTies(sorted: Float64Array): boolean {
  for (let i = MOST_CHANCE_TIES; i < sorted.length; i++)
    if (sorted[i] === sorted[i - MOST_CHANCE_TIES]) return true;
  return false;
}

function squareOf(values: Float64Array): Float64Array {
  const squares = values.slice();
  subtractMean(squares);
  for (let i = 0; i < squares.length; i++) squares[i] = squares[i]! ** 2;
  return squares;
}

/**
 * Gram-Schmidt by inner products alone.
 * @param raw columns of mean 0, `leadingCount` of them before the polynomials
 * @returns the weights of the columns in each function; what adds nothing has none
 */
function orthonormalise(
  raw: readonly Float64Array[],
  leadingCount: number,
  { isOrthonormal }: RankPolynomials,
): Float64Array[] {
  const m = raw.length;
  const gram = new Float64Array(m * m);
  for (let a = 0; a < m; a++) {
    const isKnown = isOrthonormal && a >= leadingCount;
    const row = isKnown ? undefined : meanProducts(raw[a]!, raw, a);
    for (let b = a; b < m; b++) {
      gram[a * m + b] = row ? row[b]! : Number(a === b);
      gram[b * m + a] = gram[a * m + b]!;
    }
  }
  const kept: Float64Array[] = [];
  // Inner products of what is kept with each column.
  const products: Float64Array[] = [];
  for (let k = 0; k < m; k++) {
    const whole = gram[k * m + k]!;
    if (!(whole > 0)) continue;
    const weights = new Float64Array(m);
    weights[k] = 1 / Math.sqrt(whole);
    kept.forEach((other, at) => {
      addTimes(weights, other, -dot(weights, products[at]!));
    });
    const product = timesGram(gram, weights);
    const left = dot(weights, product);
    if (!(left > LEAST_NEW)) continue;
    const scale = 1 / Math.sqrt(left);
    for (let j = 0; j < m; j++) {
      weights[j]! *= scale;
      product[j]! *= scale;
    }
    kept.push(weights);
    products.push(product);
  }
  return kept;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function timesGram(gram: Float64Array, weights: Float64Array): Float64Array {
  const m = weights.length;
  const product = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    if (weights[i] === 0) continue;
    for (let j = 0; j < m; j++) product[j]! += weights[i]! * gram[i * m + j]!;
  }
  return product;
}

/** From ranks to lanes. */
function spread(byRank: Float64Array, order: Uint32Array): Float64Array {
  const byLane = new Float64Array(byRank.length);
  for (let i = 0; i < order.length; i++) byLane[order[i]!] = byRank[i]!;
  return byLane;
}

function makeBins(
  leading: readonly Float64Array[],
  polynomials: RankPolynomials,
  weights: readonly Float64Array[],
  order: Uint32Array,
): BinnedBasis {
  const n = order.length;
  const ratio = BINS / PAIR_BINS;
  const bins = new Uint8Array(n);
  const pairBins = new Int32Array(Math.ceil(n / 4));
  const counts = new Float64Array(BINS);
  for (let i = 0; i < n; i++) {
    const bin = polynomials.bins[i]!;
    const lane = order[i]!;
    bins[lane] = bin;
    pairBins[lane >> 2]! |= Math.floor(bin / ratio) << (8 * (lane & 3));
    counts[bin]!++;
  }
  const sums = [...leading.map((column) => sumByBin(column, polynomials.bins)), ...polynomials.sums];
  const means = new Float64Array(weights.length * BINS);
  const pairMeans = new Float64Array(Math.max(PAIR_FUNCTIONS, weights.length) * PAIR_BINS);
  const sum = new Float64Array(BINS);
  weights.forEach((of, k) => {
    combineColumns(sum, sums, of);
    for (let part = 0; part < PAIR_BINS; part++) {
      let whole = 0;
      let count = 0;
      for (let bin = part * ratio; bin < (part + 1) * ratio; bin++) {
        means[k * BINS + bin] = counts[bin]! > 0 ? sum[bin]! / counts[bin]! : 0;
        whole += sum[bin]!;
        count += counts[bin]!;
      }
      pairMeans[k * PAIR_BINS + part] = count > 0 ? whole / count : 0;
    }
  });
  return { bins, counts, means, pairBins, pairMeans };
}

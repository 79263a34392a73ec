// Functions of one source of uncertainty, by lane. They have mean zero, are orthonormal over the lanes, and range from
// smooth to oscillating. If their moments are moderate, the source's value and its square come first, so that linear
// effects of the inputs are found exactly. Legendre polynomials in the source's probability (its rank) follow.
// Everything is stored by rank, in double precision; sources without ties share their polynomials. The values of a
// function by lane are computed on first use.
import { BINS, type BinnedBasis, RECORD_BYTES, type SourceBasis } from './basis.ts';
import { makeJointBasis } from './joint-basis.ts';
import { addTimes, LEAST_NEW, TAME_VALUE } from './lane-sums.ts';
import type { Address, LaneMemory } from './lanes/lane-memory.ts';
import { ascendingRanks, orderLanes } from './rank-lanes.ts';
import { type RankPolynomials, type RankTables, sumByBin } from './rank-polynomials.ts';

/** A source's draws: one column of values by lane; several columns if values are drawn together, row by row. */
export interface SourceDraws {
  readonly columns: readonly Float64Array[];
}

const PAIR_BINS = 16;
/** Number of a source's functions that are combined with another source's functions. */
const PAIR_FUNCTIONS = 7;
/** Length of the rows in which these functions are stored. */
const PAIR_ROW = 8;
/** Number of bins per source for functions of three sources. */
const TRIPLE_BINS = 8;
/** Number of a source's functions that are combined with functions of two other sources. */
const TRIPLE_FUNCTIONS = 4;
/** Weight below which a column adds nothing to a function. */
const NO_WEIGHT = 1e-10;
/** Maximum kurtosis of the square of a value that serves as a function; see TAME_VALUE. */
const TAME_SQUARE = 30;
/**
 * A source with at most this many equal values does not count as discrete: draws may coincide by chance, because they
 * have a limited number of digits.
 */
const MOST_CHANCE_TIES = 4;
/**
 * A source with at most this fraction of equal values, for example at the end of a range, does not count as discrete,
 * because the ranks of these values are close together.
 */
const FEW_TIES = 0.02;

/**
 * Makes the basis of a source.
 * @param tables rank tables shared by the sources of one run
 */
export function makeBasis({ columns }: SourceDraws, tables: RankTables): SourceBasis {
  const { memory } = tables;
  const [values] = columns;
  if (columns.length !== 1 || !values) return makeJointBasis(columns, memory);
  const n = values.length;
  const order = orderLanes(values, memory);
  const orderAt = memory.allocate(4 * n);
  memory.words(orderAt, n).set(order);
  const { leading, isLinear } = lead(values, orderAt, memory);
  const ranks = maybeTiedRanks(values, order);
  const polynomials = ranks ? tables.at(ranks) : tables.different;
  const raw = [...leading, ...polynomials.columns];
  const weights = orthonormalise(raw, leading.length, polynomials, memory);
  const made = new Array<Address | undefined>(weights.length).fill(undefined);
  return {
    count: weights.length,
    functionOf: (k) => {
      made[k] ??= combine(raw, weights[k]!, orderAt, memory);
      return made[k];
    },
    isLinear,
    linearCount: Math.min(1, weights.length),
    binned: makeBins([...sumsOf(leading, polynomials, memory), ...polynomials.sums], {
      polynomials,
      weights,
      order,
      memory,
    }),
  };
}

/** Returns the source's value and its square by rank, with mean 0, unless a few lanes dominate them. */
function lead(
  values: Float64Array,
  order: Address,
  memory: LaneMemory,
): { readonly leading: readonly Address[]; readonly isLinear: boolean } {
  const n = values.length;
  const [value, square] = [memory.allocate(8 * n), memory.allocate(8 * n)];
  const room = memory.scratch(8 * n);
  memory.doubles(room, n).set(values);
  const kurtosis = memory.kernels.lead(room, order, n, value, square);
  const isLinear = kurtosis < TAME_VALUE;
  return { leading: [...(isLinear ? [value] : []), ...(kurtosis < TAME_SQUARE ? [square] : [])], isLinear };
}

/** Mean ranks in ascending order, between 0 and 1; undefined if all or nearly all values are distinct. */
function maybeTiedRanks(values: Float64Array, order: Uint32Array): Float64Array | undefined {
  const n = order.length;
  const most = Math.max(MOST_CHANCE_TIES, Math.floor(n * FEW_TIES));
  let hasTies = false;
  for (let i = most; i < n && !hasTies; i++) hasTies = values[order[i]!] === values[order[i - most]!];
  return hasTies ? ascendingRanks(values, order) : undefined;
}

/** Computes a function by lane as a weighted sum of columns that are ordered by rank. */
function combine(
  raw: readonly Address[],
  weights: Float64Array,
  order: Address,
  memory: LaneMemory,
): Address {
  const to = memory.column();
  const room = memory.scratch(12 * raw.length);
  memory.doubles(room, raw.length).set(weights);
  const columns = room + 8 * raw.length;
  memory.words(columns, raw.length).set(raw);
  memory.kernels.combine(to, columns, room, raw.length, order, memory.laneCount);
  return to;
}

/**
 * Gram-Schmidt orthonormalisation that needs only the inner products of the columns.
 * @param raw columns with mean 0, `leadingCount` of them before the polynomials
 * @returns the weights of the columns in each function; columns that add nothing yield no function
 */
function orthonormalise(
  raw: readonly Address[],
  leadingCount: number,
  { isOrthonormal }: RankPolynomials,
  { kernels, laneCount }: LaneMemory,
): Float64Array[] {
  const m = raw.length;
  const gram = new Float64Array(m * m);
  for (let a = 0; a < m; a++) {
    const isKnown = isOrthonormal && a >= leadingCount;
    for (let b = a; b < m; b++) {
      gram[a * m + b] = isKnown
        ? Number(a === b)
        : kernels.dot_double(raw[a]!, raw[b]!, laneCount) / laneCount;
      gram[b * m + a] = gram[a * m + b]!;
    }
  }
  const kept: Float64Array[] = [];
  // Inner products of each retained function with each column.
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
      // Skips columns that are orthogonal up to rounding.
      if (Math.abs(weights[j]!) * Math.sqrt(gram[j * m + j]!) < NO_WEIGHT) weights[j] = 0;
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

function sumsOf(leading: readonly Address[], { bins }: RankPolynomials, memory: LaneMemory): Float64Array[] {
  return leading.map((column) => sumByBin(memory.doubles(column, memory.laneCount), bins));
}

/** Data from which a source's functions are built: columns ordered by rank, and their weights. */
interface ByRank {
  readonly polynomials: RankPolynomials;
  readonly weights: readonly Float64Array[];
  readonly order: Uint32Array;
  readonly memory: LaneMemory;
}

/** @param sums sums of each column over the bins */
function makeBins(
  sums: readonly Float64Array[],
  { polynomials, weights, order, memory }: ByRank,
): BinnedBasis {
  const n = order.length;
  const binsAt = memory.allocate(n);
  const pairBinsAt = memory.allocate(n);
  const bins = memory.bytes(binsAt, n);
  const pairBins = memory.bytes(pairBinsAt, n);
  const counts = new Float64Array(BINS);
  for (let i = 0; i < n; i++) {
    const bin = polynomials.bins[i]!;
    bins[order[i]!] = bin;
    pairBins[order[i]!] = bin / (BINS / PAIR_BINS);
    counts[bin]!++;
  }
  // Sums over the bins, function by function.
  const wholes = weights.map((of) => {
    const whole = new Float64Array(BINS);
    for (let k = 0; k < sums.length; k++) if (of[k] !== 0) addTimes(whole, sums[k]!, of[k]!);
    return whole;
  });
  const meansOver = (parts: number, functions: number) =>
    meansOverParts(wholes.slice(0, functions), counts, parts);
  const means = putFloats(memory, meansOver(BINS, weights.length));
  const byFunction = meansOver(PAIR_BINS, PAIR_FUNCTIONS);
  const pairMeans = new Float32Array(PAIR_FUNCTIONS * PAIR_BINS);
  const byPart = new Float32Array(PAIR_BINS * PAIR_ROW);
  byFunction.forEach((mean, at) => {
    pairMeans[at] = mean;
    byPart[(at % PAIR_BINS) * PAIR_ROW + Math.floor(at / PAIR_BINS)] = mean;
  });
  const tripleMeans = putFloats(memory, meansOver(TRIPLE_BINS, TRIPLE_FUNCTIONS));
  return {
    bins: binsAt,
    counts: halve(counts),
    means,
    inPairs: putRecord(memory, [pairBinsAt, putFloats(memory, pairMeans), putFloats(memory, byPart)]),
    inTriples: putRecord(memory, [binsAt, tripleMeans, Math.min(TRIPLE_FUNCTIONS, weights.length)]),
  };
}

/** Returns the counts over the bins, over half as many bins, and so on. */
function halve(counts: Float64Array): Float64Array[] {
  const levels = [counts];
  for (let last = counts; last.length > 1; levels.push(last))
    last = Float64Array.from({ length: last.length / 2 }, (_, k) => last[2 * k]! + last[2 * k + 1]!);
  return levels;
}

/** Means of functions over `parts` bins, computed from the functions' sums over BINS bins; 0 for bins without lanes. */
function meansOverParts(
  sums: readonly Float64Array[],
  counts: Float64Array,
  parts: number,
): Float32Array<ArrayBuffer> {
  const ratio = BINS / parts;
  const means = new Float32Array(sums.length * parts);
  sums.forEach((of, k) => {
    for (let part = 0; part < parts; part++) {
      let sum = 0;
      let count = 0;
      for (let bin = part * ratio; bin < (part + 1) * ratio; bin++) {
        sum += of[bin]!;
        count += counts[bin]!;
      }
      means[k * parts + part] = count > 0 ? sum / count : 0;
    }
  });
  return means;
}

function putFloats(memory: LaneMemory, values: Float32Array): Address {
  const address = memory.allocate(4 * values.length);
  memory.floats(address, values.length).set(values);
  return address;
}

function putRecord(memory: LaneMemory, words: readonly [Address, Address, number]): Address {
  const address = memory.allocate(RECORD_BYTES);
  memory.words(address, words.length).set(words);
  return address;
}

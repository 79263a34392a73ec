// Finds functions of one, two or three sources that may explain a value's residual. Inner products are computed from
// sums of the residual over bins, so that each source, pair or triple needs only one pass over the lanes.
import { BINS, RECORD_BYTES, type SourceBasis } from './basis.ts';
import type { Candidate } from './fit-terms.ts';
import type { Address, LaneMemory } from './lanes/lane-memory.ts';

/** Maximum degree, in each of the two sources, of a function of two sources. */
const PAIR_DEGREE = 8;
/** Number of degree pairs that `search_pairs` tries. */
const MOST_IN_PAIR = 28;
/** Number of degree triples that `search_triples` tries. */
const MOST_IN_TRIPLE = 20;
/**
 * Fraction of the required square that is enough for a candidate with one or three sources, because the noise will be
 * lower by the time the candidate is judged.
 */
const NEARLY = 0.7;
/** The corresponding fraction for candidates with two sources. */
const NEARLY_OF_PAIRS = 0.3;
/** Size of one search result in bytes: two sources, three functions, the third source, and a sum. */
const FOUND_BYTES = 12;

/** Input to a search: the residual and the minimum strength of a function. */
export interface Search {
  readonly memory: LaneMemory;
  readonly residual: Address;
  readonly bases: readonly SourceBasis[];
  /** Mean square of the residual. */
  readonly noise: number;
  /** Threshold for the square of a product, in units of the noise, that chance alone does not reach. */
  readonly threshold: number;
}

function leastOf({ memory, noise, threshold }: Search): number {
  return (NEARLY * threshold * noise) / memory.laneCount;
}

/** Inner products of a source's functions with the residual. */
export interface Products {
  /** Sums of the residual over the source's bins; undefined if there are no bins. */
  readonly sums: Float32Array | undefined;
  /** Approximate inner product of each function with the residual, computed from the sums over bins. */
  readonly products: Float32Array;
}

/** Inner products of the functions of single sources with the residual. */
export function multiplySingles(
  memory: LaneMemory,
  residual: Address,
  bases: readonly SourceBasis[],
): Products[] {
  const { kernels, laneCount: n } = memory;
  const sizes = bases.map(({ count }) => BINS + count);
  const room = memory.scratch(4 * sizes.reduce((sum, size) => sum + size, 0));
  let at = room;
  bases.forEach(({ binned, count }, i) => {
    if (binned) kernels.single_products(residual, binned.bins, binned.means, count, n, at, at + 4 * BINS);
    at += 4 * sizes[i]!;
  });
  const found = memory.floats(room, (at - room) / 4).slice();
  at = 0;
  return bases.map(({ binned, functionOf, count }, i) => {
    const sums = binned ? found.subarray(at, at + BINS) : undefined;
    const products = found.subarray(at + BINS, at + BINS + count);
    at += sizes[i]!;
    if (!binned) for (let k = 0; k < count; k++) products[k] = kernels.dot(residual, functionOf(k), n);
    return { sums, products };
  });
}

/** Candidates that are polynomials of a single source. */
export function singleCandidates(search: Search, singles: readonly Products[]): Candidate[] {
  const { memory, bases, threshold } = search;
  const n = memory.laneCount;
  const least = leastOf(search) * n * n;
  const candidates: Candidate[] = [];
  bases.forEach((basis, source) => {
    const { products } = singles[source]!;
    for (let k = 0; k < products.length; k++) {
      const sum = products[k]!;
      if (sum * sum < least) continue;
      candidates.push({
        key: `${source}:${k}`,
        sources: [source],
        product: sum / n,
        threshold,
        factors: () => [basis.functionOf(k)] as const,
        isOwn: false,
      });
    }
  });
  return candidates;
}

/** Candidates that are steps of a single source: Haar functions of its bins. */
export function stepCandidates(search: Search, singles: readonly Products[]): Candidate[] {
  const { memory, bases, threshold } = search;
  const n = memory.laneCount;
  const least = leastOf(search) * n;
  const deepest = Math.min(Math.log2(BINS), Math.floor(Math.log2(n)) - 3);
  const candidates: Candidate[] = [];
  // Sums over a source's bins: first over each bin, then over each pair of bins, and so on.
  const sums = new Float64Array(BINS);
  bases.forEach(({ binned }, source) => {
    if (!binned) return;
    sums.set(singles[source]!.sums!);
    for (let level = Math.log2(BINS) - 1; level >= 0; level--) {
      const counts = binned.counts[Math.log2(BINS) - 1 - level]!;
      for (let k = 0; k < 2 ** level; k++) {
        const [left, right] = [counts[2 * k]!, counts[2 * k + 1]!];
        const [before, after] = [sums[2 * k]!, sums[2 * k + 1]!];
        sums[k] = before + after;
        if (left === 0 || right === 0 || level >= deepest) continue;
        const difference = right * before - left * after;
        if (difference * difference < least * left * right * (left + right)) continue;
        // Values that have mean 0 and mean square 1 over all lanes, however many lanes each half has.
        const up = Math.sqrt((n * right) / (left * (left + right)));
        const down = -Math.sqrt((n * left) / (right * (left + right)));
        const width = BINS / 2 ** (level + 1);
        candidates.push({
          key: `${source}:step ${level}.${k}`,
          sources: [source],
          product: (up * before + down * after) / n,
          threshold,
          factors: () => {
            const step = memory.column();
            const [start, middle, end] = [2 * k * width, (2 * k + 1) * width, (2 * k + 2) * width];
            memory.kernels.step(step, binned.bins, start, middle, end, up, down, n);
            return [step] as const;
          },
          isOwn: true,
        });
      }
    }
  });
  return candidates;
}

/** Candidates that are products of functions of two sources. */
export function pairCandidates(search: Search): Candidate[] {
  const { memory, residual, bases, noise, threshold } = search;
  const n = memory.laneCount;
  // Threshold for sums instead of means.
  const least = NEARLY_OF_PAIRS * threshold * noise * n;
  const candidates: Candidate[] = [];
  const push = (i: number, j: number, [a, b]: readonly [number, number], sum: number) => {
    candidates.push({
      key: `${i}:${a} ${j}:${b}`,
      sources: [i, j],
      product: sum / n,
      threshold,
      factors: () => [bases[i]!.functionOf(a), bases[j]!.functionOf(b)],
      isOwn: false,
    });
  };
  const { sources, records, room } = recordsOf(memory, bases, 'inPairs');
  const count = memory.kernels.search_pairs(residual, n, records, sources.length, least, room);
  for (const { places, functions, sum } of readFound(memory, room, count)) {
    const [first, second] = places;
    push(sources[first]!, sources[second]!, [functions[0], functions[1]], sum);
  }
  for (let i = 0; i < bases.length; i++) {
    for (let j = i + 1; j < bases.length; j++) {
      if (bases[i]!.binned && bases[j]!.binned) continue;
      for (let a = 0; a < Math.min(PAIR_DEGREE, bases[i]!.count); a++)
        for (let b = 0; b < Math.min(PAIR_DEGREE, bases[j]!.count); b++) {
          const [f, g] = [bases[i]!.functionOf(a), bases[j]!.functionOf(b)];
          const sum = memory.kernels.dot_product(residual, f, g, n);
          if (sum * sum >= least && sum !== 0) push(i, j, [a, b], sum);
        }
    }
  }
  return candidates;
}

/** Candidates that are products of functions of three sources, all of which have bins. */
export function tripleCandidates(search: Search): Candidate[] {
  const { memory, residual, bases, threshold } = search;
  const n = memory.laneCount;
  const { sources, records, room } = recordsOf(memory, bases, 'inTriples');
  const least = leastOf(search) * n * n;
  const count = memory.kernels.search_triples(residual, n, records, sources.length, least, room);
  return readFound(memory, room, count).map(({ places, functions: [a, b, c], sum }) => {
    const [i, j, k] = places.map((place) => sources[place]!) as [number, number, number];
    return {
      key: `${i}:${a} ${j}:${b} ${k}:${c}`,
      sources: [i, j, k],
      product: sum / n,
      threshold,
      factors: () => {
        const product = memory.column();
        memory.kernels.multiply(product, bases[i]!.functionOf(a), bases[j]!.functionOf(b), n);
        return [product, bases[k]!.functionOf(c)];
      },
      isOwn: true,
    };
  });
}

/** Finds the sources with bins, concatenates their records, and reserves space for the search results. */
function recordsOf(
  memory: LaneMemory,
  bases: readonly SourceBasis[],
  kind: 'inPairs' | 'inTriples',
): { readonly sources: readonly number[]; readonly records: Address; readonly room: Address } {
  const sources = [...bases.keys()].filter((source) => bases[source]!.binned);
  const m = sources.length;
  const pairs = (m * (m - 1)) / 2;
  const most = kind === 'inPairs' ? MOST_IN_PAIR * pairs : (MOST_IN_TRIPLE * pairs * (m - 2)) / 3;
  const records = memory.scratch(RECORD_BYTES * m + FOUND_BYTES * most);
  const words = RECORD_BYTES / 4;
  sources.forEach((source, at) => {
    const record = memory.words(bases[source]!.binned![kind], words);
    memory.words(records + at * RECORD_BYTES, words).set(record);
  });
  return { sources, records, room: records + RECORD_BYTES * m };
}

interface Found {
  /** Indices among the searched sources. */
  readonly places: readonly [number, number, number];
  readonly functions: readonly [number, number, number];
  readonly sum: number;
}

function readFound(memory: LaneMemory, room: Address, count: number): Found[] {
  const view = new DataView(memory.kernels.memory.buffer, room, count * FOUND_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const at = index * FOUND_BYTES;
    return {
      places: [view.getUint16(at, true), view.getUint16(at + 2, true), view.getUint8(at + 7)],
      functions: [view.getUint8(at + 4), view.getUint8(at + 5), view.getUint8(at + 6)],
      sum: view.getFloat32(at + 8, true),
    };
  });
}

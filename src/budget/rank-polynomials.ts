// Legendre polynomials in a source's cumulative probability. All sources without ties share the same polynomials and
// differ only in the order of their lanes.
import { BINS } from './basis.ts';
import { subtractMean } from './lane-sums.ts';
import type { Address, LaneMemory } from './lanes/lane-memory.ts';

/** Number of polynomials for one source. */
export const DEGREE = 14;

/** Polynomials evaluated at ascending ranks. */
export interface RankPolynomials {
  /** Columns by degree, starting at degree 1. Each is ordered by rank, in double precision, and has mean 0. */
  readonly columns: readonly Address[];
  /** True if columns have mean square 1 and are orthogonal, which is the case for distinct ranks. */
  readonly isOrthonormal: boolean;
  /** Index of the bin that contains each rank, out of BINS bins, by ascending rank. */
  readonly bins: Uint8Array;
  /** Sums of each column over the bins. */
  readonly sums: readonly Float64Array[];
}

/** Computes the polynomials for all sources without equal values only once. */
export class RankTables {
  readonly memory: LaneMemory;
  #different: RankPolynomials | undefined;

  constructor(memory: LaneMemory) {
    this.memory = memory;
  }

  /** Polynomials evaluated at distinct ranks. */
  get different(): RankPolynomials {
    const n = this.memory.laneCount;
    this.#different ??= this.#keep(
      discrete(n, DEGREE),
      Uint8Array.from({ length: n }, (_, i) => ((i + 0.5) / n) * BINS),
      true,
    );
    return this.#different;
  }

  /** Polynomials evaluated at ascending ranks from 0 to 1, some of which may be equal. */
  at(ranks: Float64Array): RankPolynomials {
    const columns = legendre(ranks, DEGREE);
    columns.forEach(subtractMean);
    return this.#keep(
      columns,
      Uint8Array.from(ranks, (rank) => rank * BINS),
      false,
    );
  }

  #keep(columns: readonly Float64Array[], bins: Uint8Array, isOrthonormal: boolean): RankPolynomials {
    return {
      columns: columns.map((column) => putDoubles(this.memory, column)),
      isOrthonormal,
      bins,
      sums: columns.map((column) => sumByBin(column, bins)),
    };
  }
}

/** Copies double-precision numbers to the memory permanently. */
function putDoubles(memory: LaneMemory, values: Float64Array): Address {
  const address = memory.allocate(8 * values.length);
  memory.doubles(address, values.length).set(values);
  return address;
}

/** Sums of a column over BINS bins. */
export function sumByBin(column: Float64Array, bins: Uint8Array): Float64Array {
  const sums = new Float64Array(BINS);
  for (let i = 0; i < bins.length; i++) sums[bins[i]!]! += column[i]!;
  return sums;
}

/**
 * Polynomials that are orthonormal over n equidistant points symmetric about the middle, computed by recurrence.
 */
function discrete(n: number, degree: number): Float64Array[] {
  let before = new Float64Array(n);
  let now = new Float64Array(n).fill(1);
  const columns: Float64Array[] = [];
  for (let k = 1; k <= Math.min(degree, n - 1); k++) {
    const next = new Float64Array(n);
    let part = 0;
    for (let i = 0; i < n; i++) {
      next[i] = ((2 * i + 1) / n - 1) * now[i]!;
      part += next[i]! * before[i]!;
    }
    part /= n;
    let square = 0;
    for (let i = 0; i < n; i++) {
      next[i]! -= part * before[i]!;
      square += next[i]! * next[i]!;
    }
    const scale = Math.sqrt(n / square);
    for (let i = 0; i < n; i++) next[i]! *= scale;
    columns.push(next);
    [before, now] = [now, next];
  }
  return columns;
}

/** Legendre polynomials of degrees 1 to `degree` at 2·rank − 1. */
export function legendre(ranks: Float64Array, degree: number): Float64Array[] {
  const n = ranks.length;
  const polynomials = Array.from({ length: degree }, () => new Float64Array(n));
  for (let i = 0; i < n; i++) {
    const x = 2 * ranks[i]! - 1;
    let [before, now] = [1, x];
    for (let k = 1; k <= degree; k++) {
      polynomials[k - 1]![i] = now;
      [before, now] = [now, ((2 * k + 1) * x * now - k * before) / (k + 1)];
    }
  }
  return polynomials;
}

// Legendre polynomials in the probability of a source. All sources that have no equal values share the same ones, in another
// order of the lanes.
import { subtractMean } from './lane-sums.ts';

/** Polynomials of one source. */
export const DEGREE = 14;

/** Equally probable parts of a source. */
export const BINS = 256;

/** Polynomials at ranks that ascend. */
export interface RankPolynomials {
  /** By degree from 1, each by rank, with mean 0. */
  readonly columns: readonly Float64Array[];
  /** Mean square 1 and no mean product: true of ranks that are all different. */
  readonly isOrthonormal: boolean;
  /** Which of BINS parts each rank lies in, ascending. */
  readonly bins: Uint8Array;
  /** Sums of each column over the parts. */
  readonly sums: readonly Float64Array[];
}

/** Makes the polynomials of sources without equal values once for each number of lanes. */
export class RankTables {
  readonly #known = new Map<number, RankPolynomials>();
  #room = new Float64Array(0);

  /** `n` numbers for whoever asks, until somebody else does. */
  room(n: number): Float64Array {
    if (this.#room.length !== n) this.#room = new Float64Array(n);
    return this.#room;
  }

  /** Polynomials of `n` different ranks. */
  of(n: number): RankPolynomials {
    const known = this.#known.get(n);
    if (known) return known;
    const bins = Uint8Array.from({ length: n }, (_, i) => ((i + 0.5) / n) * BINS);
    const columns = discrete(n, DEGREE);
    const made = {
      columns,
      isOrthonormal: true,
      bins,
      sums: columns.map((column) => sumByBin(column, bins)),
    };
    this.#known.set(n, made);
    return made;
  }

  /** Polynomials at ranks from 0 to 1 that ascend, some of which may be equal. */
  at(ranks: Float64Array): RankPolynomials {
    const bins = Uint8Array.from(ranks, (rank) => rank * BINS);
    const columns = legendre(ranks, DEGREE);
    columns.forEach(subtractMean);
    return { columns, isOrthonormal: false, bins, sums: columns.map((column) => sumByBin(column, bins)) };
  }
}

/** Sums of a column over BINS parts. */
export function sumByBin(column: Float64Array, bins: Uint8Array): Float64Array {
  const sums = new Float64Array(BINS);
  for (let i = 0; i < bins.length; i++) sums[bins[i]!]! += column[i]!;
  return sums;
}

/** Polynomials that are orthonormal over n equidistant points: by their recurrence, symmetric about the middle. */
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

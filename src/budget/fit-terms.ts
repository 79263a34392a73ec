// Fits a sum of functions of the sources to a value's lanes. The functions are selected using only the lanes. Terms
// above the noise are added, strongest first; each candidate is judged against the current residual. Then all terms are
// refitted. Terms are lane-by-lane products of existing functions, so they need no extra memory.
import type { Address, LaneMemory } from './lanes/lane-memory.ts';

/**
 * A function of one or more sources on the lanes, with mean 0 and mean square 1: scale · (product of factors − mean).
 */
export interface Term {
  /** Ascending indices of the sources on which the function depends. */
  readonly sources: readonly number[];
  /** Identifies the function among all functions of the same sources. */
  readonly key: string;
  readonly factors: Factors;
  readonly mean: number;
  readonly scale: number;
  coefficient: number;
}

/** One or two factors. In a product of three functions, the first factor is itself a product. */
export type Factors = readonly [Address] | readonly [Address, Address];

/** A candidate term, with the approximate inner product of its function with the residual. */
export interface Candidate {
  readonly sources: readonly number[];
  readonly key: string;
  readonly product: number;
  /** Threshold for the square of the product, in units of the noise, that chance alone does not reach. */
  readonly threshold: number;
  /** Creates the factors. A single factor has mean 0 and mean square 1. */
  readonly factors: () => Factors;
  /** True if the first factor is a separate column, created by `factors`. */
  readonly isOwn: boolean;
}

/** Maximum number of terms per lane. Beyond this number, the lanes contain too little information for further terms. */
const TERMS_PER_LANE = 0.2;
const MOST_SWEEPS = 8;
/**
 * Fraction of the variance below which a term may merely reflect slight correlations between the lanes of other terms.
 */
const ROUNDING = 1e-10;
/** Sweeps stop when no coefficient changes by more than this fraction of the value's deviation. */
const SETTLED = 1e-7;
/** Sweeps also stop when no coefficient changes by more than this fraction of its standard error. */
const SETTLED_ERROR = 0.5;
/**
 * Changes to a coefficient below this fraction of the stopping threshold are skipped. The fraction during the search
 * for terms differs from that at the end.
 */
const UNMOVED = { between: 0.4, finally: 0.1 };
/** A standard deviation below this fraction of the largest value is only rounding error. */
const LEAST_SPREAD = 2 ** -51;
/** Fraction of a variance that is indistinguishable from zero with single-precision lanes. */
const NOTHING = 1e-12;

export class Fit {
  readonly terms = new Map<string, Term>();
  readonly memory: LaneMemory;
  /** Residual of the value after the terms are subtracted, scaled so that the value's deviation is 1. */
  readonly residual: Address;
  /** Standard deviation of the value; 0 if it has no spread. */
  readonly deviation: number;
  /** Mean square of the residual. */
  #left: number;
  /** Columns that belong to the fit. */
  readonly #own = new Map<string, Address>();

  constructor(values: Float64Array, memory: LaneMemory) {
    this.memory = memory;
    const { size, mean, deviation } = measureSpread(values);
    this.deviation = deviation * size;
    this.residual = memory.column();
    const lanes = memory.floats(this.residual, values.length);
    if (deviation === 0) lanes.fill(0);
    else for (let i = 0; i < lanes.length; i++) lanes[i] = (values[i]! / size - mean) / deviation;
    this.#left = deviation > 0 ? 1 : 0;
  }

  get laneCount(): number {
    return this.memory.laneCount;
  }

  /** Number of terms that can still be added. */
  get room(): number {
    return Math.max(0, Math.floor(TERMS_PER_LANE * this.laneCount) - this.terms.size);
  }

  /** Mean square of the residual per degree of freedom. */
  get noise(): number {
    const n = this.laneCount;
    const left = this.#left * (n / Math.max(1, n - this.terms.size - 1));
    return left > NOTHING ? left : 0;
  }

  /** Adds a function of one source with this coefficient, however small the function's effect. */
  add(key: string, sources: readonly number[], values: Address, coefficient: number): void {
    this.#addTerm({ sources, key, factors: [values], mean: 0, scale: 1 }, coefficient);
  }

  /** Adds candidates above the threshold until the noise falls to `least`. Returns the number of candidates added. */
  take(candidates: Candidate[], least: number): number {
    candidates.sort((a, b) => b.product ** 2 - a.product ** 2);
    const before = this.terms.size;
    for (const { key, sources, threshold, factors: make, isOwn } of candidates) {
      if (this.room === 0 || this.noise <= least) break;
      if (this.terms.has(key)) continue;
      const factors = make();
      const { mean, scale, product } = this.#measure(factors);
      if (product ** 2 * this.laneCount <= threshold * this.noise) {
        if (isOwn) this.memory.free(factors[0]);
        continue;
      }
      if (isOwn) this.#own.set(key, factors[0]);
      this.#addTerm({ sources, key, factors, mean, scale }, product);
      this.#left = Math.max(0, this.#left - product * product);
    }
    return this.terms.size - before;
  }

  #addTerm(term: Omit<Term, 'coefficient'>, coefficient: number): void {
    this.addTo(this.residual, term, -coefficient);
    this.terms.set(term.key, { ...term, coefficient });
  }

  /** Fits all coefficients to the lanes one by one, for at most this many sweeps or until they converge. */
  refit(sweeps = MOST_SWEEPS): void {
    const unmoved = sweeps === MOST_SWEEPS ? UNMOVED.finally : UNMOVED.between;
    const least = Math.max(SETTLED, SETTLED_ERROR * Math.sqrt(this.noise / this.laneCount));
    for (let sweep = 0; sweep < sweeps; sweep++) {
      let largest = 0;
      for (const term of this.terms.values()) {
        const change = this.#productWith(term);
        if (Math.abs(change) < unmoved * least) continue;
        term.coefficient += change;
        this.addTo(this.residual, term, -change);
        largest = Math.max(largest, Math.abs(change));
      }
      if (largest < least) break;
    }
    this.#left = this.meanSquare(this.residual);
  }

  /** Removes terms that do not exceed the noise of the final residual. */
  prune(threshold: number): void {
    const least = Math.max((threshold * this.noise) / this.laneCount, ROUNDING);
    for (const term of [...this.terms.values()]) {
      if (term.coefficient ** 2 > least) continue;
      this.addTo(this.residual, term, term.coefficient);
      this.terms.delete(term.key);
    }
    this.#left = this.meanSquare(this.residual);
  }

  /** Releases the fit's columns. */
  close(): void {
    this.memory.free(this.residual);
    for (const column of this.#own.values()) this.memory.free(column);
  }

  /** Adds a term's function, multiplied by `times`, to a column. */
  addTo(target: Address, { factors: [f, g], mean, scale }: Omit<Term, 'coefficient'>, times: number): void {
    const { kernels, laneCount } = this.memory;
    if (g === undefined) kernels.add(target, f, times, laneCount);
    else kernels.add_product(target, f, g, times * scale, times * scale * mean, laneCount);
  }

  /** Mean square of a column. */
  meanSquare(column: Address): number {
    return this.memory.kernels.dot(column, column, this.laneCount) / this.laneCount;
  }

  /** Mean product of a term's function and the residual, whose mean is 0. */
  #productWith({ factors: [f, g], scale }: Term): number {
    const { memory, residual, laneCount: n } = this;
    if (g === undefined) return memory.kernels.dot(residual, f, n) / n;
    return (scale * memory.kernels.dot_product(residual, f, g, n)) / n;
  }

  /**
   * Shift and scale that normalise a product of factors to mean 0 and mean square 1, and the normalised product's mean
   * product with the residual.
   */
  #measure([f, g]: Factors): { mean: number; scale: number; product: number } {
    const { memory, residual, laneCount: n } = this;
    if (g === undefined) return { mean: 0, scale: 1, product: memory.kernels.dot(residual, f, n) / n };
    const to = memory.scratch(3 * 8);
    memory.kernels.measure(residual, f, g, n, to);
    const [sum, squares, products] = memory.doubles(to, 3) as unknown as [number, number, number];
    const mean = sum / n;
    const variance = squares / n - mean * mean;
    const scale = variance > 0 ? 1 / Math.sqrt(variance) : 0;
    return { mean, scale, product: (scale * products) / n };
  }
}

/**
 * Mean and standard deviation as fractions of `size`, the largest absolute value. The deviation is 0 if it is only
 * rounding error.
 */
function measureSpread(values: Float64Array) {
  // Scales the values, because the squares of very large and very small numbers overflow or underflow.
  let size = 0;
  for (let i = 0; i < values.length; i++) size = Math.max(size, Math.abs(values[i]!));
  if (size === 0) return { size, mean: 0, deviation: 0 };
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]! / size;
  const mean = sum / values.length;
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += (values[i]! / size - mean) ** 2;
  const deviation = Math.sqrt(squares / values.length);
  return { size, mean, deviation: deviation > LEAST_SPREAD ? deviation : 0 };
}

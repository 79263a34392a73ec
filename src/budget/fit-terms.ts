// A value's lanes as a sum of functions of its sources, none of which is chosen but by what the lanes say: terms that stand
// out of the noise are taken, the strongest first, each by what is left when it is its turn; all of them are then fitted
// again. Terms are products of functions that sources have by lane anyway: they take no memory of their own.
import { addTimes, meanProduct, subtractMean } from './lane-sums.ts';

/** One function of one or more sources on the lanes, with mean 0 and mean square 1: scale · (product of factors − mean). */
export interface Term {
  /** Indices of the sources that it depends on, ascending. */
  readonly sources: readonly number[];
  /** Which function it is among those of its sources. */
  readonly key: string;
  readonly factors: Factors;
  readonly mean: number;
  readonly scale: number;
  coefficient: number;
}

/** One or two; a product of three has a product for its first. */
export type Factors = readonly [Float64Array] | readonly [Float64Array, Float64Array];

/** What may be taken: which term, and nearly the inner product of its function with the residual. */
export interface Candidate {
  readonly sources: readonly number[];
  readonly key: string;
  readonly product: number;
  /** The square of the product, in units of the noise, that no chance reaches. */
  readonly threshold: number;
  /** A single factor has mean 0 and mean square 1. */
  readonly make: () => Factors;
}

/** Most terms for each lane; beyond that lanes say nothing of the rest. */
const TERMS_PER_LANE = 0.2;
const MOST_SWEEPS = 8;
/** Less than this part of the variance is what lanes that are not quite uncorrelated make of other terms. */
const ROUNDING = 1e-10;
/** Sweeps end when no coefficient moves the value by more than this part of its deviation, or of its standard error. */
const SETTLED = 1e-7;
const SETTLED_ERROR = 0.5;
/** A coefficient that would move by less than this part of it stays: while more terms are looked for, and in the end. */
const UNMOVED = { between: 0.4, finally: 0.1 };

export class Fit {
  readonly terms = new Map<string, Term>();
  /** What the terms leave. */
  readonly residual: Float64Array;
  /** Mean square of the value about its mean. */
  readonly variance: number;
  /** Mean square of the residual. */
  #left: number;

  constructor(values: Float64Array) {
    this.residual = values.slice();
    subtractMean(this.residual);
    this.variance = meanProduct(this.residual, this.residual);
    this.#left = this.variance;
  }

  get laneCount(): number {
    return this.residual.length;
  }

  /** Terms that there is still room for. */
  get room(): number {
    return Math.max(0, Math.floor(TERMS_PER_LANE * this.laneCount) - this.terms.size);
  }

  /** Mean square of what is left, for each degree of freedom. */
  get noise(): number {
    const n = this.laneCount;
    const left = this.#left * (n / Math.max(1, n - this.terms.size - 1));
    return left > 1e-24 * this.variance ? left : 0;
  }

  /** Takes a function of one source with this coefficient, whatever it explains. */
  add(key: string, sources: readonly number[], values: Float64Array, coefficient: number): void {
    this.#addTerm({ sources, key, factors: [values], mean: 0, scale: 1 }, coefficient);
  }

  /** Takes the candidates that stand out, until the noise is `least`; answers how many. */
  take(candidates: Candidate[], least: number): number {
    candidates.sort((a, b) => b.product ** 2 - a.product ** 2);
    const before = this.terms.size;
    for (const { key, sources, threshold, make } of candidates) {
      if (this.room === 0 || this.noise <= least) break;
      if (this.terms.has(key)) continue;
      const factors = make();
      const { mean, scale, product } = measure(this.residual, factors);
      if (product ** 2 * this.laneCount <= threshold * this.noise) continue;
      this.#addTerm({ sources, key, factors, mean, scale }, product);
      this.#left = Math.max(0, this.#left - product * product);
    }
    return this.terms.size - before;
  }

  #addTerm(term: Omit<Term, 'coefficient'>, coefficient: number): void {
    addTerm(this.residual, term, -coefficient);
    this.terms.set(term.key, { ...term, coefficient });
  }

  /** Fits all coefficients to the lanes, one after the other, so many times or until they stay. */
  refit(sweeps = MOST_SWEEPS): void {
    const { residual } = this;
    const unmoved = sweeps === MOST_SWEEPS ? UNMOVED.finally : UNMOVED.between;
    const least = Math.max(
      SETTLED * Math.sqrt(this.variance),
      SETTLED_ERROR * Math.sqrt(this.noise / this.laneCount),
    );
    for (let sweep = 0; sweep < sweeps; sweep++) {
      let largest = 0;
      for (const term of this.terms.values()) {
        const change = productWith(residual, term);
        if (Math.abs(change) < unmoved * least) continue;
        term.coefficient += change;
        addTerm(residual, term, -change);
        largest = Math.max(largest, Math.abs(change));
      }
      if (largest < least) break;
    }
    this.#left = meanProduct(residual, residual);
  }

  /** Gives back the terms that do not stand out of what is left in the end. */
  prune(threshold: number): void {
    const least = Math.max((threshold * this.noise) / this.laneCount, ROUNDING * this.variance);
    for (const term of [...this.terms.values()]) {
      if (term.coefficient ** 2 > least) continue;
      addTerm(this.residual, term, term.coefficient);
      this.terms.delete(term.key);
    }
    this.#left = meanProduct(this.residual, this.residual);
  }
}

/** Adds `times` the function of a term to values by lane. */
export function addTerm(
  target: Float64Array,
  { factors, mean, scale }: Omit<Term, 'coefficient'>,
  times: number,
): void {
  const [f, g] = factors;
  if (!g) {
    addTimes(target, f, times);
    return;
  }
  const [factor, shift] = [times * scale, times * scale * mean];
  for (let i = 0; i < target.length; i++) target[i]! += factor * f[i]! * g[i]! - shift;
}

/** Mean product of a term's function with values of mean 0. */
function productWith(values: Float64Array, { factors, scale }: Term): number {
  const [f, g] = factors;
  return g ? scale * meanTripleProduct(values, f, g) : meanProduct(values, f);
}

function meanTripleProduct(a: Float64Array, b: Float64Array, c: Float64Array): number {
  const n = a.length;
  let s0 = 0;
  let s1 = 0;
  let i = 0;
  for (; i + 1 < n; i += 2) {
    s0 += a[i]! * b[i]! * c[i]!;
    s1 += a[i + 1]! * b[i + 1]! * c[i + 1]!;
  }
  if (i < n) s0 += a[i]! * b[i]! * c[i]!;
  return (s0 + s1) / n;
}

/** What makes a product of factors a function of mean 0 and mean square 1, and its mean product with the residual. */
function measure(residual: Float64Array, [f, g]: Factors): { mean: number; scale: number; product: number } {
  if (!g) return { mean: 0, scale: 1, product: meanProduct(residual, f) };
  const n = residual.length;
  let sum = 0;
  let squares = 0;
  let products = 0;
  for (let i = 0; i < n; i++) {
    const value = f[i]! * g[i]!;
    sum += value;
    squares += value * value;
    products += value * residual[i]!;
  }
  const mean = sum / n;
  const variance = squares / n - mean * mean;
  const scale = variance > 0 ? 1 / Math.sqrt(variance) : 0;
  return { mean, scale, product: (scale * products) / n };
}

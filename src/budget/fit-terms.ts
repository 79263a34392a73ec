// A value's lanes as a sum of functions of its sources, none of which is chosen but by what the lanes say: terms that stand
// out of the noise are taken, the strongest first, and all of them are fitted again to what is left.
import { meanProduct } from './source-basis.ts';

/** One function of one or more sources on the lanes, with mean 0 and mean square 1. */
export interface Term {
  /** Indices of the sources that it depends on, ascending. */
  readonly sources: readonly number[];
  /** Which function it is among those of its sources. */
  readonly key: string;
  readonly values: Float64Array;
  /** Mean square of the function: 1 but for rounding. */
  readonly square: number;
  coefficient: number;
}

/** What may be taken: which term, and the inner product of its function with the residual, or nearly that. */
export interface Candidate {
  readonly key: string;
  readonly product: number;
  readonly make: () => Pick<Term, 'sources' | 'values'>;
}

/** In one round only what reaches this part of the strongest term's square is taken: what it leaves may be an echo. */
const PART_OF_STRONGEST = 0.05;
/** Most terms for each lane; beyond that lanes say nothing of the rest. */
const TERMS_PER_LANE = 0.2;
const MOST_SWEEPS = 12;
/** Less than this part of the variance is what lanes that are not quite uncorrelated make of other terms. */
const ROUNDING = 1e-10;
/** Sweeps end when no coefficient moves the value by more than this part of its deviation. */
const SETTLED = 1e-7;

export class Fit {
  readonly terms = new Map<string, Term>();
  /** What the terms leave. */
  readonly residual: Float64Array;
  /** Mean square of the value about its mean. */
  readonly variance: number;

  constructor(values: Float64Array) {
    const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
    this.residual = values.map((x) => x - mean);
    this.variance = meanProduct(this.residual, this.residual);
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
    const left = meanProduct(this.residual, this.residual) * (n / Math.max(1, n - this.terms.size - 1));
    return left > 1e-24 * this.variance ? left : 0;
  }

  /** Takes a term and removes it from the residual. */
  add(term: Omit<Term, 'coefficient' | 'square'>): void {
    const coefficient = meanProduct(this.residual, term.values);
    subtract(this.residual, term.values, coefficient);
    const square = meanProduct(term.values, term.values);
    this.terms.set(term.key, { ...term, square, coefficient });
  }

  /** Takes the candidates that stand out; answers how many. */
  take(candidates: readonly Candidate[], threshold: number): number {
    const news = candidates.filter(({ key }) => !this.terms.has(key));
    const strongest = news.reduce((most, { product }) => Math.max(most, product ** 2), 0);
    const least = Math.max((threshold * this.noise) / this.laneCount, PART_OF_STRONGEST * strongest);
    const chosen = news
      .filter(({ product }) => product ** 2 > least)
      .sort((a, b) => b.product ** 2 - a.product ** 2)
      .slice(0, this.room);
    for (const { key, make } of chosen) this.add({ key, ...make() });
    return chosen.length;
  }

  /** Fits all coefficients to the lanes, one after the other, so many times or until they stay. */
  refit(sweeps = MOST_SWEEPS): void {
    const scale = Math.sqrt(this.variance);
    for (let sweep = 0; sweep < sweeps; sweep++) {
      let largest = 0;
      for (const term of this.terms.values()) {
        const change = meanProduct(this.residual, term.values) / (term.square || 1);
        if (Math.abs(change) < 0.1 * SETTLED * scale) continue;
        term.coefficient += change;
        subtract(this.residual, term.values, change);
        largest = Math.max(largest, Math.abs(change));
      }
      if (largest < SETTLED * scale) return;
    }
  }

  /** Gives back the terms that do not stand out of what is left in the end. */
  prune(threshold: number): void {
    const least = Math.max((threshold * this.noise) / this.laneCount, ROUNDING * this.variance);
    for (const term of [...this.terms.values()]) {
      if (term.coefficient ** 2 > least) continue;
      subtract(this.residual, term.values, -term.coefficient);
      this.terms.delete(term.key);
    }
  }

  /** The sum of some of the terms, by lane. */
  sum(isWanted: (term: Term) => boolean): Float64Array {
    const sum = new Float64Array(this.laneCount);
    for (const term of this.terms.values()) {
      if (isWanted(term)) subtract(sum, term.values, -term.coefficient);
    }
    return sum;
  }
}

function subtract(target: Float64Array, values: Float64Array, factor: number): void {
  for (let i = 0; i < target.length; i++) target[i]! -= factor * values[i]!;
}

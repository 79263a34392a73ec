// Decomposes a value's variance by expressing the value's lanes as a sum of functions of one, two and three sources
// (Sobol' 1993). Least squares with a threshold selects the terms, from which the indices of each source and their
// errors are computed. The method works on existing draws, so the program does not have to run again.

import type { SourceBasis } from './basis.ts';
import {
  multiplySingles,
  pairCandidates,
  type Search,
  singleCandidates,
  stepCandidates,
  tripleCandidates,
} from './find-candidates.ts';
import { type Candidate, Fit, type Term } from './fit-terms.ts';
import type { Address } from './lanes/lane-memory.ts';
import type { LinearProducts } from './linear-products.ts';

/** An index with its interval, which covers the true value in at least nine of ten cases. */
export interface Index {
  readonly value: number;
  readonly interval: readonly [low: number, high: number];
}

/** A source's effect on a value. */
export interface SourceShare {
  /** Fraction of the variance that the source explains by itself. */
  readonly first: Index;
  /** Fraction of the variance to which the source contributes, including interactions. */
  readonly total: Index;
  /**
   * Slope of the value with respect to the source's value, that is, the regression coefficient; undefined if the source
   * is not a single number.
   */
  readonly slope: number | undefined;
}

export interface Decomposition {
  readonly shares: readonly SourceShare[];
  /** Fraction of the variance that is due to interactions of two or more sources. */
  readonly interactions: number;
  /**
   * Fraction of the variance that no term explains. Typical causes are steps along diagonals, functions of many
   * sources, and singularities.
   */
  readonly unexplained: number;
}

/** A source's basis and the standard deviation of the source's lanes. */
export interface Source {
  readonly basis: SourceBasis;
  readonly deviation: number | undefined;
}

/** Normal quantile for the ends of intervals. */
const ENDS = 2.2;
/** Fraction of a variance below which no further terms are sought. */
const NEGLIGIBLE = 2e-4;
const MOST_ROUNDS = 6;
/** If a round leaves more than this fraction of the noise, no further round of the same kind follows. */
const WORTHWHILE = 0.95;
/**
 * Number of sweeps between two searches for terms. The coefficients need not converge in between, because they are
 * fitted completely at the end.
 */
const SWEEPS_BETWEEN = 1;
/**
 * Maximum number of linear terms whose equations are solved together. The time grows with the cube of the number of
 * terms. If there are more terms, they are fitted one by one.
 */
const MOST_SOLVED = 128;
const LINEAR_SWEEPS = 16;
/** Maximum number of sources for which all pairs are searched. */
const MOST_PAIRED = 200;
/** Maximum number of sources for which all triples are searched. */
const MOST_IN_TRIPLES = 16;
/** Minimum half-width of an interval, as a number of lanes, because ranks represent probabilities. */
const LANES_OF_ERROR = 1;

/**
 * Decomposes the variance of `values`, which are ordered by lane. @param products inner products that the values of one
 * run share
 * @returns contributions in the order of `sources`; all 0 if the value has no spread
 */
export function decomposeVariance(
  values: Float64Array,
  sources: readonly Source[],
  products: LinearProducts,
): Decomposition {
  const bases = sources.map(({ basis }) => basis);
  const fit = new Fit(values, products.memory);
  try {
    if (!(fit.deviation > 0) || sources.length === 0) return withoutSpread(sources.length);
    findTerms(fit, bases, products);
    return describeFit(fit, sources);
  } finally {
    fit.close();
  }
}

function findTerms(fit: Fit, bases: readonly SourceBasis[], products: LinearProducts): void {
  addLinearTerms(fit, bases, products);
  const singleThreshold = thresholdFor(bases.reduce((sum, { count }) => sum + count, 0));
  const pairCount = (bases.length * (bases.length - 1)) / 2;
  const pairThreshold = thresholdFor(28 * pairCount);
  const tripleThreshold = thresholdFor((20 * pairCount * (bases.length - 2)) / 3);
  const hasPairs = bases.length > 1 && bases.length <= MOST_PAIRED;
  const hasTriples = bases.length > 2 && bases.length <= MOST_IN_TRIPLES;
  const search = (threshold: number): Search => ({
    memory: fit.memory,
    residual: fit.residual,
    bases,
    noise: fit.noise,
    threshold,
  });
  const repeat = (findCandidates: () => Candidate[]) => {
    for (let round = 0; round < MOST_ROUNDS && fit.noise > NEGLIGIBLE && fit.room > 0; round++) {
      const before = fit.noise;
      if (fit.take(findCandidates(), NEGLIGIBLE) === 0) return;
      if (fit.noise <= NEGLIGIBLE) return;
      fit.refit(SWEEPS_BETWEEN);
      if (fit.noise > WORTHWHILE * before) return;
    }
  };
  const multiply = () => multiplySingles(fit.memory, fit.residual, bases);
  repeat(() => [
    ...singleCandidates(search(singleThreshold), multiply()),
    ...(hasPairs ? pairCandidates(search(pairThreshold)) : []),
  ]);
  repeat(() => [
    ...stepCandidates(search(singleThreshold + 2), multiply()),
    ...(hasTriples
      ? [...tripleCandidates(search(tripleThreshold)), ...pairCandidates(search(pairThreshold))]
      : []),
  ]);
  fit.prune(Math.min(singleThreshold, 9));
  fit.refit();
}

/**
 * Fits all linear terms together. If a hundred equal inputs were fitted separately, each would be lost in the noise of
 * the others.
 */
function addLinearTerms(fit: Fit, bases: readonly SourceBasis[], products: LinearProducts): void {
  const functions: Address[] = [];
  const places: { key: string; source: number }[] = [];
  if (bases.reduce((sum, { linearCount }) => sum + linearCount, 0) > fit.room) return;
  bases.forEach(({ functionOf, linearCount }, source) => {
    for (let k = 0; k < linearCount; k++) {
      functions.push(functionOf(k));
      places.push({ key: `${source}:${k}`, source });
    }
  });
  const solution = functions.length <= MOST_SOLVED ? products.solve(fit.residual, functions) : undefined;
  places.forEach(({ key, source }, i) => {
    fit.add(key, [source], functions[i]!, solution?.[i] ?? 0);
  });
  fit.refit(solution ? 0 : LINEAR_SWEEPS);
}

/**
 * Threshold for squared products, in units of the noise, that is rarely reached by any of `count` spurious products.
 */
function thresholdFor(count: number): number {
  return Math.max(9, 2 * Math.log(Math.max(1, count)) + 2);
}

function describeFit(fit: Fit, sources: readonly Source[]): Decomposition {
  const n = fit.laneCount;
  const { noise } = fit;
  const parts = measureParts(fit, sources);
  const interactionEnergy = sumEnergies(fit, [...fit.terms.values()].filter(isShared));
  const whole = parts.reduce((sum, { own }) => sum + own, 0) + interactionEnergy + noise;
  const unexplained = noise / whole;
  const missed = missedSingles(fit, sources);
  const isOnly = sources.length === 1;
  const all: Index = { value: 1, interval: [1, 1] };
  const shares = sources.map(({ basis, deviation }, i): SourceShare => {
    const { own, shared, ownError, totalError } = parts[i]!;
    // The residual is attributed to sources with known interactions, or to both sources if there are only two.
    const hand = sources.length === 2 ? 1 : interactionEnergy > noise ? shared / interactionEnergy : 0;
    const first = own / whole;
    const total = Math.min(1, (own + shared + hand * noise) / whole);
    const errors = [ownError, totalError].map((error) => (ENDS * error) / whole + LANES_OF_ERROR / n);
    const [below, around] = errors as [number, number];
    const linear = fit.terms.get(`${i}:0`);
    const hasSlope = basis.isLinear && deviation !== undefined && deviation > 0;
    return {
      first: isOnly ? all : index(first, below, below + missed[i]! / whole),
      total: isOnly ? all : index(total, around + hand * unexplained, around + (1 - hand) * unexplained),
      slope: hasSlope ? ((linear?.coefficient ?? 0) * fit.deviation) / deviation : undefined,
    };
  });
  return {
    shares,
    interactions: interactionEnergy / whole,
    unexplained: isOnly ? 0 : unexplained,
  };
}

const isShared = ({ sources }: Term) => sources.length > 1;

/** Sum of squared coefficients, minus the expected contribution of chance. */
function sumEnergies(fit: Fit, terms: readonly Term[]): number {
  const chance = fit.noise / fit.laneCount;
  return terms.reduce((sum, { coefficient }) => sum + Math.max(0, coefficient ** 2 - chance), 0);
}

/**
 * Parts of the variance due to a source by itself and due to its interactions, with the standard errors of the first
 * part and of the sum.
 */
interface Part {
  readonly own: number;
  readonly shared: number;
  readonly ownError: number;
  readonly totalError: number;
}

function measureParts(fit: Fit, sources: readonly Source[]): Part[] {
  const termsOf: Term[][] = sources.map(() => []);
  for (const term of fit.terms.values()) for (const source of term.sources) termsOf[source]!.push(term);
  const room = fit.memory.column();
  const parts = termsOf.map((terms, i) => {
    const shared = terms.filter(isShared);
    const singles = terms.filter((term) => !isShared(term));
    const [only] = singles;
    // The function of a single term is already available and has mean square 1.
    const isPlain = only !== undefined && singles.length === 1 && shared.length === 0 && !only.factors[1];
    if (isPlain) {
      const { coefficient, factors } = only;
      const error = Math.abs(coefficient) * errorOf(fit, factors[0]);
      return {
        own: ownEnergy(fit, sources[i]!, singles, coefficient ** 2),
        shared: 0,
        ownError: error,
        totalError: error,
      };
    }
    fit.memory.floats(room, fit.laneCount).fill(0);
    for (const term of singles) fit.addTo(room, term, term.coefficient);
    const own = ownEnergy(fit, sources[i]!, singles, fit.meanSquare(room));
    const ownError = errorOf(fit, room);
    for (const term of shared) fit.addTo(room, term, term.coefficient);
    const totalError = shared.length > 0 ? errorOf(fit, room) : ownError;
    return { own, shared: sumEnergies(fit, shared), ownError, totalError };
  });
  fit.memory.free(room);
  return parts;
}

/** @param square mean square of the sum of the source's terms */
function ownEnergy(fit: Fit, { basis }: Source, singles: readonly Term[], square: number): number {
  // Steps and polynomials of the same rank are dependent on each other, but functions of several independent sources in
  // one row are independent.
  if (!basis.binned) return sumEnergies(fit, singles);
  return Math.max(0, square - (singles.length * fit.noise) / fit.laneCount);
}

/**
 * Upper bound on the variance in the residual that a source's functions may still explain, although none of them is
 * strong enough to be added.
 */
function missedSingles(fit: Fit, sources: readonly Source[]): number[] {
  const unit = fit.noise / fit.laneCount;
  if (unit === 0) return sources.map(() => 0);
  const bases = sources.map(({ basis }) => basis);
  return multiplySingles(fit.memory, fit.residual, bases).map(({ products }, i) => {
    let sum = 0;
    let count = 0;
    products.forEach((product, k) => {
      if (fit.terms.has(`${i}:${k}`)) return;
      sum += (product / fit.laneCount) ** 2 - unit;
      count++;
    });
    return Math.max(0, sum) + ENDS * Math.sqrt(2 * count) * unit;
  });
}

/**
 * Standard error of the variance of part of the fit, from the infinitesimal jackknife: the standard deviation over the
 * lanes of the contribution 2·part·residual.
 */
function errorOf({ memory, residual, noise, laneCount }: Fit, part: Address): number {
  if (noise === 0) return 0;
  return (2 * Math.sqrt(memory.kernels.square_product(part, residual, laneCount))) / laneCount;
}

function index(value: number, below: number, above: number): Index {
  return { value, interval: [Math.max(0, value - below), Math.min(1, value + above)] };
}

function withoutSpread(count: number): Decomposition {
  const none: Index = { value: 0, interval: [0, 0] };
  const shares = Array.from({ length: count }, () => ({ first: none, total: none, slope: undefined }));
  return { shares, interactions: 0, unexplained: 0 };
}

// Where the variance of a value comes from: its lanes as a sum of functions of one, two and three sources (Sobol' 1993), the
// terms found by least squares with a threshold, and with them the indices of each source and how well the lanes know them.
// Given data alone are used: nothing is run again.
import { pairCandidates, singleCandidates, stepCandidates, tripleCandidates } from './find-candidates.ts';
import { Fit, type Term } from './fit-terms.ts';
import { meanProduct, type SourceBasis } from './source-basis.ts';

/** An index and the ends of its interval, which covers the truth in nine of ten cases or more. */
export interface Index {
  readonly value: number;
  readonly interval: readonly [low: number, high: number];
}

/** What one source does to a value. */
export interface SourceShare {
  /** The part of the variance that the source explains by itself. */
  readonly first: Index;
  /** The part that it has a hand in, with interactions. */
  readonly total: Index;
  /** Slope of the value in the source's own: the regression coefficient; undefined where the source has no one number. */
  readonly slope: number | undefined;
}

export interface Decomposition {
  readonly shares: readonly SourceShare[];
  /** Part of the variance that belongs to two and more sources together. */
  readonly interactions: number;
  /** Part of the variance that no term explains: steps along diagonals, functions of many sources, singularities. */
  readonly unexplained: number;
}

/** A source's basis, and the standard deviation of its lanes. */
export interface Source {
  readonly basis: SourceBasis;
  readonly deviation: number | undefined;
}

/** Quantile of the normal distribution for the ends of intervals. */
const ENDS = 2.2;
/** Less than this part of a variance is not looked for any further. */
const NEGLIGIBLE = 1e-6;
const LITTLE = 1e-4;
const MOST_ROUNDS = 6;
/** Before more terms are looked for, coefficients need not have settled: they are fitted to the end when there are no more. */
const SWEEPS_BETWEEN = 2;
/** Sources of which all pairs, and all triples, are looked at. */
const MOST_PAIRED = 200;
const MOST_IN_TRIPLES = 16;
/** No interval is narrower on either side than this many parts of a lane: ranks stand for probabilities. */
const LANES_OF_ERROR = 1;

/**
 * Decomposes the variance of `values` (by lane).
 * @returns shares in the order of `sources`; all 0 for a value without spread
 */
export function decomposeVariance(values: Float64Array, sources: readonly Source[]): Decomposition {
  const bases = sources.map(({ basis }) => basis);
  const fit = new Fit(values);
  if (!(fit.variance > 0) || sources.length === 0) return withoutSpread(sources.length);
  findTerms(fit, bases);
  return describeFit(fit, sources);
}

function findTerms(fit: Fit, bases: readonly SourceBasis[]): void {
  const { variance } = fit;
  const isOpen = (least: number) => fit.noise > least * variance && fit.room > 0;
  addLinearTerms(fit, bases);
  const singles = countFunctions(bases);
  const singleThreshold = thresholdFor(singles);
  const pairCount = (bases.length * (bases.length - 1)) / 2;
  const pairThreshold = thresholdFor(28 * pairCount);
  const tripleThreshold = thresholdFor((20 * pairCount * (bases.length - 2)) / 3);
  const leastOf = (threshold: number) => (0.5 * threshold * fit.noise) / fit.laneCount;
  for (let round = 0; round < MOST_ROUNDS && isOpen(NEGLIGIBLE); round++) {
    let taken = fit.take(singleCandidates(fit.residual, bases, leastOf(singleThreshold)), singleThreshold);
    if (bases.length > 1 && bases.length <= MOST_PAIRED && isOpen(NEGLIGIBLE)) {
      taken += fit.take(pairCandidates(fit.residual, bases, leastOf(pairThreshold)), pairThreshold);
    }
    if (taken === 0) break;
    fit.refit(SWEEPS_BETWEEN);
  }
  for (let round = 0; round < MOST_ROUNDS && isOpen(LITTLE); round++) {
    let taken = fit.take(stepCandidates(fit.residual, bases, leastOf(singleThreshold)), singleThreshold + 2);
    if (bases.length > 2 && bases.length <= MOST_IN_TRIPLES) {
      taken += fit.take(tripleCandidates(fit.residual, bases, leastOf(tripleThreshold)), tripleThreshold);
      taken += fit.take(pairCandidates(fit.residual, bases, leastOf(pairThreshold)), pairThreshold);
    }
    if (taken === 0) break;
    fit.refit(SWEEPS_BETWEEN);
  }
  fit.prune(Math.min(singleThreshold, 9));
  fit.refit();
}

/** What is linear in the sources is fitted as a whole: each of a hundred equal inputs drowns in the noise of the others. */
function addLinearTerms(fit: Fit, bases: readonly SourceBasis[]): void {
  if (bases.reduce((sum, { linearCount }) => sum + linearCount, 0) > fit.room) return;
  bases.forEach(({ functions, linearCount }, source) => {
    functions.slice(0, linearCount).forEach((values, k) => {
      fit.add({ key: `${source}:${k}`, sources: [source], values });
    });
  });
  fit.refit();
}

/** The square, in units of the noise, that the largest of `count` products without meaning seldom reaches. */
function thresholdFor(count: number): number {
  return Math.max(9, 2 * Math.log(Math.max(1, count)) + 2);
}

function countFunctions(bases: readonly SourceBasis[]): number {
  return bases.reduce((sum, { functions }) => sum + functions.length, 0);
}

function describeFit(fit: Fit, sources: readonly Source[]): Decomposition {
  const n = fit.laneCount;
  const terms = [...fit.terms.values()];
  const { noise } = fit;
  const energyOf = (isWanted: (term: Term) => boolean) =>
    terms.reduce(
      (sum, term) => (isWanted(term) ? sum + Math.max(0, term.coefficient ** 2 - noise / n) : sum),
      0,
    );
  const singles = singleParts(fit, sources.length);
  const interactionEnergy = energyOf(({ sources: of }) => of.length > 1);
  const firsts = singles.map((part, i) => {
    if (!part) return 0;
    // Steps and polynomials of one rank are no independent functions; those of independent sources in one row are.
    if (!sources[i]!.basis.ranks) return energyOf(({ sources: of }) => of.length === 1 && of[0] === i);
    return Math.max(0, meanProduct(part.values, part.values) - (part.count * noise) / n);
  });
  const whole = firsts.reduce((sum, x) => sum + x, 0) + interactionEnergy + noise;
  const unexplained = noise / whole;
  const missed = missedSingles(fit, sources);
  const shares = sources.map(({ basis, deviation }, i): SourceShare => {
    const isWith = ({ sources: of }: Term) => of.includes(i);
    const isShared = (term: Term) => term.sources.length > 1 && isWith(term);
    const own = firsts[i]!;
    const shared = energyOf(isShared);
    const isOnly = sources.length === 1;
    // What is left belongs to those who share in the interactions that are known; to the only source; to both of two.
    const hand = isOnly
      ? 1
      : sources.length === 2
        ? 1
        : interactionEnergy > noise
          ? shared / interactionEnergy
          : 0;
    const first = (own + (isOnly ? noise : 0)) / whole;
    const total = Math.min(1, (own + shared + hand * noise) / whole);
    const firstError = ENDS * errorOf(fit, singles[i]?.values) + (LANES_OF_ERROR * whole) / n;
    const totalError = ENDS * errorOf(fit, fit.sum(isWith)) + (LANES_OF_ERROR * whole) / n;
    const linear = fit.terms.get(`${i}:0`);
    const hasSlope = basis.isLinear && deviation !== undefined && deviation > 0;
    return {
      first: isOnly
        ? { value: 1, interval: [1, 1] }
        : index(first, firstError / whole, firstError / whole + missed[i]! / whole),
      total: isOnly
        ? { value: 1, interval: [1, 1] }
        : index(
            total,
            totalError / whole + hand * unexplained,
            totalError / whole + (1 - hand) * unexplained,
          ),
      slope: hasSlope ? (linear?.coefficient ?? 0) / deviation : undefined,
    };
  });
  return {
    shares,
    interactions: interactionEnergy / whole,
    unexplained: sources.length === 1 ? 0 : unexplained,
  };
}

/** The sums of the terms of each source by itself. */
function singleParts(fit: Fit, sourceCount: number): ({ values: Float64Array; count: number } | undefined)[] {
  const parts = new Array<{ values: Float64Array; count: number } | undefined>(sourceCount).fill(undefined);
  for (const { sources, values, coefficient } of fit.terms.values()) {
    if (sources.length !== 1) continue;
    const part = parts[sources[0]!] ?? { values: new Float64Array(fit.laneCount), count: 0 };
    parts[sources[0]!] = part;
    for (let i = 0; i < values.length; i++) part.values[i]! += coefficient * values[i]!;
    part.count++;
  }
  return parts;
}

/** What a source's functions may still explain of the residual, none of them by enough to be taken: the upper end of it. */
function missedSingles(fit: Fit, sources: readonly Source[]): number[] {
  const unit = fit.noise / fit.laneCount;
  return sources.map(({ basis }, i) => {
    let [sum, count] = [0, 0];
    basis.functions.forEach((values, k) => {
      if (fit.terms.has(`${i}:${k}`)) return;
      sum += meanProduct(fit.residual, values) ** 2 - unit;
      count++;
    });
    return Math.max(0, sum) + ENDS * Math.sqrt(2 * count) * unit;
  });
}

/**
 * Standard error of the variance of a part of the fit: by the infinitesimal jackknife, the deviation over the lanes of
 * what each adds to it, 2·part·residual.
 */
function errorOf(fit: Fit, part: Float64Array | undefined): number {
  if (!part) return 0;
  let sum = 0;
  for (let i = 0; i < part.length; i++) sum += (part[i]! * fit.residual[i]!) ** 2;
  return (2 * Math.sqrt(sum)) / part.length;
}

function index(value: number, below: number, above: number): Index {
  return { value, interval: [Math.max(0, value - below), Math.min(1, value + above)] };
}

function withoutSpread(count: number): Decomposition {
  const none: Index = { value: 0, interval: [0, 0] };
  const shares = Array.from({ length: count }, () => ({ first: none, total: none, slope: undefined }));
  return { shares, interactions: 0, unexplained: 0 };
}

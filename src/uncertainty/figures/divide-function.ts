// Knots of a distribution function that is known as a formula, and its quantiles by bisection.

import { Knots } from './knots.ts';

/** Maximum difference between the cumulative probabilities of adjacent knots. */
const MOST_STEP = 1 / 128;
/** Maximum ratio of the cumulative probabilities of adjacent knots in the tails. */
const MOST_RATIO = 1.3;
const MOST_KNOTS = 1000;
/** Width of an interval that counts as a point, relative to its distance from 0. */
const LEAST_WIDTH = 1e-9;
/** Cumulative probability below which no knots are needed. */
const LEAST_SHARE = 1e-10;
/** Probability above which the first or last knot is an outcome. */
const LEAST_OUTCOME = 1e-6;
const BISECTIONS = 60;

/**
 * Finds the knots of a distribution function by halving intervals until every step in the cumulative probability is
 * small.
 */
export function divide(first: Float64Array, share: (t: number) => number): Knots | undefined {
  if (first.length < 2) return undefined;
  let positions = Array.from(first);
  let shares = positions.map(share);
  const range = positions.at(-1)! - positions[0]!;
  /** Smallest interval to halve. Near 0, even very small intervals are halved, because a logarithm may follow. */
  const leastAt = (at: number) =>
    Math.max(LEAST_WIDTH * Math.min(range, Math.abs(at)), LEAST_WIDTH ** 2 * range);
  for (let isRefined = true; isRefined && positions.length < MOST_KNOTS; ) {
    isRefined = false;
    const [at, below]: [number[], number[]] = [[positions[0]!], [shares[0]!]];
    for (let i = 1; i < positions.length; i++) {
      const [low, high] = [below.at(-1)!, shares[i]!];
      if (
        positions.length + at.length - i < MOST_KNOTS &&
        isCoarse(low, high) &&
        positions[i]! - at.at(-1)! > leastAt(positions[i]!)
      ) {
        const middle = (at.at(-1)! + positions[i]!) / 2;
        at.push(middle);
        below.push(share(middle));
        isRefined = true;
      }
      at.push(positions[i]!);
      below.push(high);
    }
    positions = at;
    shares = below;
  }
  // The support may begin or end with an outcome.
  if (shares[0]! > LEAST_OUTCOME) {
    positions.unshift(positions[0]!);
    shares.unshift(0);
  }
  if (1 - shares.at(-1)! > LEAST_OUTCOME) {
    positions.push(positions.at(-1)!);
    shares.push(1);
  }
  for (let i = 1; i < shares.length; i++) {
    shares[i] = Math.max(shares[i]!, shares[i - 1]!);
    // A step that further halving cannot divide is an outcome.
    if (positions[i]! - positions[i - 1]! <= leastAt(positions[i]!) && isCoarse(shares[i - 1]!, shares[i]!))
      positions[i - 1] = positions[i]!;
  }
  return new Knots(Float64Array.from(positions), Float64Array.from(shares));
}

function isCoarse(low: number, high: number): boolean {
  if (high - low > MOST_STEP) return true;
  const isSteep = (less: number, more: number) =>
    more > LEAST_SHARE && more > MOST_RATIO * Math.max(less, LEAST_SHARE);
  return isSteep(low, high) || isSteep(1 - high, 1 - low);
}

/** The quantile of a distribution function, by bisection between the enclosing knots. */
export function bisect(share: (t: number) => number, { positions, shares }: Knots, p: number): number {
  let i = 0;
  while (i < shares.length && shares[i]! < p) i++;
  if (i === 0 || i === shares.length) return positions[Math.min(i, shares.length - 1)]!;
  let [low, high] = [positions[i - 1]!, positions[i]!];
  for (let round = 0; round < BISECTIONS && low < high; round++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (share(middle) < p) low = middle;
    else high = middle;
  }
  return high;
}

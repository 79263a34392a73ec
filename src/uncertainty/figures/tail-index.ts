// The index of a tail: the α for which P(|V − median| > x) falls as x^−α (Hill 1975), estimated from the outermost
// hundredth of the mass.

import type { Logarithms } from '../distributions/bayes.ts';

/** Fraction of the mass that counts as the tail. */
const TAIL = 0.01;
/** Minimum number of points for a tail. */
const FEWEST_POINTS = 8;

/** Hill's estimate for weighted points; infinite if there is no tail. */
export function findTailIndex(positions: Float64Array, masses: Float64Array, { log }: Logarithms): number {
  // Infinite nodes lie at a pole, so they are skipped; the other nodes show the tail.
  const finite = Array.from(positions, (_, i) => i).filter((i) => Number.isFinite(positions[i]!));
  if (positions.length - finite.length > FEWEST_POINTS || finite.length === 0) return Infinity;
  const order = finite.sort((i, j) => positions[i]! - positions[j]!);
  let middle = 0;
  for (let below = masses[order[0]!]!; below < 0.5 && middle < order.length - 1; )
    below += masses[order[++middle]!]!;
  const median = positions[order[middle]!]!;
  const distances = positions.map((x) => Math.abs(x - median));
  order.sort((i, j) => distances[j]! - distances[i]!);
  let [mass, count] = [0, 0];
  while (count < order.length && mass < TAIL) mass += masses[order[count++]!]!;
  const least = distances[order[count - 1]!]!;
  if (count < FEWEST_POINTS || !(least > 0)) return Infinity;
  let excess = 0;
  for (const i of order.slice(0, count)) excess += (masses[i]! / mass) * log(distances[i]! / least);
  return excess > 0 ? 1 / excess : Infinity;
}

/**
 * Probabilities beyond the inner and the outer end of a tail, and the six probabilities whose quantiles describe both
 * tails.
 */
export interface TailEnds {
  readonly near: number;
  readonly far: number;
  readonly shares: Float64Array;
}

function endsOf(near: number, far: number): TailEnds {
  return { near, far, shares: Float64Array.of(far, near, 0.25, 0.75, 1 - near, 1 - far) };
}

/** Ends of a tail. Further in, wide lognormal values would look like power laws. */
export const TAIL_ENDS = endsOf(1e-5, 3e-8);
/** Ends that show whether a tail continues. */
export const FURTHER_ENDS = endsOf(3e-8, 2e-10);

/** The smaller of the two tail indices, from the quantiles at both ends; infinite for bounded tails. */
export function findFineTailIndex(
  quantiles: Float64Array,
  { log }: Logarithms,
  { near, far }: TailEnds = TAIL_ENDS,
): number {
  const [lowest, low, left, right, high, highest] = quantiles as unknown as SixNumbers;
  // Uses the middle of the quartiles, because there may be a pole at the median.
  const median = (left + right) / 2;
  const indexOf = (inner: number, outer: number): number => {
    const growth = log(Math.abs(outer - median) / Math.abs(inner - median));
    return growth > 0 && growth < Infinity ? log(near / far) / growth : Infinity;
  };
  return Math.min(indexOf(low, lowest), indexOf(high, highest));
}

type SixNumbers = [number, number, number, number, number, number];

// The index of a tail: α where P(|V − median| > x) falls as x^−α (Hill 1975), from the outermost hundredth of the mass.

import type { Logarithms } from '../distributions/bayes.ts';
import type { FineDistribution } from './fine-distributions.ts';

/** Share of the mass that counts as the tail. */
const TAIL = 0.01;
/** Minimum number of points for a tail. */
const FEWEST_POINTS = 8;

/** Hill's estimate for weighted points; infinite without a tail. */
export function findTailIndex(positions: Float64Array, masses: Float64Array, { log }: Logarithms): number {
  // Skips infinite nodes, which are at a pole; the other nodes show the tail.
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

/** Probabilities beyond the two ends of a tail; points of cells rarely reach the second end. */
const NEAR_END = 1e-4;
const FAR_END = 1e-6;

/** The smaller index of both tails of a distribution function; infinite for bounded tails. */
export function findFineTailIndex(fine: FineDistribution, { log }: Logarithms): number {
  // A pole may lie at the median.
  const median = (fine.quantileAt(0.25) + fine.quantileAt(0.75)) / 2;
  const indexOf = (near: number, far: number): number => {
    const growth = log(Math.abs(fine.quantileAt(far) - median) / Math.abs(fine.quantileAt(near) - median));
    return growth > 0 && growth < Infinity ? log(NEAR_END / FAR_END) / growth : Infinity;
  };
  return Math.min(indexOf(NEAR_END, FAR_END), indexOf(1 - NEAR_END, 1 - FAR_END));
}

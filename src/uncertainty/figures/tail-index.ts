// The index of a tail: α where P(|V − median| > x) falls as x^−α (Hill 1975), from the outermost hundredth of the mass.

import type { Logarithms } from '../distributions/bayes.ts';

/** Share of the mass that counts as the tail. */
const TAIL = 0.01;
/** Fewer points make no tail. */
const FEWEST_POINTS = 8;

/** Hill's estimate for weighted points; infinite where they show no tail. */
export function findTailIndex(positions: Float64Array, masses: Float64Array, { log }: Logarithms): number {
  if (!positions.every(Number.isFinite)) return Infinity;
  const order = Array.from(positions, (_, i) => i).sort((i, j) => positions[i]! - positions[j]!);
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

// Cumulative probabilities of combinations of two independent values, as sums over the nodes of one value.

import type { Knots } from './knots.ts';

/** P(X ≤ limit) for a positive sign, otherwise P(X > limit). */
export function shareOfSide(x: Knots, sign: number, limit: number): number {
  return sign > 0 ? x.shareUpTo(limit) : 1 - x.shareUpTo(limit);
}

/** P(a/Y ≤ t) for a number a. */
export function shareOfQuotient(a: number, y: Knots, t: number): number {
  if (t === 0) return a === 0 ? 1 : shareOfSide(y, a, 0);
  const [low, high] = [Math.min(a / t, 0), Math.max(a / t, 0)];
  return t > 0 ? 1 - y.shareUpTo(high) + y.shareUpTo(low) : y.shareUpTo(high) - y.shareUpTo(low);
}

/** Points of a quadrature, which are exact for the outcomes of a discrete value. */
export interface Nodes {
  readonly positions: Float64Array;
  readonly masses: Float64Array;
  readonly isExact: boolean;
}

/** A way to combine two values: the nodes of one value, and the other value's cumulative probability at each node. */
interface WayToSum {
  readonly nodes: Nodes | undefined;
  readonly shareAt: (node: number, t: number) => number;
}

/** Error of a sum over the first operand, as a fraction of the tail, below which the second sum is not needed. */
const SMALL_ERROR = 0.003;
/** Smallest tail that the nodes of a single operand resolve. */
const LEAST_TAIL = 2 ** -20;

/** P(V ≤ t) as a function of t, from the sum with the smaller error; undefined if neither operand has nodes. */
export function maybeBestSum(ways: readonly WayToSum[]): ((t: number) => number) | undefined {
  const sums = ways.flatMap(({ nodes, shareAt }) =>
    nodes ? [(t: number) => sumOver(nodes, (v) => shareAt(v, t))] : [],
  );
  const [first, second] = sums;
  if (!first || !second) return first && ((t) => first(t).share);
  return (t) => {
    const one = first(t);
    const tailOf = ({ share }: { readonly share: number }) => Math.min(share, 1 - share);
    if (tailOf(one) > LEAST_TAIL && one.error <= SMALL_ERROR * tailOf(one)) return one.share;
    const other = second(t);
    const [better, worse] = other.error < one.error ? [other, one] : [one, other];
    // Beyond the outermost nodes of an operand, a sum over them has no tail.
    return 2 * tailOf(better) < tailOf(worse) && tailOf(better) <= LEAST_TAIL ? worse.share : better.share;
  };
}

/**
 * A quadrature with an error bound, which is the sum of the steps between adjacent nodes, weighted by the nodes' mass.
 */
export function sumOver(
  { positions: nodes, masses: weights, isExact }: Nodes,
  shareAt: (node: number) => number,
): { readonly share: number; readonly error: number } {
  let [share, error, before] = [0, 0, Number.NaN];
  for (let i = 0; i < nodes.length; i++) {
    const at = shareAt(nodes[i]!);
    share += weights[i]! * at;
    if (i > 0 && !isExact) error += ((weights[i]! + weights[i - 1]!) / 4) * Math.abs(at - before);
    before = at;
  }
  return { share, error };
}

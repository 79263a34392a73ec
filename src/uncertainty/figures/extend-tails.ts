// Adds nodes to the tails of a function of an independent quantity, beyond the ends of the quadrature rule. The rule
// ends at a probability of 2^-26 because functions such as logarithms may be undefined further out. A tail is extended
// only as far as the function is finite and grows steadily.

import type { FunctionNodes, ValuesAt } from './refine-nodes.ts';

/** Number of halvings of the outermost probability. The distribution functions of sums resolve the last one. */
const HALVINGS = 7;
/**
 * Maximum ratio of the distances of adjacent nodes from the middle. The tail of a Cauchy distribution has this ratio.
 */
const MOST_RATIO = 2.001;

/** @param nodes nodes with ascending shares */
export function extendTails(nodes: FunctionNodes, valuesAt: ValuesAt): FunctionNodes {
  const { values, shares } = nodes;
  const last = shares.length - 1;
  const [first, end] = [shares[0]!, 1 - shares[last]!];
  const parts = Array.from({ length: HALVINGS }, (_, k) => 2 ** -(k + 1));
  const outer = Float64Array.of(
    ...parts.map((part) => part * first).reverse(),
    ...parts.map((part) => 1 - part * end),
  );
  const found = valuesAt(outer);
  if (!found) return nodes;
  const middle = values[last >> 1]!;
  const countSteady = (own: readonly number[], from: number): number => {
    let before = values[from]! - middle;
    for (const [k, value] of own.entries()) {
      const distance = value - middle;
      if (!(before * distance >= 0 && Math.abs(distance) <= MOST_RATIO * Math.abs(before))) return k;
      before = distance;
    }
    return own.length;
  };
  const below = countSteady(Array.from(found.subarray(0, HALVINGS)).reverse(), 0);
  const above = countSteady(Array.from(found.subarray(HALVINGS)), last);
  const join = (added: Float64Array, known: Float64Array) =>
    Float64Array.of(
      ...added.subarray(HALVINGS - below, HALVINGS),
      ...known,
      ...added.subarray(HALVINGS, HALVINGS + above),
    );
  return { values: join(found, values), shares: join(outer, shares) };
}

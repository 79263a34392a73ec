// Roots: the independent quantities that values with a base are functions of. A root knows its distribution more
// finely than the points of the base show. Figures of a value are computed from its root when somebody asks.

import type { PlacedShape } from '../distributions/parametric.ts';
import type { Formula } from './formula.ts';
import type { Knots } from './knots.ts';

/** A value as a function of a root. */
export interface Variable {
  readonly root: Root;
  readonly formula: Formula;
}

/** A parametric source. */
export interface SourceRoot {
  readonly kind: 'source';
  readonly plan: PlacedShape;
  readonly single: number;
  /** Pairs that the root is made of. */
  readonly size: 0;
}

/** A quantity with a known distribution function. */
export interface KnownRoot {
  readonly kind: 'known';
  readonly knots: Knots;
  readonly size: 0;
}

/** Two independent values, and the operation that combines them. */
export interface Pair {
  readonly operation: number;
  readonly left: Variable;
  readonly right: Variable;
  readonly size: number;
}

/** A combination of two independent values: the deltas of their product, and the pair unless its tree is too large. */
export interface ProductRoot {
  readonly kind: 'product';
  readonly positions: Float64Array;
  readonly masses: Float64Array;
  readonly pair: Pair | undefined;
  readonly size: number;
}

/** One of two independent quantities or numbers, the first with a probability. */
export interface MixtureRoot {
  readonly kind: 'mixture';
  readonly parts: readonly [Variable | number, Variable | number];
  readonly firstWeight: number;
  readonly size: number;
}

export type Root = SourceRoot | KnownRoot | MixtureRoot | ProductRoot;

/** Larger trees are dropped: a sum in a loop would keep all of its terms. */
const MOST_PAIRS = 24;

/** The pair of two values; undefined where its tree gets too large. */
export function maybePair(
  operation: number,
  left: Variable | undefined,
  right: Variable | undefined,
): Pair | undefined {
  if (!left || !right) return undefined;
  const size = 1 + left.root.size + right.root.size;
  return size > MOST_PAIRS ? undefined : { operation, left, right, size };
}

/** The root of a mixture; undefined where a part is known by its points alone, or its tree gets too large. */
export function maybeMixture(
  first: Variable | number | undefined,
  second: Variable | number | undefined,
  firstWeight: number,
): MixtureRoot | undefined {
  if (first === undefined || second === undefined) return undefined;
  const sizeOf = (part: Variable | number) => (typeof part === 'number' ? 0 : part.root.size);
  const size = 1 + sizeOf(first) + sizeOf(second);
  return size > MOST_PAIRS ? undefined : { kind: 'mixture', parts: [first, second], firstWeight, size };
}

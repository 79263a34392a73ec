// Roots: independent quantities. A value with a base is a function of a root, which has a finer distribution than the
// points of the base. Figures of a value are computed from its root on demand.

import { BINARY_OPERATIONS, type BinaryOperation, SINGLE_PRECISION } from '../core/operations.ts';
import type { PlacedShape } from '../distributions/parametric.ts';
import { type Formula, ROOT } from './formula.ts';
import { joinOutcomes, type Knots } from './knots.ts';

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
  /** Number of pairs in the root. */
  readonly size: 0;
}

/** A quantity with a known distribution function. */
export interface KnownRoot {
  readonly kind: 'known';
  readonly knots: Knots;
  readonly size: 0;
}

/** Outcomes with their masses, in any order; the distribution function is computed on first use. */
export class OutcomesRoot implements KnownRoot {
  readonly kind = 'known';
  readonly size = 0;
  readonly #positions: Float64Array;
  readonly #masses: Float64Array;
  #knots: Knots | undefined;

  constructor(positions: Float64Array, masses: Float64Array) {
    this.#positions = positions;
    this.#masses = masses;
  }

  get knots(): Knots {
    const outcomes = () => Array.from(this.#positions, (at, i) => ({ at, mass: this.#masses[i]! }));
    this.#knots ??= joinOutcomes(outcomes());
    return this.#knots;
  }
}

/** Two independent values, and the operation that combines them. */
export interface Pair {
  readonly operation: number;
  readonly left: Variable;
  readonly right: Variable;
  readonly size: number;
}

/** A term of a sum. Equal terms are counted: all steps of a walk have the same distribution. */
export interface Term {
  readonly variable: Variable;
  /** −1 for a term that is subtracted. */
  readonly sign: 1 | -1;
  readonly count: number;
  /** Key that is equal for equal distributions. */
  readonly key: unknown;
}

/** A sum of many independent terms. */
export interface Sum {
  readonly terms: readonly Term[];
  readonly size: number;
}

/** A combination of two independent values: the deltas of their product, and its parts, unless there are too many. */
export interface ProductRoot {
  readonly kind: 'product';
  readonly positions: Float64Array;
  readonly masses: Float64Array;
  readonly pair: Pair | Sum | undefined;
  readonly size: number;
}

/** factor · formula(root). */
export interface LinearTerm {
  readonly root: SourceRoot;
  readonly formula: Formula;
  readonly factor: number;
}

/** A sum of terms from different sources, plus a constant. */
export interface LinearForm {
  readonly terms: readonly LinearTerm[];
  readonly constant: number;
}

/** A value that is known from its lanes, and is a linear form of its sources. */
export interface LinearRoot {
  readonly kind: 'linear';
  readonly form: LinearForm;
  readonly size: 1;
}

/** Either of two independent quantities or numbers, with the probability of the first. */
export interface MixtureRoot {
  readonly kind: 'mixture';
  readonly parts: readonly [Variable | number, Variable | number];
  readonly firstWeight: number;
  readonly size: number;
}

export type Root = SourceRoot | KnownRoot | LinearRoot | MixtureRoot | ProductRoot;

/** Maximum size of a tree; larger trees are dropped, and trees of sums become lists. */
const MOST_PAIRS = 24;
/** Maximum number of different terms in a sum. */
const MOST_TERMS = 64;

/** The pair of two values, or the terms of a long sum; undefined if there are too many parts. */
export function maybePair(
  operation: number,
  left: Variable | undefined,
  right: Variable | undefined,
): Pair | Sum | undefined {
  if (!left || !right) return undefined;
  const size = 1 + left.root.size + right.root.size;
  const sign = SIGNS[BINARY_OPERATIONS[operation & ~SINGLE_PRECISION]!];
  if (sign && (size > MOST_PAIRS || maybeSumOf(left) || maybeSumOf(right))) {
    const terms = joinTerms([...termsOf(left, 1), ...termsOf(right, sign)]);
    return terms.length > MOST_TERMS ? undefined : { terms, size: terms.length };
  }
  return size > MOST_PAIRS ? undefined : { operation, left, right, size };
}

const SIGNS: Partial<Record<BinaryOperation, 1 | -1>> = { add: 1, sub: -1 };

function maybeSumOf({ root, formula }: Variable): Sum | undefined {
  return formula === ROOT && root.kind === 'product' && root.pair && 'terms' in root.pair
    ? root.pair
    : undefined;
}

/** Terms of a value, which may be a sum itself. */
function termsOf(variable: Variable, sign: 1 | -1): Term[] {
  const { root, formula } = variable;
  const sum = maybeSumOf(variable);
  if (sum) return sum.terms.map((term) => ({ ...term, sign: multiply(sign, term.sign) }));
  if (formula === ROOT && root.kind === 'product' && root.pair && 'operation' in root.pair) {
    const { operation, left, right } = root.pair;
    const own = SIGNS[BINARY_OPERATIONS[operation & ~SINGLE_PRECISION]!];
    if (own) return [...termsOf(left, sign), ...termsOf(right, multiply(sign, own))];
  }
  return [{ variable, sign, count: 1, key: keyOf(variable) }];
}

function multiply(one: 1 | -1, other: 1 | -1): 1 | -1 {
  return one === other ? 1 : -1;
}

/** Key of a parametric source and its formula; other values are equal only to themselves. */
function keyOf({ root, formula }: Variable): unknown {
  return root.kind === 'source' ? JSON.stringify([root.plan, root.single, formula]) : root;
}

function joinTerms(terms: readonly Term[]): Term[] {
  const joined: Term[] = [];
  for (const term of terms) {
    const at = joined.findIndex(({ key, sign }) => key === term.key && sign === term.sign);
    if (at < 0 || typeof term.key !== 'string') joined.push(term);
    else joined[at] = { ...joined[at]!, count: joined[at]!.count + term.count };
  }
  return joined;
}

/** The root of a mixture; undefined if a part has only points, or if its tree gets too large. */
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

// Roots are independent quantities. A value with a base is a function of a root, which has a finer distribution than
// the points of the base. Figures of a value are computed from its root on demand.

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
  /** The operands, if the quantity is a maximum or minimum of values that have at most two sources. */
  readonly pair?: Step | undefined;
  readonly isCopy?: true;
  readonly size: 0;
}

/** Outcomes with their masses, in any order. The distribution function is computed on first use. */
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

/** Two values, and the operation that combines them. */
export interface Step {
  readonly operation: number;
  readonly left: Variable;
  readonly right: Variable;
}

/** Two independent values, and the operation that combines them. */
export interface Pair extends Step {
  readonly size: number;
}

/**
 * A term of a sum, maximum or minimum. Equal terms, such as the steps of a random walk, are stored once with their
 * count.
 */
export interface Term {
  readonly variable: Variable;
  /** −1 for a term that is subtracted. */
  readonly sign: 1 | -1;
  readonly count: number;
  /** Key that identifies the distribution. Equal distributions have equal keys. */
  readonly key: unknown;
}

type TermsKind = 'sum' | 'max' | 'min';

/** The sum, maximum or minimum of independent terms. */
export interface Terms {
  readonly kind: TermsKind;
  readonly terms: readonly Term[];
  readonly size: number;
}

/** A combination of two independent values: the deltas of their product and, unless there are too many, its parts. */
export interface ProductRoot {
  readonly kind: 'product';
  /** Deltas of a product that is reduced to cells; undefined on cores that keep no cells. */
  readonly cells: { readonly positions: Float64Array; readonly masses: Float64Array } | undefined;
  readonly pair: Pair | Terms | undefined;
  readonly size: number;
  /** True for an independent copy, whose sources are not those of the pair. */
  readonly isCopy?: true;
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

/** A value that is known from its lanes and is a linear form of its sources. */
export interface LinearRoot {
  readonly kind: 'linear';
  readonly form: LinearForm;
  readonly size: 1;
}

/** A mixture of two independent quantities or numbers, with the probability of the first. */
export interface MixtureRoot {
  readonly kind: 'mixture';
  readonly parts: readonly [Variable | number, Variable | number];
  readonly firstWeight: number;
  readonly size: number;
}

/** A value that is known from its lanes and depends on two sources in an arbitrary way. */
export interface CrossedRoot {
  readonly kind: 'crossed';
  readonly pair: Step;
  /** The sources of both operands. */
  readonly sources: readonly SourceRoot[];
  /** Maximum length of a chain of operations. */
  readonly size: number;
}

export type Root = SourceRoot | KnownRoot | LinearRoot | MixtureRoot | ProductRoot | CrossedRoot;

/** Maximum size of a tree. Larger trees are dropped, except that trees of sums become lists. */
const MOST_PAIRS = 24;
/** Maximum number of different terms. */
const MOST_TERMS: Readonly<Record<TermsKind, number>> = { sum: 64, max: 512, min: 512 };

/** Two values as a pair, or the terms of an extreme or a long sum; undefined if there are too many parts. */
export function maybePair(
  operation: number,
  left: Variable | undefined,
  right: Variable | undefined,
): Pair | Terms | undefined {
  if (!left || !right) return undefined;
  const size = 1 + left.root.size + right.root.size;
  const joined = maybeJoining(operation);
  const isLong = size > MOST_PAIRS || [left, right].some((part) => maybeTermsOf(part)?.kind === 'sum');
  if (!joined || (joined.kind === 'sum' && !isLong))
    return size > MOST_PAIRS ? undefined : { operation, left, right, size };
  const { kind, sign } = joined;
  const terms = joinTerms(termsOf(left, kind, 1), termsOf(right, kind, sign));
  return terms.length > MOST_TERMS[kind] ? undefined : { kind, terms, size: terms.length };
}

/** Maximum number of sources of a crossed root. */
const MOST_SOURCES = 2;
/** Maximum length of a chain of operations. */
const LONGEST_CHAIN = 128;

/** The combination of two values with common sources; undefined if it has too many sources. */
export function maybeCrossed(
  operation: number,
  left: Variable | undefined,
  right: Variable | undefined,
): CrossedRoot | undefined {
  if (!left || !right) return undefined;
  const pair = { operation, left, right };
  const size = 1 + Math.max(left.root.size, right.root.size);
  const sources = size > LONGEST_CHAIN ? undefined : maybeUniteSources(pair);
  return sources && { kind: 'crossed', pair, sources, size };
}

const sourcesOfRoots = new WeakMap<Root, readonly SourceRoot[] | null>();

/** The sources of a quantity; undefined if some are unknown, or if there are too many. */
function maybeSourcesOf(root: Root): readonly SourceRoot[] | undefined {
  if (root.kind === 'source') return [root];
  if (root.kind === 'crossed') return root.sources;
  let known = sourcesOfRoots.get(root);
  if (known === undefined) {
    const step = maybeStepOf(root);
    const sources = root.kind === 'linear' ? root.form.terms.map((term) => term.root) : undefined;
    known = (step ? maybeUniteSources(step) : sources?.slice(0, MOST_SOURCES + 1)) ?? null;
    sourcesOfRoots.set(root, known);
  }
  return known ?? undefined;
}

function maybeUniteSources({ left, right }: Step): readonly SourceRoot[] | undefined {
  const [one, other] = [maybeSourcesOf(left.root), maybeSourcesOf(right.root)];
  const sources = one && other && [...new Set([...one, ...other])];
  return sources && sources.length <= MOST_SOURCES ? sources : undefined;
}

/** The operation that computes a quantity from others; undefined for sources and other quantities. */
export function maybeStepOf(root: Root): Step | undefined {
  if (root.kind === 'crossed') return root.pair;
  if ((root.kind !== 'product' && root.kind !== 'known') || root.isCopy || !root.pair) return undefined;
  return 'terms' in root.pair ? undefined : root.pair;
}

/** Operations that combine any number of values in any order. */
const JOINING: Partial<Record<BinaryOperation, { readonly kind: TermsKind; readonly sign: 1 | -1 }>> = {
  add: { kind: 'sum', sign: 1 },
  sub: { kind: 'sum', sign: -1 },
  max: { kind: 'max', sign: 1 },
  fmax: { kind: 'max', sign: 1 },
  min: { kind: 'min', sign: 1 },
  fmin: { kind: 'min', sign: 1 },
};

/** Kind and sign of an operation that joins any number of values; undefined for other operations. */
export function maybeJoining(operation: number): (typeof JOINING)[BinaryOperation] {
  return JOINING[BINARY_OPERATIONS[operation & ~SINGLE_PRECISION]!];
}

/** The terms of a value, if it is a list of terms. */
function maybeTermsOf({ root, formula }: Variable): Terms | undefined {
  return formula === ROOT && root.kind === 'product' && root.pair && 'terms' in root.pair
    ? root.pair
    : undefined;
}

/** Number of values of which this value is the maximum or minimum; 0 for all other values. */
export function countExtremes(variable: Variable): number {
  const known = maybeTermsOf(variable);
  if (!known || known.kind === 'sum') return 0;
  return known.terms.reduce((sum, term) => sum + term.count * Math.max(1, countExtremes(term.variable)), 0);
}

/** Terms of a value: several if the value is itself a combination of this kind, otherwise just the value. */
function termsOf(variable: Variable, kind: TermsKind, sign: 1 | -1): Term[] {
  const { root, formula } = variable;
  const known = maybeTermsOf(variable);
  if (known?.kind === kind) return known.terms.map((term) => ({ ...term, sign: multiply(sign, term.sign) }));
  if (formula === ROOT && root.kind === 'product' && root.pair && 'operation' in root.pair) {
    const { operation, left, right } = root.pair;
    const joined = maybeJoining(operation);
    if (joined?.kind === kind)
      return joinTerms(termsOf(left, kind, sign), termsOf(right, kind, multiply(sign, joined.sign)));
  }
  return [{ variable, sign, count: 1, key: keyOf(variable) }];
}

function multiply(one: 1 | -1, other: 1 | -1): 1 | -1 {
  return one === other ? 1 : -1;
}

/** Key for a parametric source and its formula. Other values are equal only to themselves. */
function keyOf({ root, formula }: Variable): unknown {
  return root.kind === 'source' ? JSON.stringify([root.plan, root.single, formula]) : root;
}

function joinTerms(terms: readonly Term[], others: readonly Term[]): Term[] {
  const joined = [...terms];
  for (const term of others) {
    const at = joined.findIndex(({ key, sign }) => key === term.key && sign === term.sign);
    if (at < 0 || typeof term.key !== 'string') joined.push(term);
    else joined[at] = { ...joined[at]!, count: joined[at]!.count + term.count };
  }
  return joined;
}

/** The root of a mixture; undefined if a part has only points, or if the tree gets too large. */
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

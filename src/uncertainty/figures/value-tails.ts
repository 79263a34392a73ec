// Tail indices of values: the α for which P(|V| > x) falls as x^−α, from distribution functions, the tails of the
// parts, and poles.

import { SHAPES } from '../../uxhw/shapes.ts';
import type { Logarithms } from '../distributions/bayes.ts';
import { type FineDistribution, type FineDistributions, nameOf } from './fine-distributions.ts';
import { isLinear } from './formula.ts';
import { Knots } from './knots.ts';
import type { Pair, Root, SourceRoot, Terms, Variable } from './roots.ts';
import { FURTHER_ENDS, findFineTailIndex, TAIL_ENDS, type TailEnds } from './tail-index.ts';

/**
 * Parameters of the search for a pole: the number of rounds, and the number of parts into which each round divides an
 * interval. POLE_FAR and POLE_NEAR are distances from the pole, in units of the first interval's width.
 */
const POLE_ROUNDS = 8;
const POLE_PARTS = 16;
const POLE_FAR = 0.03;
const POLE_NEAR = 3e-4;
/** Maximum number of non-monotone functions whose distribution is computed just to find the tail index. */
const MOST_TAILS = 64;
/**
 * Probability of a divisor near 0 (within a fiftieth of its interquartile range) below which its quotients count as
 * having no heavy tail.
 */
const LEAST_NEAR = 1e-4;

/** Tail index at which a standard deviation certainly exists. */
export const LIGHT = 3;
const BOUNDED: ReadonlySet<string | undefined> = new Set(['uniform', 'beta', 'boundedpareto']);

/** True if a quantity is bounded, because its sources are. */
function isBounded(root: Root): boolean {
  const isPart = ({ root: part, formula }: Variable) => isLinear(formula) && isBounded(part);
  if (root.kind === 'source') return BOUNDED.has(SHAPES[root.plan.shape]);
  if (root.kind === 'linear') return root.form.terms.every(isPart);
  if (root.kind !== 'product' || !root.pair) return false;
  const { pair } = root;
  if ('terms' in pair) return pair.terms.every(({ variable }) => isPart(variable));
  const name = nameOf(pair.operation);
  return name !== 'div' && name !== 'pow' && isPart(pair.left) && isPart(pair.right);
}

/** True if the quantiles at FURTHER_ENDS are known. Those of other knots would look bounded. */
function isResolved({ shares }: Knots): boolean {
  const [least] = FURTHER_ENDS.shares;
  return shares[0]! <= least! && 1 - shares.at(-1)! <= least!;
}

export class ValueTails {
  readonly #fine: FineDistributions;
  readonly #logarithms: Logarithms;
  #tailsLeft = MOST_TAILS;

  constructor(fine: FineDistributions, logarithms: Logarithms) {
    this.#fine = fine;
    this.#logarithms = logarithms;
  }

  /**
   * Index α of a tail in which P(|V| > x) falls as x^−α. It follows from the tails of the parts and from divisors with
   * a density near 0, and is infinite if no part has such a tail.
   */
  indexOf({ root, formula }: Variable): number {
    if (root.kind === 'source') return this.#indexOfFunction(root, formula);
    if (root.kind === 'crossed') return Infinity;
    if (!isLinear(formula)) return this.#indexAtPole(root, formula);
    switch (root.kind) {
      case 'known':
        return this.fineIndexOf(root.knots);
      case 'linear':
        return Math.min(...root.form.terms.map((term) => this.#indexOfFunction(term.root, term.formula)));
      case 'mixture':
        return Math.min(
          ...root.parts.map((part) => (typeof part === 'number' ? Infinity : this.indexOf(part))),
        );
      case 'product':
        return root.pair ? this.#indexOfParts(root.pair) : Infinity;
    }
  }

  /**
   * The smaller of a distribution function's two tail indices.
   * @param root the quantity that the value is a function of
   */
  fineIndexOf(fine: FineDistribution, root?: Root): number {
    const index = this.#fineIndexAt(fine, TAIL_ENDS);
    // A power of a bounded value looks heavy except at its largest values.
    if (!(index < LIGHT && root && isBounded(root)) || (fine instanceof Knots && !isResolved(fine)))
      return index;
    const further = this.#fineIndexAt(fine, FURTHER_ENDS);
    return further > LIGHT ? further : index;
  }

  /** True if a distribution function shows that its outermost values do not grow like those of a heavy tail. */
  isLight(knots: Knots): boolean {
    return this.#fineIndexAt(knots, isResolved(knots) ? FURTHER_ENDS : TAIL_ENDS) > LIGHT;
  }

  #fineIndexAt(fine: FineDistribution, ends: TailEnds): number {
    const quantiles = ends.shares.map((share) => fine.quantileAt(share));
    return findFineTailIndex(quantiles, this.#logarithms, ends);
  }

  #indexOfFunction(root: SourceRoot, formula: Variable['formula']): number {
    const values = this.#fine.maybeValuesAt(root, formula, TAIL_ENDS.shares);
    if (!values) return Infinity;
    const ascending = values[0]! <= values[1]! ? values : values.toReversed();
    // A monotone function maps quantiles to quantiles.
    if (ascending.every((x, i) => i === 0 || x >= ascending[i - 1]!))
      return findFineTailIndex(values, this.#logarithms);
    const pole = this.#indexAtPole(root, formula);
    const knots =
      pole === Infinity && this.#tailsLeft > 0 ? this.#fine.maybeKnotsOf({ root, formula }) : undefined;
    return knots ? this.fineIndexOf(knots) : pole;
  }

  /**
   * Index of the tail caused by a pole, estimated from the growth of a function near the position of its largest value.
   */
  #indexAtPole(root: Root, formula: Variable['formula']): number {
    if (this.#tailsLeft === 0) return Infinity;
    this.#tailsLeft--;
    const sizesAt = (shares: Float64Array) => this.#fine.maybeValuesAt(root, formula, shares)?.map(Math.abs);
    let shares = this.#fine.functionShares;
    let [place, width] = [0.5, 0];
    for (let round = 0; round < POLE_ROUNDS; round++) {
      const sizes = sizesAt(shares);
      if (!sizes) return Infinity;
      const at = sizes.indexOf(sizes.reduce((most, size) => Math.max(most, size), 0));
      const [low, high] = [shares[Math.max(0, at - 1)]!, shares[Math.min(at + 1, shares.length - 1)]!];
      place = shares[Math.max(0, at)]!;
      width ||= high - low;
      shares = Float64Array.from({ length: POLE_PARTS + 1 }, (_, k) => low + (k / POLE_PARTS) * (high - low));
    }
    const [far, near] = [POLE_FAR * width, POLE_NEAR * width];
    const beside = sizesAt(Float64Array.of(place - far, place - near, place + near, place + far));
    if (!beside) return Infinity;
    const { log } = this.#logarithms;
    const growth = log(Math.max(beside[1]!, beside[2]!) / Math.max(beside[0]!, beside[3]!));
    return growth > 0 && growth < Infinity ? log(POLE_FAR / POLE_NEAR) / growth : Infinity;
  }

  #indexOfParts(parts: Pair | Terms): number {
    if ('terms' in parts) return Math.min(...parts.terms.map(({ variable }) => this.indexOf(variable)));
    const { operation, left, right } = parts;
    const name = nameOf(operation);
    if (name !== 'add' && name !== 'sub' && name !== 'mul' && name !== 'div') return Infinity;
    const own = name === 'div' ? this.#indexAtZero(right) : this.indexOf(right);
    return Math.min(own, this.indexOf(left));
  }

  /** Exponent of x in P(|V| < x) as x falls to 0; infinite if that probability is negligible. */
  #indexAtZero(variable: Variable): number {
    const knots = this.#fine.maybeKnotsOf(variable, true);
    if (!knots) return Infinity;
    const width = knots.quantileAt(0.75) - knots.quantileAt(0.25);
    const within = (part: number) => knots.shareUpTo(part * width) - knots.shareUpTo(-part * width);
    const [near, nearer] = [within(0.02), within(0.01)];
    return near > LEAST_NEAR && nearer > 0 ? this.#logarithms.log(near / nearer) / Math.LN2 : Infinity;
  }
}

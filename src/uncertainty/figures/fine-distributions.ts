// Distribution functions of values that are functions of independent quantities, at a finer resolution than deltas and
// lanes. A function of one source is computed at more nodes. Two independent values x and y are combined by quadrature
// over the operand with the steeper distribution function, for example P(x + y ≤ t) = Σ wᵢ·P(x ≤ t − yᵢ). The
// distribution function of a maximum is the product of the distribution functions of its operands.

import { SHAPES } from '../../uxhw/shapes.ts';
import { BINARY_OPERATIONS, type BinaryOperation, SINGLE_PRECISION } from '../core/operations.ts';
import { collectDeltas } from '../distributions/deltas.ts';
import { maybeJoinCells } from '../distributions/distribution-function.ts';
import { LINEAR } from '../distributions/linear-operations.ts';
import type { ShapeCache } from '../distributions/shape-cache.ts';
import type { Kernels } from '../kernels/kernels.ts';
import {
  CROSS_NODES,
  type CrossedVariable,
  maybeCross,
  maybeCrossSources,
  type Row,
} from './cross-sources.ts';
import { extendTails } from './extend-tails.ts';
import { evaluateFormula, isLinear, ROOT } from './formula.ts';
import { maybeJoinKnots } from './join-knots.ts';
import { combineKnots, joinOutcomes, Knots } from './knots.ts';
import type { Pieces } from './pieces.ts';
import { refineNodes } from './refine-nodes.ts';
import type {
  LinearForm,
  LinearRoot,
  MixtureRoot,
  Pair,
  ProductRoot,
  Root,
  SourceRoot,
  Term,
  Terms,
  Variable,
} from './roots.ts';
import { maybeJoining } from './roots.ts';
import { type LatticeTerm, maybeSumTerms } from './sum-of-terms.ts';
import { FURTHER_ENDS, findFineTailIndex, TAIL_ENDS, type TailEnds } from './tail-index.ts';

/** A distribution function for queries. */
export interface FineDistribution {
  /** P(V ≤ x). */
  shareUpTo(x: number): number;
  /** Smallest x with P(V ≤ x) ≥ p, for p on (0, 1). */
  quantileAt(p: number): number;
  /** True if the distribution consists of outcomes only. */
  readonly isDiscrete?: boolean;
  /** Linear pieces of a non-monotone function; absent for other values. */
  readonly pieces?: Pieces | undefined;
  /** Standard error of P(V ≤ x); absent if it is negligible. */
  readonly errorAt?: ((x: number) => number) | undefined;
  isBeyond?(x: number): boolean;
}

/** Nodes of a root: ascending cumulative probabilities (shares) with their weights. */
interface Rule {
  readonly count: number;
  readonly shares: Float64Array;
  readonly weights: Float64Array;
}

/** Number of nodes for the distribution of a function. */
const FUNCTION_NODES = 512;
/** Number of nodes for a sum over one operand of a pair. */
const PAIR_NODES = 128;
/** Probabilities at which the combined quantiles of both operands become the first knots of a pair. */
const FIRST_SHARES = [
  2 ** -33,
  2 ** -26,
  1e-6,
  3e-5,
  1e-3,
  0.02,
  0.15,
  0.5,
  0.85,
  0.98,
  0.999,
  1 - 3e-5,
  1 - 1e-6,
  1 - 2 ** -26,
  1 - 2 ** -33,
];
/** Maximum difference between the cumulative probabilities of adjacent knots. */
const MOST_STEP = 1 / 128;
/** Maximum ratio of the cumulative probabilities of adjacent knots in the tails. */
const MOST_RATIO = 1.3;
const MOST_KNOTS = 1000;
/** Width of an interval that counts as a point, relative to its distance from 0. */
const LEAST_WIDTH = 1e-9;
/** Maximum number of initial intervals for a combination of several values. */
const MOST_FIRST = 32;
/** Number of rows of crossed sources whose quantiles are the first knots. */
const SOME_ROWS = 8;
/** Number of nodes of each source of a function of two sources. */
const SOURCE_NODES = 128;
/** Cumulative probability below which no knots are needed. */
const LEAST_SHARE = 1e-10;
/** Probability above which the first or last knot is an outcome. */
const LEAST_OUTCOME = 1e-6;
/** Maximum number of pairs of outcomes that are listed individually. */
const MOST_OUTCOMES = 32_768;
const BISECTIONS = 60;
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

/** The operation with a given number. */
function nameOf(operation: number): BinaryOperation | undefined {
  return BINARY_OPERATIONS[operation & ~SINGLE_PRECISION];
}

export class FineDistributions {
  readonly #kernels: Kernels;
  readonly #shapes: ShapeCache;
  readonly #productLevels: number;
  readonly #functionNodes: number;
  readonly #rules = new Map<number, Rule>();
  readonly #known = new WeakMap<Root, Knots | undefined>();
  #tailsLeft = MOST_TAILS;

  /**
   * @param productLevels levels of the mean split of products
   * @param nodes number of nodes for the distribution of a function
   */
  constructor(kernels: Kernels, shapes: ShapeCache, productLevels: number, nodes = FUNCTION_NODES) {
    this.#kernels = kernels;
    this.#shapes = shapes;
    this.#productLevels = productLevels;
    this.#functionNodes = nodes;
  }

  /** The distribution of a value; undefined if nothing finer than its points is known. */
  maybeDistributionOf({ root, formula }: Variable): FineDistribution | undefined {
    if (root.kind === 'crossed') return this.#maybeCrossSources({ root, formula });
    if (formula === ROOT && root.kind === 'product' && root.pair) {
      const knots = this.#maybeKnotsOfRoot(root);
      if (!knots || knots.isDiscrete || 'terms' in root.pair) return knots;
      const shareUpTo = this.#maybeCombine(root.pair);
      return shareUpTo ? { shareUpTo, quantileAt: (p) => bisect(shareUpTo, knots, p) } : knots;
    }
    return this.maybeKnotsOf({ root, formula });
  }

  /** @param isQuick products use the distribution of their deltas, which is fast enough for operations */
  maybeKnotsOf({ root, formula }: Variable, isQuick = false): Knots | undefined {
    if (formula === ROOT && root.kind !== 'source') return this.#maybeKnotsOfRoot(root, isQuick);
    if (root.kind === 'crossed') return undefined;
    const rule = this.#ruleOf(this.#functionNodes);
    const valuesAt = (shares: Float64Array) => this.#maybeValuesAt(root, formula, shares, isQuick);
    const nodes = refineNodes(rule.shares, valuesAt, isQuick);
    if (!nodes) return undefined;
    const { values, shares } = isQuick ? nodes : extendTails(nodes, valuesAt);
    return maybeJoinKnots(values, shares);
  }

  /** True if the distribution needs no computation, because its root has been computed before. */
  isKnown({ root, formula }: Variable): boolean {
    return formula === ROOT && (root.kind === 'known' || this.#known.has(root));
  }

  /**
   * True if the distribution is derived from those of the sources; false if a combination with too many parts was
   * replaced with cells.
   */
  isExact({ root }: Variable): boolean {
    switch (root.kind) {
      case 'product':
        if (root.pair && 'terms' in root.pair)
          return root.pair.terms.every(({ variable }) => this.isExact(variable));
        return (
          root.pair !== undefined &&
          LINEAR[root.pair.operation & ~SINGLE_PRECISION] !== undefined &&
          this.isExact(root.pair.left) &&
          this.isExact(root.pair.right)
        );
      case 'crossed':
        return false;
      case 'mixture':
        return root.parts.every((part) => typeof part === 'number' || this.isExact(part));
      default:
        return true;
    }
  }

  /**
   * Index α of a tail in which P(|V| > x) falls as x^−α. It follows from the tails of the parts and from divisors with
   * a density near 0, and is infinite if no part has such a tail.
   */
  tailIndexOf({ root, formula }: Variable): number {
    if (root.kind === 'source') return this.#indexOfFunction(root, formula);
    if (root.kind === 'crossed') return Infinity;
    if (!isLinear(formula)) return this.#indexAtPole(root, formula);
    switch (root.kind) {
      case 'known':
        return this.fineTailIndexOf(root.knots);
      case 'linear':
        return Math.min(...root.form.terms.map((term) => this.#indexOfFunction(term.root, term.formula)));
      case 'mixture':
        return Math.min(
          ...root.parts.map((part) => (typeof part === 'number' ? Infinity : this.tailIndexOf(part))),
        );
      case 'product':
        return root.pair ? this.#indexOfParts(root.pair) : Infinity;
    }
  }

  /**
   * The smaller of a distribution function's two tail indices.
   * @param root the quantity that the value is a function of
   */
  fineTailIndexOf(fine: FineDistribution, root?: Root): number {
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
    return findFineTailIndex(quantiles, this.#kernels.logarithms, ends);
  }

  #indexOfFunction(root: SourceRoot, formula: Variable['formula']): number {
    const values = this.#maybeValuesAt(root, formula, TAIL_ENDS.shares);
    if (!values) return Infinity;
    const ascending = values[0]! <= values[1]! ? values : values.toReversed();
    // A monotone function maps quantiles to quantiles.
    if (ascending.every((x, i) => i === 0 || x >= ascending[i - 1]!))
      return findFineTailIndex(values, this.#kernels.logarithms);
    const pole = this.#indexAtPole(root, formula);
    const knots = pole === Infinity && this.#tailsLeft > 0 ? this.maybeKnotsOf({ root, formula }) : undefined;
    return knots ? this.fineTailIndexOf(knots) : pole;
  }

  /**
   * Index of the tail caused by a pole, estimated from the growth of a function near the position of its largest value.
   */
  #indexAtPole(root: Root, formula: Variable['formula']): number {
    if (this.#tailsLeft === 0) return Infinity;
    this.#tailsLeft--;
    const sizesAt = (shares: Float64Array) => this.#maybeValuesAt(root, formula, shares)?.map(Math.abs);
    let { shares } = this.#ruleOf(this.#functionNodes);
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
    const { log } = this.#kernels.logarithms;
    const growth = log(Math.max(beside[1]!, beside[2]!) / Math.max(beside[0]!, beside[3]!));
    return growth > 0 && growth < Infinity ? log(POLE_FAR / POLE_NEAR) / growth : Infinity;
  }

  #indexOfParts(parts: Pair | Terms): number {
    if ('terms' in parts) return Math.min(...parts.terms.map(({ variable }) => this.tailIndexOf(variable)));
    const { operation, left, right } = parts;
    const name = nameOf(operation);
    if (name !== 'add' && name !== 'sub' && name !== 'mul' && name !== 'div') return Infinity;
    const own = name === 'div' ? this.#indexAtZero(right) : this.tailIndexOf(right);
    return Math.min(own, this.tailIndexOf(left));
  }

  /** Exponent of x in P(|V| < x) as x falls to 0; infinite if that probability is negligible. */
  #indexAtZero(variable: Variable): number {
    const knots = this.maybeKnotsOf(variable, true);
    if (!knots) return Infinity;
    const width = knots.quantileAt(0.75) - knots.quantileAt(0.25);
    const within = (part: number) => knots.shareUpTo(part * width) - knots.shareUpTo(-part * width);
    const [near, nearer] = [within(0.02), within(0.01)];
    return near > LEAST_NEAR && nearer > 0
      ? this.#kernels.logarithms.log(near / nearer) / Math.LN2
      : Infinity;
  }

  /**
   * The maximum or minimum of two independent values; undefined for other operations.
   * @param isQuick returns true if products are to use the distribution of their deltas
   */
  maybeExtremeOf(
    operation: number,
    left: Variable,
    right: Variable,
    isQuick: () => boolean,
  ): Knots | undefined {
    const kind = maybeJoining(operation)?.kind;
    if (!kind || kind === 'sum') return undefined;
    const areQuick = isQuick();
    const x = this.maybeKnotsOf(left, areQuick);
    const y = this.maybeKnotsOf(right, areQuick);
    return x && y && combineKnots(x, y, SHARE_OF_EXTREME[kind]);
  }

  /** The maximum or minimum of independent terms. */
  #maybeExtremeOfTerms(terms: readonly Term[], combine: (p: number, q: number) => number): Knots | undefined {
    const factors: { readonly knots: Knots; readonly count: number }[] = [];
    for (const { variable, count } of terms) {
      const knots = this.maybeKnotsOf(variable, true);
      if (!knots) return undefined;
      factors.push({ knots, count });
    }
    if (factors.every(({ knots }) => knots.isDiscrete))
      return factors
        .flatMap(({ knots, count }) => new Array<Knots>(count).fill(knots))
        .reduce((x, y) => combineKnots(x, y, combine));
    const ends = factors.flatMap(({ knots }) => somePositions(knots)).filter(Number.isFinite);
    const candidates = Float64Array.from(ends).sort();
    const last = candidates.length - 1;
    const first = new Set<number>();
    for (let k = 0; k <= MOST_FIRST; k++) first.add(candidates[Math.round((k / MOST_FIRST) * last)]!);
    return divide(Float64Array.from(first), (t) =>
      factors
        .map(({ knots, count }) => repeat(knots.shareUpTo(t), count, combine))
        .reduce((p, q) => combine(p, q)),
    );
  }

  #ruleOf(count: number): Rule {
    const known = this.#rules.get(count);
    if (known) return known;
    const { call } = this.#kernels;
    const scratch = this.#kernels.scratch(8 * count);
    call.grid_shares(scratch, count);
    const shares = this.#kernels.doublesAt(scratch, count).slice();
    call.grid_weights(scratch, count);
    const rule = { count, shares, weights: this.#kernels.doublesAt(scratch, count).slice() };
    this.#rules.set(count, rule);
    return rule;
  }

  /** The value at quantiles of its root; `shares` are ascending. */
  #maybeValuesAt(
    root: Root,
    formula: Variable['formula'],
    shares: Float64Array,
    isQuick = false,
  ): Float64Array | undefined {
    let values: Float64Array;
    if (root.kind === 'source') {
      const { plan, single } = root;
      const shape = this.#shapes.get(plan.shape, plan.a, plan.b);
      const count = shares.length;
      const scratch = this.#kernels.scratch(8 * count);
      const { call } = this.#kernels;
      if (shares === this.#rules.get(count)?.shares) call.shape_grid(shape.panels, scratch, count);
      else {
        // The values of a mirrored shape are reversed further down.
        const asked = plan.scale < 0 ? shares.map((share) => 1 - share).reverse() : shares;
        const standard = asked.map((share) => call.shape_quantile(shape.panels, share));
        this.#kernels.doublesAt(scratch, count).set(standard);
      }
      call.grid_place(scratch, plan.location, plan.scale, single, scratch, count);
      values = this.#kernels.doublesAt(scratch, count).slice();
      if (plan.scale < 0) values.reverse();
    } else {
      const knots = this.#maybeKnotsOfRoot(root, isQuick);
      if (!knots) return undefined;
      values = shares.map((share) => knots.quantileAt(share));
    }
    return evaluateFormula(this.#kernels, formula, values);
  }

  #maybeMix(root: MixtureRoot, isQuick: boolean): Knots | undefined {
    const [first, second] = root.parts.map((part) =>
      typeof part === 'number' ? joinOutcomes([{ at: part, mass: 1 }]) : this.maybeKnotsOf(part, isQuick),
    );
    const { firstWeight: weight } = root;
    return first && second && combineKnots(first, second, (p, q) => weight * p + (1 - weight) * q);
  }

  #maybeKnotsOfRoot(root: Exclude<Root, { kind: 'source' }>, isQuick = false): Knots | undefined {
    if (root.kind === 'crossed') return undefined;
    if (root.kind === 'known') return root.knots;
    if (root.kind === 'linear') return this.#maybeKnotsOfForm(root);
    if (root.kind === 'mixture') return this.#maybeMix(root, isQuick);
    if (!isQuick && this.#known.has(root)) return this.#known.get(root);
    const isSkipped = !root.pair || (isQuick && root.cells);
    const knots =
      (isSkipped ? undefined : this.#maybeKnotsOfParts(root.pair!)) ?? this.#maybeKnotsOfCells(root);
    if (!isQuick) this.#known.set(root, knots);
    return knots;
  }

  #maybeKnotsOfCells({ cells: points }: ProductRoot): Knots | undefined {
    if (!points) return undefined;
    const deltas = collectDeltas(points.positions, points.masses, false);
    const { logarithms } = this.#kernels;
    const cells = maybeJoinCells(deltas.positions, deltas.masses, this.#productLevels, logarithms);
    if (!cells) return undefined;
    const { shares } = this.#ruleOf(PAIR_NODES * 2);
    return new Knots(
      shares.map((share) => cells.quantileAt(share)),
      shares,
    );
  }

  #maybeKnotsOfForm(root: LinearRoot): Knots | undefined {
    if (!this.#known.has(root)) this.#known.set(root, this.#maybeSumForm(root.form));
    return this.#known.get(root);
  }

  #maybeSumForm({ terms, constant }: LinearForm): Knots | undefined {
    const alike = new Map<string, LatticeTerm>();
    const [first] = terms;
    for (const { root, formula, factor } of terms) {
      const key = JSON.stringify([root.plan, root.single, formula, factor]);
      const known = alike.get(key);
      const knots = known?.knots ?? this.maybeKnotsOf({ root, formula })?.scaled(Math.abs(factor), 0);
      if (!knots) return undefined;
      if (terms.length === 1) return knots.scaled(Math.sign(first!.factor), constant);
      alike.set(key, { knots, sign: Math.sign(factor), count: 1 + (known?.count ?? 0) });
    }
    return maybeSumTerms([...alike.values()])?.scaled(1, constant);
  }

  #maybeKnotsOfParts(parts: Pair | Terms): Knots | undefined {
    if (!('terms' in parts)) return this.#maybeKnotsOfPair(parts);
    if (parts.kind !== 'sum') return this.#maybeExtremeOfTerms(parts.terms, SHARE_OF_EXTREME[parts.kind]);
    const terms: LatticeTerm[] = [];
    for (const { variable, sign, count } of parts.terms) {
      const knots = this.maybeKnotsOf(variable);
      if (!knots) return undefined;
      terms.push({ knots, sign, count });
    }
    return terms.every(({ knots }) => knots.isDiscrete) ? maybeSumOutcomes(terms) : maybeSumTerms(terms);
  }

  #maybeKnotsOfPair(pair: Pair): Knots | undefined {
    const x = this.maybeKnotsOf(pair.left);
    const y = this.maybeKnotsOf(pair.right);
    if (!x || !y) return undefined;
    const { call } = this.#kernels;
    const combine = (a: number, b: number) => call.apply_binary(pair.operation, a, b);
    if (x.isDiscrete && y.isDiscrete) {
      const crossed = maybeCrossOutcomes(x, y, combine);
      if (crossed) return crossed;
    }
    const share = this.#maybeCombine(pair);
    if (!share) return this.#maybeCross(pair);
    const first = new Set<number>();
    for (const p of FIRST_SHARES)
      for (const q of FIRST_SHARES) {
        const at = combine(x.quantileAt(p), y.quantileAt(q));
        if (Number.isFinite(at)) first.add(at);
      }
    return divide(Float64Array.from(first).sort(), share);
  }

  /** Knots of two values combined by an operation that has no known inverse here. */
  #maybeCross({ operation, left, right }: Pair): Knots | undefined {
    const rule = this.#ruleOf(CROSS_NODES);
    const [x, y] = [left, right].map(({ root, formula }) => this.#maybeValuesAt(root, formula, rule.shares));
    return x && y && maybeCross(this.#kernels, operation, { x, y, weights: rule.weights });
  }

  /** Distribution of a function of two sources. Its error is the distance from the result with half as many nodes. */
  #maybeCrossSources(variable: CrossedVariable): FineDistribution | undefined {
    const [fine, coarse] = [SOURCE_NODES, SOURCE_NODES / 2].map((count) => {
      const { shares, weights } = this.#ruleOf(count);
      const nodesOf = (source: SourceRoot) => ({
        values: this.#maybeValuesAt(source, ROOT, shares)!,
        weights,
        shares,
      });
      const rows = maybeCrossSources(this.#kernels, variable, nodesOf);
      return rows && joinRows(rows);
    });
    if (!fine || !coarse || fine.isDiscrete) return undefined;
    return {
      shareUpTo: (x) => fine.shareUpTo(x),
      quantileAt: (p) => fine.quantileAt(p),
      errorAt: (x) => Math.abs(fine.shareUpTo(x) - coarse.shareUpTo(x)),
      isBeyond: (x) => fine.isBeyond(x),
    };
  }

  /** P(V ≤ t) of a combination; undefined for operations other than arithmetic, minimum and maximum. */
  #maybeCombine({ operation, left, right }: Pair): ((t: number) => number) | undefined {
    const name = nameOf(operation);
    if (name === undefined) return undefined;
    const x = this.maybeKnotsOf(left);
    const y = this.maybeKnotsOf(right);
    if (!x || !y) return undefined;
    const rule = this.#ruleOf(PAIR_NODES);
    const nodesOf = ({ root, formula }: Variable, knots: Knots): Nodes | undefined => {
      if (knots.hasJumps) return { ...knots.cells(), isExact: knots.isDiscrete };
      const positions = this.#maybeValuesAt(root, formula, rule.shares);
      return positions?.every(Number.isFinite)
        ? { positions, masses: rule.weights, isExact: false }
        : undefined;
    };
    const isLeftSmooth = x.steepest(name === 'mul') < y.steepest(name === 'mul');
    if (name === 'add' || name === 'sub') {
      const sign = name === 'add' ? -1 : 1;
      const overRight = {
        nodes: nodesOf(right, y),
        shareAt: (v: number, t: number) => x.shareUpTo(t + sign * v),
      };
      const overLeft = {
        nodes: nodesOf(left, x),
        shareAt: (v: number, t: number) => (name === 'add' ? y.shareUpTo(t - v) : 1 - y.shareUpTo(v - t)),
      };
      return maybeBestSum(isLeftSmooth ? [overRight, overLeft] : [overLeft, overRight]);
    }
    const isOverRight = name === 'div' ? !x.hasJumps || y.hasJumps : isLeftSmooth;
    const nodes = isOverRight ? nodesOf(right, y) : nodesOf(left, x);
    const smooth = isOverRight ? x : y;
    if (!nodes || (name !== 'mul' && name !== 'div')) return undefined;
    const shareAt = (v: number, t: number): number => {
      if (name === 'div') return isOverRight ? shareOfSide(smooth, v, t * v) : shareOfQuotient(v, smooth, t);
      return v === 0 ? Number(t >= 0) : shareOfSide(smooth, v, t / v);
    };
    return (t) => sumOver(nodes, (v) => shareAt(v, t)).share;
  }
}

/** The distribution function of all rows together. */
function joinRows(rows: readonly Row[]): Knots | undefined {
  const ends = rows.flatMap(({ knots: { positions } }) => [positions[0]!, positions.at(-1)!]);
  const first = new Set([ends.reduce((a, b) => Math.min(a, b)), ends.reduce((a, b) => Math.max(a, b))]);
  const step = Math.ceil(rows.length / SOME_ROWS);
  for (let i = step >> 1; i < rows.length; i += step)
    for (const share of FIRST_SHARES) first.add(rows[i]!.knots.quantileAt(share));
  return divide(Float64Array.from(first).sort(), (t) => {
    let sum = 0;
    for (const { weight, knots } of rows) sum += weight * knots.shareUpTo(t);
    return sum;
  });
}

/** P(X ≤ limit) for a positive sign, otherwise P(X > limit). */
function shareOfSide(x: Knots, sign: number, limit: number): number {
  return sign > 0 ? x.shareUpTo(limit) : 1 - x.shareUpTo(limit);
}

/** P(a/Y ≤ t) for a number a. */
function shareOfQuotient(a: number, y: Knots, t: number): number {
  if (t === 0) return a === 0 ? 1 : shareOfSide(y, a, 0);
  const [low, high] = [Math.min(a / t, 0), Math.max(a / t, 0)];
  return t > 0 ? 1 - y.shareUpTo(high) + y.shareUpTo(low) : y.shareUpTo(high) - y.shareUpTo(low);
}

/** Points of a quadrature, which are exact for the outcomes of a discrete value. */
interface Nodes {
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
function maybeBestSum(ways: readonly WayToSum[]): ((t: number) => number) | undefined {
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
function sumOver(
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

/** All pairs of outcomes of two discrete values; undefined if there are too many. */
function maybeCrossOutcomes(
  x: Knots,
  y: Knots,
  combine: (a: number, b: number) => number,
): Knots | undefined {
  const [left, right] = [x.cells(), y.cells()];
  if (left.masses.length * right.masses.length > MOST_OUTCOMES) return undefined;
  return joinOutcomes(
    Array.from(left.positions).flatMap((a, i) =>
      Array.from(right.positions, (b, k) => ({
        at: combine(a, b),
        mass: left.masses[i]! * right.masses[k]!,
      })),
    ),
  );
}

/** The sum of discrete terms, computed by adding the terms one by one. */
function maybeSumOutcomes(terms: readonly LatticeTerm[]): Knots | undefined {
  let sum: Knots | undefined = joinOutcomes([{ at: 0, mass: 1 }]);
  for (const { knots, sign, count } of terms)
    for (let i = 0; sum && i < count; i++) sum = maybeCrossOutcomes(sum, knots, (a, b) => a + sign * b);
  return sum;
}

/** Positions of 17 evenly spaced knots, including both ends. */
function somePositions({ positions }: Knots): number[] {
  return Array.from({ length: 17 }, (_, k) => positions[Math.round((k / 16) * (positions.length - 1))]!);
}

/**
 * Combines a cumulative probability with itself `count` times by doubling, so that all engines yield the same number.
 */
function repeat(share: number, count: number, combine: (p: number, q: number) => number): number {
  let result: number | undefined;
  for (let [left, power] = [count, share]; left > 0; left >>= 1, power = combine(power, power))
    if (left & 1) result = result === undefined ? power : combine(result, power);
  return result!;
}

/** P(V ≤ t) of a maximum or minimum, from the cumulative probabilities of its operands. */
const SHARE_OF_EXTREME = {
  max: (p: number, q: number) => p * q,
  min: (p: number, q: number) => 1 - (1 - p) * (1 - q),
};

/**
 * Finds the knots of a distribution function by halving intervals until every step in the cumulative probability is
 * small.
 */
function divide(first: Float64Array, share: (t: number) => number): Knots | undefined {
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
function bisect(share: (t: number) => number, { positions, shares }: Knots, p: number): number {
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

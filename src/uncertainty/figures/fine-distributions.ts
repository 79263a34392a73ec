// Distribution functions of values that are functions of independent quantities, at a finer resolution than deltas and
// lanes. A function of one source is computed at more nodes. Two independent values x and y are combined by quadrature
// over the operand with the steeper distribution function, for example P(x + y ≤ t) = Σ wᵢ·P(x ≤ t − yᵢ). The
// distribution function of a maximum is the product of the distribution functions of its operands.

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
import { bisect, divide } from './divide-function.ts';
import { extendTails } from './extend-tails.ts';
import { evaluateFormula, ROOT } from './formula.ts';
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
import { maybeBestSum, type Nodes, shareOfQuotient, shareOfSide, sumOver } from './sum-over-nodes.ts';

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
/** Maximum number of initial intervals for a combination of several values. */
const MOST_FIRST = 32;
/** Number of rows of crossed sources whose quantiles are the first knots. */
const SOME_ROWS = 8;
/** Number of nodes of each source of a function of two sources. */
const SOURCE_NODES = 128;
/** Maximum number of pairs of outcomes that are listed individually. */
const MOST_OUTCOMES = 32_768;

/** The operation with a given number. */
export function nameOf(operation: number): BinaryOperation | undefined {
  return BINARY_OPERATIONS[operation & ~SINGLE_PRECISION];
}

export class FineDistributions {
  readonly #kernels: Kernels;
  readonly #shapes: ShapeCache;
  readonly #productLevels: number;
  readonly #functionNodes: number;
  readonly #rules = new Map<number, Rule>();
  readonly #known = new WeakMap<Root, Knots | undefined>();

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
    const valuesAt = (shares: Float64Array) => this.maybeValuesAt(root, formula, shares, isQuick);
    const nodes = refineNodes(this.functionShares, valuesAt, isQuick);
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

  /** Cumulative probabilities of a function's nodes. */
  get functionShares(): Float64Array {
    return this.#ruleOf(this.#functionNodes).shares;
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
  maybeValuesAt(
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
    const [x, y] = [left, right].map(({ root, formula }) => this.maybeValuesAt(root, formula, rule.shares));
    return x && y && maybeCross(this.#kernels, operation, { x, y, weights: rule.weights });
  }

  /** Distribution of a function of two sources. Its error is the distance from the result with half as many nodes. */
  #maybeCrossSources(variable: CrossedVariable): FineDistribution | undefined {
    const [fine, coarse] = [SOURCE_NODES, SOURCE_NODES / 2].map((count) => {
      const { shares, weights } = this.#ruleOf(count);
      const nodesOf = (source: SourceRoot) => ({
        values: this.maybeValuesAt(source, ROOT, shares)!,
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
      const positions = this.maybeValuesAt(root, formula, rule.shares);
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

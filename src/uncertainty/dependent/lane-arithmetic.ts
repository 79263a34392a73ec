// Arithmetic of values with lanes: functions of one value are computed at the points of its base, products of
// independent values from their deltas, and everything else lane by lane. See dependence.md.

import type { Handle, Operand } from '../core/core.ts';
import { SINGLE_PRECISION, UNARY_OPERATIONS } from '../core/operations.ts';
import type { SetId } from '../core/source-sets.ts';
import { isIdentity, LINEAR } from '../distributions/linear-operations.ts';
import { combineMoments, type Moments, mapMoments } from '../distributions/moments.ts';
import { type Formula, maybeExtend, ROOT } from '../figures/formula.ts';
import { maybeApplyPlain, maybeCombineForms } from '../figures/linear-forms.ts';
import { maybeCrossed, maybePair, type Variable } from '../figures/roots.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import type { Base, Grid } from '../lanes/grid-store.ts';
import type { Arithmetic } from '../records/core-parts.ts';
import { RECORD_ATOMS, RECORD_OWN_POINTS, RECORD_POINT, RECORD_PUBLISHED } from '../records/records.ts';
import type { IndependentProducts } from './independent-products.ts';
import type { LaneGround } from './lane-ground.ts';

/** Fractions of the operands below which a difference counts as rounding error, in double and single precision. */
const ROUNDING = 1e-12;
const ROUNDING_SINGLE = 1e-5;
const NEGATE = UNARY_OPERATIONS.indexOf('neg');

interface Parts
  extends Pick<LaneGround, 'spec' | 'kernels' | 'records' | 'maker' | 'densities' | 'values' | 'figures'> {
  readonly products: IndependentProducts;
}

export class LaneArithmetic implements Arithmetic {
  readonly #parts: Parts;
  readonly #laneCount: number;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#laneCount = parts.values.lanes.count;
  }

  unary(operation: number, handle: Handle, particle: number): Handle {
    const { kernels, records, maker, densities, values } = this.#parts;
    if (handle === 0) return maker.plain(particle);
    const { call } = kernels;
    const grid = values.gridOf(handle);
    const source = values.lanesOf(handle);
    const lanes = values.lanes.allocate();
    let point = call.lane_unary(operation, source, lanes, this.#laneCount);
    const negated = (operation & ~SINGLE_PRECISION) === NEGATE;
    const formula = grid?.formula && maybeExtend(operation, grid.formula, undefined);
    const computed = grid && this.#onBase(grid.base, formula, negated && grid.isInCells);
    if (grid && computed) {
      point &= call.lane_unary(operation, grid.values, computed.values, grid.base.count);
      values.noteSteps(computed, operation, grid);
    }
    const moments = negated ? values.knownOf(handle) : undefined;
    const known = moments && { ...moments, mean: -moments.mean };
    const set = values.lanes.setOf(handle);
    const flags = negated ? records.flagsOf(handle) & RECORD_PUBLISHED : 0;
    const result = this.finish(lanes, set, point, particle, computed, flags, known);
    if (negated) densities.noteMoved(result, handle, { operation }, 0, -1);
    const variable = grid ? undefined : values.maybeVariableOf(handle);
    const longer = variable && maybeExtend(operation, variable.formula, undefined);
    if (longer) values.noteVariable(result, { root: variable.root, formula: longer });
    if (result !== 0 && values.isRounding(handle)) values.noteRounding(result);
    return result;
  }

  binary(
    operation: number,
    left: Handle,
    leftParticle: number,
    right: Handle,
    rightParticle: number,
    particle: number,
  ): Handle {
    if (left === 0 || right === 0)
      return this.#binaryWithPlain(operation, left, leftParticle, right, rightParticle, particle);
    const { kernels, records, maker, values, products } = this.#parts;
    const { lanes: store } = values;
    const { set, areDisjoint } = store.combineSets(store.setOf(left), store.setOf(right));
    const x = values.gridOf(left);
    const y = values.gridOf(right);
    const { call } = kernels;
    let block = 0;
    let packed = 0;
    let known: Moments | undefined;
    let computed = areDisjoint && x && y ? this.#maybeExtreme(operation, x, y) : undefined;
    if (areDisjoint && x && y && !computed) {
      block = maker.reserve();
      packed = products.multiply(operation, left, right, block);
      if ((packed >>> 24) & RECORD_POINT && this.#isSameNumber(block, particle)) {
        records.discard(block);
        return maker.plain(particle);
      }
    } else if (areDisjoint && !computed) {
      known = this.#combineKnown(operation, left, right);
    }
    const xLanes = values.lanesOf(left, values.settledLanesOf(right));
    const yLanes = values.lanesOf(right, xLanes);
    const lanes = store.allocate();
    let point = call.lane_binary(operation, xLanes, yLanes, lanes, this.#laneCount);
    if (x && y && x.base === y.base) {
      const formula = x.formula && y.formula && maybeExtend(operation, x.formula, y.formula);
      computed = this.#onBase(x.base, formula);
      point &= call.lane_binary(operation, x.values, y.values, computed.values, x.base.count);
      values.noteSteps(computed, operation, x, y);
    } else if (block === 0 && !computed && !point) {
      values.noteRecent(lanes);
    }
    if (block !== 0) {
      point = 0;
      const atoms = products.keepsAtoms(left, right) ? RECORD_ATOMS : 0;
      packed |= (RECORD_OWN_POINTS | atoms) << 24;
    }
    const result = this.finish(lanes, set, point, particle, computed, 0, known, block, packed);
    if (block !== 0)
      values.notePair(
        result,
        maybePair(operation, values.grids.maybeVariable(x!), values.grids.maybeVariable(y!)),
      );
    else if (!computed) values.noteVariable(result, this.#maybeVariable(operation, left, right));
    this.#noteRounding(
      operation,
      result,
      { handle: left, particle: leftParticle },
      { handle: right, particle: rightParticle },
    );
    // A Joint core prints lanes, so the product's points serve only as its base.
    if (block !== 0 && values.isJoint) {
      values.gridOf(result);
      records.detach(result);
    }
    return result;
  }

  /** A combination of values with shared inputs, if it is linear in its sources or has at most two of them. */
  #maybeVariable(operation: number, left: Handle, right: Handle): Variable | undefined {
    const { values } = this.#parts;
    const [x, y] = [values.maybeVariableOf(left), values.maybeVariableOf(right)];
    const form = maybeCombineForms(operation, x, y);
    if (form) return { root: { kind: 'linear', form, size: 1 }, formula: ROOT };
    const formula = x && x.root === y?.root && maybeExtend(operation, x.formula, y.formula);
    if (formula) return { root: x.root, formula };
    const crossed = maybeCrossed(operation, x, y);
    return crossed && { root: crossed, formula: ROOT };
  }

  #binaryWithPlain(
    operation: number,
    left: Handle,
    leftParticle: number,
    right: Handle,
    rightParticle: number,
    particle: number,
  ): Handle {
    const handle = left || right;
    const { kernels, records, maker, densities, values } = this.#parts;
    if (handle === 0) return maker.plain(particle);
    const isLeft = left === 0;
    const plain = isLeft ? leftParticle : rightParticle;
    if (isIdentity(operation, isLeft, plain)) {
      maker.resultParticle = particle;
      return handle;
    }
    const { call } = kernels;
    const grid = values.gridOf(handle);
    const source = values.lanesOf(handle);
    const lanes = values.lanes.allocate();
    const laneCount = this.#laneCount;
    let point = isLeft
      ? call.lane_binary_with_plain_left(operation, plain, source, lanes, laneCount)
      : call.lane_binary_with_plain_right(operation, source, plain, lanes, laneCount);
    const linear = LINEAR[operation & ~SINGLE_PRECISION];
    const isLinear = linear !== undefined && !(linear === 'div' && isLeft);
    const own = grid?.formula;
    const formula = own && maybeExtend(operation, isLeft ? undefined : own, isLeft ? own : undefined, plain);
    const computed = grid && this.#onBase(grid.base, formula, isLinear && grid.isInCells);
    if (grid && computed) {
      const { count } = grid.base;
      point &= isLeft
        ? call.lane_binary_with_plain_left(operation, plain, grid.values, computed.values, count)
        : call.lane_binary_with_plain_right(operation, grid.values, plain, computed.values, count);
      values.noteSteps(computed, operation, grid, grid);
    }
    const moments = isLinear ? values.knownOf(handle) : undefined;
    const known = moments && linear && mapMoments(linear, moments, plain, isLeft);
    const set = values.lanes.setOf(handle);
    const flags = isLinear ? records.flagsOf(handle) & RECORD_PUBLISHED : 0;
    const result = this.finish(lanes, set, point, particle, computed, flags, known);
    densities.noteLinear(operation, result, handle, plain, isLeft);
    if (!grid) values.noteVariable(result, this.#maybeMoved(operation, handle, plain, isLeft));
    if (result !== 0 && values.isRounding(handle)) values.noteRounding(result);
    return result;
  }

  /** The result of an operation with a plain number, as a function of a linear form of the sources. */
  #maybeMoved(operation: number, handle: Handle, plain: number, isLeft: boolean): Variable | undefined {
    const known = this.#parts.values.maybeVariableOf(handle);
    if (!known) return undefined;
    const { root, formula } = known;
    const form =
      formula === ROOT && root.kind === 'linear'
        ? maybeApplyPlain(operation, root.form, plain, isLeft)
        : undefined;
    if (form) return { root: { kind: 'linear', form, size: 1 }, formula: ROOT };
    const longer = maybeExtend(operation, isLeft ? undefined : formula, isLeft ? formula : undefined, plain);
    return longer && { root, formula: longer };
  }

  /** Marks results that are only rounding error: differences of nearly equal values, and values computed from them. */
  #noteRounding(operation: number, result: Handle, left: Operand, right: Operand): void {
    if (result === 0) return;
    const { maker, values } = this.#parts;
    const linear = LINEAR[operation & ~SINGLE_PRECISION];
    const [isLeft, isRight] = [values.isRounding(left.handle), values.isRounding(right.handle)];
    const isMade = isLeft ? isRight || linear === 'mul' || linear === 'div' : isRight && linear === 'mul';
    if (isMade) values.noteRounding(result);
    if (isMade || (linear !== 'add' && linear !== 'sub')) return;
    const rounding = operation & SINGLE_PRECISION ? ROUNDING_SINGLE : ROUNDING;
    const most = rounding * Math.max(Math.abs(left.particle), Math.abs(right.particle));
    if (Math.abs(maker.resultParticle) <= most && values.isBelow(result, most)) values.noteRounding(result);
  }

  /** The maximum or minimum of two independent densities, evaluated at the nodes of a source. */
  #maybeExtreme(operation: number, x: Grid, y: Grid): Grid | undefined {
    if (x.base.atoms || y.base.atoms) return undefined;
    const { values: store } = this.#parts;
    const { fine, grids } = store;
    const [left, right] = [grids.maybeVariable(x), grids.maybeVariable(y)];
    // On Joint cores, the deltas of products are too few for a distribution function.
    const isQuick = () => {
      const products = store.isJoint ? [left!, right!].filter(({ root }) => root.kind === 'product') : [];
      return products.length === 0 || !store.mayMakeFine(...products);
    };
    const knots = left && right && fine.maybeExtremeOf(operation, left, right, isQuick);
    // Discrete values have no density, so their outcomes are combined one by one instead.
    if (!knots || knots.isDiscrete) return undefined;
    // A maximum of many values does not retain its operands.
    const pair = maybeCrossed(operation, left, right)?.pair;
    const base = grids.makeSourceBase({ kind: 'known', knots, pair, size: 0 });
    const grid = this.#onBase(base, ROOT);
    const values = this.#parts.kernels.doublesAt(grid.values, base.count);
    grids.sourceShares.forEach((share, i) => {
      values[i] = knots.quantileAt(share);
    });
    grids.setSteps(grid, grids.changesOf(grid), (i) =>
      values[i] === values[i - 1]
        ? knots.shareUpTo(values[i]!)
        : knots.shareUpTo(values[i + 1]!) - knots.jumpAt(values[i + 1]!),
    );
    return grid;
  }

  #onBase(base: Base, formula: Formula | undefined, isInCells = false): Grid {
    return { base, values: this.#parts.values.grids.allocate(base), isInCells, formula };
  }

  /** Moments of a combination of independent values, one of which has only lanes. */
  #combineKnown(operation: number, left: Handle, right: Handle): Moments | undefined {
    const linear = LINEAR[operation & ~SINGLE_PRECISION];
    if (!linear || linear === 'div') return undefined;
    const { figures } = this.#parts;
    return combineMoments(linear, figures.momentsOf(left), figures.momentsOf(right));
  }

  /**
   * Turns a result into a record. A result whose lanes, numbers on its base and particle all equal `point` becomes a
   * plain value. Every operation calls this, so it allocates nothing.
   * @param computed values at the points of the base, if it has one
   * @param flags flags of the record, in addition to the flags of its deltas
   * @param block deltas, with their count and flags in `packed`
   */
  finish(
    lanes: Address,
    set: SetId,
    point: number,
    particle: number,
    computed: Grid | undefined,
    flags: number,
    known: Moments | undefined,
    block: Address = 0,
    packed = 0,
  ): Handle {
    const { spec, records, maker, values } = this.#parts;
    maker.resultParticle = particle;
    if (
      point &&
      this.#isSameNumber(lanes, particle) &&
      (!computed || this.#isSameNumber(computed.values, particle))
    ) {
      values.lanes.free(lanes);
      if (computed) values.grids.free(computed);
      if (block !== 0) records.discard(block);
      return 0;
    }
    if (computed) values.grids.repair(computed.base, computed.values);
    if (block === 0) maker.checkMemory();
    const atoms = computed?.base.atoms && computed.base.count <= spec.Precision ? RECORD_ATOMS : 0;
    const handle = records.add(block, packed & 0xffffff, (packed >>> 24) | flags | atoms);
    values.lanes.assign(handle, lanes, set);
    if (computed) values.grids.assign(handle, computed);
    if (known) values.setKnown(handle, known);
    return handle;
  }

  /** Creates a value from lanes, with its moments if known; its particle is the mean. */
  finishLanes(lanes: Address, set: SetId, known?: Moments): Handle {
    const { call } = this.#parts.kernels;
    const particle = known ? known.mean : call.lane_mean(lanes);
    return this.finish(lanes, set, call.lane_is_point(lanes), particle, undefined, 0, known);
  }

  #isSameNumber(at: Address, particle: number): boolean {
    const value = this.#parts.kernels.f64[at / 8]!;
    return value === particle || (Number.isNaN(value) && Number.isNaN(particle));
  }
}

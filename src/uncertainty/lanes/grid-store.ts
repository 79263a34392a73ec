// Values as functions on a base. A base is a set of weighted points: the nodes of one source of uncertainty (grid.c),
// given samples, or the deltas of a value that was made from independent parts. All functions on a base are numbers at
// the same points. Operations therefore preserve the dependence between them, and moments are sums over the points,
// without sampling noise. Values that depend on several bases have lanes instead.

import type { Handle } from '../core/core.ts';
import { SlotTable } from '../core/slot-table.ts';
import { type Formula, ROOT } from '../figures/formula.ts';
import { OutcomesRoot, type Root, type Variable } from '../figures/roots.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { findChanges, maybeMoveSteps, type StepLocator, uniteWeights } from './step-weights.ts';

export interface Base {
  readonly weights: Address;
  readonly count: number;
  /** True if the points are the possible outcomes themselves. */
  readonly atoms: boolean;
  /** True if the points are more accurate than the lanes, as for a source; false for a product of few deltas. */
  readonly isFine: boolean;
  /** True if all sources share the weights, which are then not freed with the base. */
  readonly isShared: boolean;
  /** Independent quantity that the points represent; absent if only the points are known. */
  readonly root: Root | undefined;
  /** Values of the root at the points, if the points are not the nodes of a source. */
  readonly places?: Float64Array | undefined;
  /** Number of values that are functions on the base. */
  uses: number;
}

/** A value, as numbers at the points of its base. */
export interface Grid {
  readonly base: Base;
  readonly values: Address;
  /** Weights of a step function, which differ from the weights of the base. */
  weights?: Address;
  /**
   * True if the points are the deltas of a product and the value is that product or linear in it. The value then has
   * the same cells.
   */
  readonly isInCells: boolean;
  /** The value as a function of the base's root; undefined if the function is unknown or too long. */
  readonly formula: Formula | undefined;
}

/** A source's grid has a quarter as many nodes as there are lanes, but at least 128. */
const LANES_PER_NODE = 4;
const FEWEST_NODES = 128;

export class GridStore {
  readonly #kernels: Kernels;
  readonly #grids = new SlotTable<Grid>();
  readonly #sourceWeights: Address;
  /** Cumulative probabilities of a source below its nodes. */
  readonly sourceShares: Float64Array;
  readonly #lostLimit: number;
  readonly nodeCount: number;

  constructor(kernels: Kernels, laneCount: number) {
    this.#kernels = kernels;
    this.nodeCount = Math.max(FEWEST_NODES, laneCount / LANES_PER_NODE);
    this.#sourceWeights = kernels.allocate(8 * this.nodeCount);
    this.#lostLimit = 0.5 / laneCount;
    kernels.call.grid_weights(this.#sourceWeights, this.nodeCount);
    const scratch = kernels.scratch(8 * this.nodeCount);
    kernels.call.grid_shares(scratch, this.nodeCount);
    this.sourceShares = kernels.doublesAt(scratch, this.nodeCount).slice();
  }

  get sourceWeights(): Address {
    return this.#sourceWeights;
  }

  /** Creates the base of a new source with a continuous distribution. */
  makeSourceBase(root: Root): Base {
    const { nodeCount: count } = this;
    return { weights: this.#sourceWeights, count, atoms: false, isFine: true, isShared: true, root, uses: 0 };
  }

  /** Creates a base of points with these masses. */
  makeBase(masses: Float64Array, atoms: boolean, isFine: boolean, root?: Root, places?: Float64Array): Base {
    const count = masses.length;
    return { weights: this.#store(masses), count, atoms, isFine, isShared: false, root, places, uses: 0 };
  }

  #store(numbers: Float64Array): Address {
    const address = this.#kernels.allocate(8 * numbers.length);
    this.#kernels.doublesAt(address, numbers.length).set(numbers);
    return address;
  }

  /** Allocates numbers for the points of a base. */
  allocate(base: Base): Address {
    return this.#kernels.allocate(8 * base.count);
  }

  free({ base, values, weights }: Grid): void {
    this.#kernels.free(values, 8 * base.count);
    if (weights !== undefined) this.#kernels.free(weights, 8 * base.count);
  }

  get(handle: Handle): Grid | undefined {
    return this.#grids.get(handle);
  }

  /** Sets the values of a record at the points of a base. */
  assign(handle: Handle, grid: Grid): Grid {
    grid.base.uses++;
    this.#grids.set(handle, grid);
    return grid;
  }

  release(handle: Handle): void {
    const grid = this.#grids.get(handle);
    if (!grid) return;
    const { base } = grid;
    this.#grids.delete(handle);
    this.free(grid);
    base.uses--;
    if (base.uses === 0 && !base.isShared) this.#kernels.free(base.weights, 8 * base.count);
  }

  /**
   * Replaces NaN and infinite values at rare nodes, so that events that are too rare for any lane do not spoil a mean.
   */
  repair(base: Base, values: Address): void {
    if (!base.atoms) this.#kernels.call.grid_repair(values, base.weights, base.count, this.#lostLimit);
  }

  /** Returns a value as a function of the root of its base. A value with outcomes is itself a root. */
  maybeVariable(grid: Grid): Variable | undefined {
    const { base, formula } = grid;
    if (base.root && formula) return { root: base.root, formula };
    if (!base.atoms) return undefined;
    const { positions, masses } = this.read(grid);
    return positions.every(Number.isFinite)
      ? { root: new OutcomesRoot(positions, masses), formula: ROOT }
      : undefined;
  }

  mean(grid: Grid): number {
    return this.#kernels.call.grid_mean(grid.values, weightsOf(grid), grid.base.count);
  }

  centralMoment(grid: Grid, mean: number, order: number): number {
    const { values, base } = grid;
    return this.#kernels.call.grid_central_moment(values, weightsOf(grid), base.count, mean, order);
  }

  /** Returns copies of the values and of the weights. */
  read(grid: Grid): { positions: Float64Array; masses: Float64Array; atoms: boolean } {
    const { values, base } = grid;
    return {
      positions: this.#kernels.doublesAt(values, base.count).slice(),
      masses: this.#kernels.doublesAt(weightsOf(grid), base.count).slice(),
      atoms: base.atoms,
    };
  }

  /** Sets the weights of a function from the steps of its operands on the same base. */
  inheritSteps(grid: Grid, left: Grid, right: Grid): void {
    if (left.weights === undefined && right.weights === undefined) return;
    const [one, other] = [this.read(left).masses, this.read(right).masses];
    const rule = this.#kernels.doublesAt(grid.base.weights, grid.base.count);
    grid.weights = this.#store(left === right ? one : uniteWeights(rule, one, other));
  }

  /** Nodes after which a function may step. */
  changesOf({ base, values }: Grid): number[] {
    return findChanges(this.#kernels.doublesAt(values, base.count));
  }

  /** Moves mass between a function's nodes to match the located steps. */
  setSteps(grid: Grid, changes: readonly number[], locate: StepLocator): void {
    const moved = maybeMoveSteps(this.read(grid).masses, changes, locate);
    if (!moved) return;
    if (grid.weights === undefined) grid.weights = this.#store(moved);
    else this.#kernels.doublesAt(grid.weights, grid.base.count).set(moved);
  }
}

export function weightsOf({ base, weights = base.weights }: Grid): Address {
  return weights;
}

// Values as functions on a base. A base is a set of weighted points: the nodes of one source of uncertainty (grid.c),
// given samples, or the deltas of a value made from independent parts. All functions on a base are numbers at the
// same points. Operations on them therefore preserve their dependence, and moments are sums over the points, without
// sampling noise. Values that depend on several bases have lanes instead.

import type { Handle } from '../core/core.ts';
import { SlotTable } from '../core/slot-table.ts';
import { type Formula, ROOT } from '../figures/formula.ts';
import { OutcomesRoot, type Root, type Variable } from '../figures/roots.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import type { Kernels } from '../kernels/kernels.ts';

export interface Base {
  readonly weights: Address;
  readonly count: number;
  /** True if the points are the possible outcomes themselves. */
  readonly atoms: boolean;
  /**
   * True if a source's points are more accurate than its lanes; for a product of few deltas, the lanes are better.
   */
  readonly isFine: boolean;
  /** True if all sources share the weights, which are then not freed with the base. */
  readonly isShared: boolean;
  /** Independent quantity that the points represent; absent if only the points are known. */
  readonly root: Root | undefined;
  /** Number of values that are functions on the base. */
  uses: number;
}

/** A value, as numbers at the points of its base. */
export interface Grid {
  readonly base: Base;
  readonly values: Address;
  /**
   * True if the points are the deltas of a product, and the value is that product or linear in it: it then has the
   * same cells.
   */
  readonly isInCells: boolean;
  /** The value as a function of the base's root; undefined if the function is unknown or too long. */
  readonly formula: Formula | undefined;
}

/** Number of nodes in a source's grid: a quarter of the lanes, and at least 128. */
const LANES_PER_NODE = 4;
const FEWEST_NODES = 128;

export class GridStore {
  readonly #kernels: Kernels;
  readonly #grids = new SlotTable<Grid>();
  readonly #sourceWeights: Address;
  /** Fractions of a source's distribution below its nodes. */
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
  makeBase(masses: Float64Array, atoms: boolean, isFine: boolean, root?: Root): Base {
    const count = masses.length;
    const weights = this.#kernels.allocate(8 * count);
    this.#kernels.doublesAt(weights, count).set(masses);
    return { weights, count, atoms, isFine, isShared: false, root, uses: 0 };
  }

  /** Allocates numbers for the points of a base. */
  allocate(base: Base): Address {
    return this.#kernels.allocate(8 * base.count);
  }

  free(base: Base, values: Address): void {
    this.#kernels.free(values, 8 * base.count);
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
    const { base, values } = grid;
    this.#grids.delete(handle);
    this.free(base, values);
    base.uses--;
    if (base.uses === 0 && !base.isShared) this.#kernels.free(base.weights, 8 * base.count);
  }

  /** Events too rare for any lane must not make a mean NaN or infinite. */
  repair(base: Base, values: Address): void {
    if (!base.atoms) this.#kernels.call.grid_repair(values, base.weights, base.count, this.#lostLimit);
  }

  /** A value of a base as a function of its root. Outcomes are a root of their own. */
  maybeVariable(grid: Grid): Variable | undefined {
    const { base, formula } = grid;
    if (base.root && formula) return { root: base.root, formula };
    if (!base.atoms) return undefined;
    const { positions, masses } = this.read(grid);
    return positions.every(Number.isFinite)
      ? { root: new OutcomesRoot(positions, masses), formula: ROOT }
      : undefined;
  }

  mean({ base, values }: Grid): number {
    return this.#kernels.call.grid_mean(values, base.weights, base.count);
  }

  centralMoment({ base, values }: Grid, mean: number, order: number): number {
    return this.#kernels.call.grid_central_moment(values, base.weights, base.count, mean, order);
  }

  /** Copies of the values and of the weights. */
  read({ base, values }: Grid): { positions: Float64Array; masses: Float64Array; atoms: boolean } {
    return {
      positions: this.#kernels.doublesAt(values, base.count).slice(),
      masses: this.#kernels.doublesAt(base.weights, base.count).slice(),
      atoms: base.atoms,
    };
  }
}

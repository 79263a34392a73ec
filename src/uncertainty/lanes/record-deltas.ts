// The deltas of values whose records were added without deltas: the points of their grids, or their lanes, reduced to
// the size of a record.

import type { Handle } from '../core/core.ts';
import { placeDeltas } from '../distributions/place-deltas.ts';
import type { WeightedPoints } from '../distributions/samples.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import type { RecordParts } from '../records/record-parts.ts';
import { RECORD_PUBLISHED } from '../records/records.ts';
import type { ShownFigures } from './shown-figures.ts';
import type { ValueStore } from './value-store.ts';

type Parts = Pick<RecordParts, 'spec' | 'kernels' | 'records' | 'shapes' | 'densities'>;

export class RecordDeltas {
  readonly #parts: Parts;
  readonly #values: ValueStore;
  readonly #figures: ShownFigures;
  readonly #cellLevels: number;

  constructor(parts: Parts, values: ValueStore, figures: ShownFigures) {
    this.#parts = parts;
    this.#values = values;
    this.#figures = figures;
    this.#cellLevels = 30 - Math.clz32(parts.spec.Precision);
  }

  /**
   * The points from which a value's deltas are computed. On Joint cores, the shape of a product comes from its lanes.
   */
  pointsOf(handle: Handle): WeightedPoints {
    const corrected = this.#figures.maybeCorrectedPoints(handle);
    if (corrected) return corrected;
    const grid = this.#values.gridOf(handle);
    if (grid && this.#values.prefersGrid(grid)) return this.#values.grids.read(grid);
    return this.#values.weighedLanes(handle);
  }

  /** Computes the deltas of a record that was added without deltas. */
  complete(handle: Handle): void {
    const { call } = this.#parts.kernels;
    const recipe = this.#values.recipeOf(handle);
    const isClose = recipe
      ? this.#values.shapeGridOf(recipe.plan).isClose
      : (this.#parts.records.flagsOf(handle) & RECORD_PUBLISHED) !== 0;
    const placed = isClose ? (recipe?.plan ?? this.#parts.densities.maybeShapeOf(handle)) : undefined;
    let block: Address;
    let packed: number;
    if (placed) {
      block = this.#parts.records.reserve();
      packed = placeDeltas(this.#parts, placed, recipe?.single ?? 0, block);
    } else if (!this.#values.knownOf(handle) && !this.#values.gridOf(handle)) {
      const lanes = this.#values.lanesOf(handle);
      const scratch = this.#parts.kernels.scratch(32 * this.#values.lanes.count);
      block = this.#parts.records.reserve();
      packed = call.lane_deltas(lanes, scratch, 0, block);
    } else {
      const { positions, masses } = this.pointsOf(handle);
      block = this.#parts.records.reserve();
      packed = this.reduce(positions, masses, this.#cellLevels, block);
    }
    this.#parts.records.attach(handle, block, packed & 0xffffff, packed >>> 24);
  }

  /** Reduces points to a block with at most two deltas for each of 2^levels cells. */
  reduce(positions: Float64Array, masses: Float64Array, levels: number, block: Address): number {
    const n = positions.length;
    const scratch = this.#parts.kernels.scratch(48 * n);
    this.#parts.kernels.doublesAt(scratch, n).set(positions);
    this.#parts.kernels.doublesAt(scratch + 8 * n, n).set(masses);
    return this.#parts.kernels.call.grid_deltas(scratch, scratch + 8 * n, n, scratch + 16 * n, levels, block);
  }

  /**
   * Keeps at most half as many points as fit into a record. The points of two values then fit into one record, and
   * atoms stay atoms.
   */
  keepFew(points: WeightedPoints | undefined): WeightedPoints | undefined {
    const precision = this.#parts.spec.Precision;
    if (!points || points.positions.length <= precision / 2) return points;
    const block = this.#parts.records.reserve();
    const levels = 29 - Math.clz32(precision);
    const count = this.reduce(points.positions, points.masses, levels, block) & 0xffffff;
    const few = {
      positions: this.#parts.kernels.doublesAt(block, count).slice(),
      masses: this.#parts.kernels.doublesAt(block + this.#parts.records.massOffset, count).slice(),
      atoms: false,
    };
    this.#parts.records.discard(block);
    return few;
  }
}

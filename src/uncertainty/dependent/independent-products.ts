// Products of two values without common sources: all pairs of their deltas, reduced to cells of two deltas each so that
// moments are preserved. The factors are the most accurate deltas known, which are not always the printed ones.

import type { Handle } from '../core/core.ts';
import type { CoreSpec } from '../core/core-spec.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import { weightsOf } from '../lanes/grid-store.ts';
import { RECORD_PUBLISHED, RECORD_SORTED, RECORD_SPECIAL } from '../records/records.ts';
import type { LaneGround } from './lane-ground.ts';

/**
 * Number of levels of the deltas that Joint cores multiply. They need only preserve moments, because lanes represent
 * the shape.
 */
const JOINT_LEVELS = 5;

interface Factor {
  readonly block: Address;
  readonly count: number;
  readonly flags: number;
}

/** Number of levels into which this core splits products; each leaf becomes two deltas. */
export function countProductLevels({ Precision, Microarchitecture }: CoreSpec): number {
  const cells = 30 - Math.clz32(Precision);
  return Microarchitecture === 'Joint' ? Math.min(JOINT_LEVELS, cells) : cells;
}

type Parts = Pick<LaneGround, 'spec' | 'kernels' | 'records' | 'values' | 'figures' | 'deltas'>;

export class IndependentProducts {
  readonly #parts: Parts;
  readonly #levels: number;
  /** Buffers for factors that differ from the deltas of their records. */
  readonly #spares: readonly [Address, Address];

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#levels = countProductLevels(parts.spec);
    const bytes = 2 * parts.records.massOffset;
    this.#spares = [parts.kernels.allocate(bytes), parts.kernels.allocate(bytes)];
  }

  /** Fills `block`; returns its count and flags. */
  multiply(operation: number, left: Handle, right: Handle, block: Address): number {
    const x = this.#prepare(left, this.#spares[0]);
    const y = this.#prepare(right, this.#spares[1]);
    const { kernels } = this.#parts;
    const { call } = kernels;
    const scratch = kernels.scratch(call.binary_scratch(x.count, y.count));
    const either = x.flags | y.flags;
    const sorted = x.flags & y.flags & RECORD_SORTED && !(either & RECORD_SPECIAL) ? 1 : 0;
    return call.binary(operation, x.block, x.count, y.block, y.count, block, scratch, sorted);
  }

  /** True if all results of a product are discrete outcomes and none of them were merged. */
  keepsAtoms(left: Handle, right: Handle): boolean {
    const x = this.#parts.values.gridOf(left)!.base;
    const y = this.#parts.values.gridOf(right)!.base;
    return x.atoms && y.atoms && x.count * y.count <= 2 << this.#levels;
  }

  #prepare(handle: Handle, spare: Address): Factor {
    const { kernels, records, values, figures, deltas } = this.#parts;
    const { call } = kernels;
    const recipe = values.recipeOf(handle);
    if (recipe) {
      const shape = values.shapeGridOf(recipe.plan);
      const { location, scale } = recipe.plan;
      const packed = call.place(shape.operand, shape.operandCount, location, scale, recipe.single, spare);
      return { block: spare, count: packed & 0xffffff, flags: packed >>> 24 };
    }
    if (!values.isJoint && !(records.flagsOf(handle) & RECORD_PUBLISHED)) {
      const block = records.addressOf(handle);
      return { block, count: records.countOf(handle), flags: records.flagsOf(handle) };
    }
    const right = figures.maybeCorrectedPoints(handle);
    if (right) {
      const packed = deltas.reduce(right.positions, right.masses, this.#levels, spare);
      return { block: spare, count: packed & 0xffffff, flags: packed >>> 24 };
    }
    const grid = values.gridOf(handle)!;
    const { count } = grid.base;
    const scratch = kernels.scratch(32 * count);
    const packed = call.grid_deltas(grid.values, weightsOf(grid), count, scratch, this.#levels, spare);
    return { block: spare, count: packed & 0xffffff, flags: packed >>> 24 };
  }
}

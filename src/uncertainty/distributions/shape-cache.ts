// Standard shapes of parametric distributions, cached in kernel memory. Programs reuse a shape with different locations
// and scales, and building a shape takes about a hundred times as long as shifting and scaling it.

import type { Address } from '../kernels/kernel-exports.ts';
import type { Kernels } from '../kernels/kernels.ts';

/** A built shape: its panels (for quantiles) and its deltas, as a block. */
export interface BuiltShape {
  /** 0 once the shape has been evicted. */
  panels: Address;
  readonly panelBytes: number;
  readonly deltas: Address;
  readonly count: number;
  /** Quantiles for lanes; 0 until first use. */
  table: Address;
  grid: ShapeGrid | undefined;
  /** Mean and standard deviation of the deltas; undefined until first use. */
  measure: { readonly mean: number; readonly deviation: number } | undefined;
}

/** Values of a standard shape at the nodes of a grid, for functions of one source. */
export interface ShapeGrid {
  readonly values: Address;
  readonly count: number;
  readonly mean: number;
  readonly deviation: number;
  /** The grid reduced to two deltas per cell: an operand of products, as a block. */
  readonly operand: Address;
  readonly operandCount: number;
  /** True if the standard deviation of the published deltas is accurate to within a thousandth. */
  readonly isClose: boolean;
}

/** Rule for the grids of all sources on a core: the number of nodes, their weights, and the levels of products. */
export interface GridRule {
  readonly count: number;
  readonly weights: Address;
  readonly productLevels: number;
}

/** Relative error in variance up to which cores that track correlation keep the published deltas of a shape. */
const CLOSE_VARIANCE = 0.002;

const MOST_SHAPES = 512;

export class ShapeCache {
  readonly #kernels: Kernels;
  readonly #blockBytes: number;
  readonly #shapes = new Map<string, BuiltShape>();
  /** The most recent shape, which the next call usually needs again; finding it here avoids building a string key. */
  #latest:
    | { readonly kind: number; readonly a: number; readonly b: number; readonly shape: BuiltShape }
    | undefined;

  constructor(kernels: Kernels, blockBytes: number) {
    this.#kernels = kernels;
    this.#blockBytes = blockBytes;
  }

  /** Returns the shape `kind` with parameters `a` and `b`. If it has to be built, the oldest shape may be evicted. */
  get(kind: number, a: number, b: number): BuiltShape {
    const latest = this.#latest;
    if (latest && latest.kind === kind && latest.a === a && latest.b === b) return latest.shape;
    const shape = this.#find(kind, a, b);
    this.#latest = { kind, a, b, shape };
    return shape;
  }

  #find(kind: number, a: number, b: number): BuiltShape {
    const key = `${kind} ${a} ${b}`;
    const known = this.#shapes.get(key);
    if (known) return known;
    const oldest = this.#shapes.keys().next();
    if (this.#shapes.size === MOST_SHAPES && !oldest.done) this.#drop(oldest.value);
    const built = this.#build(kind, a, b);
    this.#shapes.set(key, built);
    return built;
  }

  /** The quantile table of a shape, built on first use. */
  getTable(shape: BuiltShape): Address {
    if (shape.table === 0) {
      const { call } = this.#kernels;
      shape.table = this.#kernels.allocate(call.shape_table_bytes());
      call.shape_table(shape.panels, shape.table);
    }
    return shape.table;
  }

  getMeasure(shape: BuiltShape): { readonly mean: number; readonly deviation: number } {
    if (shape.measure) return shape.measure;
    const { call } = this.#kernels;
    const mean = call.mean(shape.deltas, shape.count);
    const variance = call.central_moment(shape.deltas, shape.count, mean, 2);
    shape.measure = { mean, deviation: Math.sqrt(variance) };
    return shape.measure;
  }

  /** A shape at the nodes of `rule`, computed on first use. */
  getGrid(shape: BuiltShape, rule: GridRule): ShapeGrid {
    if (shape.grid) return shape.grid;
    const { call } = this.#kernels;
    const { count, weights, productLevels } = rule;
    const values = this.#kernels.allocate(8 * count);
    call.shape_grid(shape.panels, values, count);
    const mean = call.grid_mean(values, weights, count);
    const variance = call.grid_central_moment(values, weights, count, mean, 2);
    const operand = this.#kernels.allocate(this.#blockBytes);
    const scratch = this.#kernels.scratch(32 * count);
    const operandCount = call.grid_deltas(values, weights, count, scratch, productLevels, operand) & 0xffffff;
    const published = call.central_moment(shape.deltas, shape.count, mean, 2);
    const isClose = Math.abs(published / variance - 1) < CLOSE_VARIANCE;
    const deviation = Math.sqrt(variance);
    shape.grid = { values, count, mean, deviation, operand, operandCount, isClose };
    return shape.grid;
  }

  #build(kind: number, a: number, b: number): BuiltShape {
    const { call } = this.#kernels;
    const scratch = this.#kernels.scratch(call.shape_scratch());
    const panelBytes = call.shape_build(kind, a, b, scratch);
    const panels = this.#kernels.allocate(panelBytes);
    const deltas = this.#kernels.allocate(this.#blockBytes);
    new Uint8Array(call.memory.buffer).copyWithin(panels, scratch, scratch + panelBytes);
    return {
      panels,
      panelBytes,
      deltas,
      count: call.shape_deltas(panels, deltas) & 0xffffff,
      table: 0,
      grid: undefined,
      measure: undefined,
    };
  }

  #drop(key: string): void {
    const shape = this.#shapes.get(key);
    if (!shape) return;
    if (this.#latest?.shape === shape) this.#latest = undefined;
    this.#kernels.free(shape.panels, shape.panelBytes);
    shape.panels = 0;
    this.#kernels.free(shape.deltas, this.#blockBytes);
    if (shape.table !== 0) this.#kernels.free(shape.table, this.#kernels.call.shape_table_bytes());
    if (shape.grid) {
      this.#kernels.free(shape.grid.values, 8 * shape.grid.count);
      this.#kernels.free(shape.grid.operand, this.#blockBytes);
    }
    this.#shapes.delete(key);
  }
}

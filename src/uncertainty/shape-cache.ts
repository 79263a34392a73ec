// Standard shapes of parametric distributions, kept in kernel memory: programs make the same distribution again and
// again with other locations and scales, and building one costs some hundred times what moving it does.

import type { Address, Kernels } from './kernels.ts';

/** A built shape: its panels (for quantiles) and its deltas as a block. */
export interface BuiltShape {
  readonly panels: Address;
  readonly panelBytes: number;
  readonly deltas: Address;
  readonly count: number;
  /** Quantiles for lanes, 0 until somebody asks for them. */
  table: Address;
}

const MOST_SHAPES = 64;

export class ShapeCache {
  readonly #kernels: Kernels;
  readonly #blockBytes: number;
  readonly #shapes = new Map<string, BuiltShape>();

  constructor(kernels: Kernels, blockBytes: number) {
    this.#kernels = kernels;
    this.#blockBytes = blockBytes;
  }

  /** The shape `kind` with parameters `a` and `b`, built when it is not there; the oldest one makes room. */
  get(kind: number, a: number, b: number): BuiltShape {
    const key = `${kind} ${a} ${b}`;
    const known = this.#shapes.get(key);
    if (known) return known;
    const oldest = this.#shapes.keys().next();
    if (this.#shapes.size === MOST_SHAPES && !oldest.done) this.#drop(oldest.value);
    const built = this.#build(kind, a, b);
    this.#shapes.set(key, built);
    return built;
  }

  /** The quantile table of a shape, made at first use. */
  getTable(shape: BuiltShape): Address {
    if (shape.table === 0) {
      const { call } = this.#kernels;
      shape.table = this.#kernels.allocate(call.shape_table_bytes());
      call.shape_table(shape.panels, shape.table);
    }
    return shape.table;
  }

  #build(kind: number, a: number, b: number): BuiltShape {
    const { call } = this.#kernels;
    const scratch = this.#kernels.scratch(call.shape_scratch());
    const panelBytes = call.shape_build(kind, a, b, scratch);
    const panels = this.#kernels.allocate(panelBytes);
    const deltas = this.#kernels.allocate(this.#blockBytes);
    new Uint8Array(call.memory.buffer).copyWithin(panels, scratch, scratch + panelBytes);
    return { panels, panelBytes, deltas, count: call.shape_deltas(panels, deltas) & 0xffffff, table: 0 };
  }

  #drop(key: string): void {
    const shape = this.#shapes.get(key);
    if (!shape) return;
    this.#kernels.free(shape.panels, shape.panelBytes);
    this.#kernels.free(shape.deltas, this.#blockBytes);
    if (shape.table !== 0) this.#kernels.free(shape.table, this.#kernels.call.shape_table_bytes());
    this.#shapes.delete(key);
  }
}

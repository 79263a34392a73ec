// Arrays for planning a function, reused for the next one: allocating thousands of small typed arrays per module would
// cost more in garbage collection than the planning itself.

import { ValueGraph } from './value-graph.ts';

/** Purposes of arrays; there is one array per purpose. */
export type Purpose =
  | 'nodes'
  | 'firsts'
  | 'seconds'
  | 'checkAfter'
  | 'lastSets'
  | 'slots'
  | 'cleaned'
  | 'bits';

/** Memory for one plan at a time. */
export class PlanMemory {
  readonly graph = new ValueGraph();
  private readonly arrays = new Map<Purpose, Int32Array>();

  /**
   * An array of at least `length` entries, the first `length` of which are set to `value`. The array's previous user
   * must have finished.
   */
  take(purpose: Purpose, length: number, value: number): Int32Array {
    let array = this.arrays.get(purpose);
    if (!array || array.length < length) {
      array = new Int32Array(Math.max(256, length * 2));
      this.arrays.set(purpose, array);
    }
    return array.fill(value, 0, length);
  }
}

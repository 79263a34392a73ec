// Fits linear terms of many sources together, by solving normal equations with Cholesky's method. All values in a run
// share the inner products of their sources.
import type { Address, LaneMemory } from './lanes/lane-memory.ts';

/**
 * Minimum mean square of a function's component that is orthogonal to earlier functions, given that the function has
 * mean square 1.
 */
const LEAST_PIVOT = 1e-8;

export class LinearProducts {
  readonly memory: LaneMemory;
  readonly #known = new Map<Address, Map<Address, number>>();

  constructor(memory: LaneMemory) {
    this.memory = memory;
  }

  /**
   * Coefficients of the least-squares fit of the functions to `values`; undefined if the functions are linearly
   * dependent.
   */
  solve(values: Address, functions: readonly Address[]): Float64Array | undefined {
    const { kernels, laneCount } = this.memory;
    const m = functions.length;
    const factor = new Float64Array(m * m);
    const solution = new Float64Array(m);
    for (let i = 0; i < m; i++) {
      let rest = kernels.dot(values, functions[i]!, laneCount) / laneCount;
      for (let j = 0; j <= i; j++) {
        let sum = this.#product(functions[i]!, functions[j]!);
        for (let k = 0; k < j; k++) sum -= factor[i * m + k]! * factor[j * m + k]!;
        if (j < i) factor[i * m + j] = sum / factor[j * m + j]!;
        else if (sum > LEAST_PIVOT) factor[i * m + i] = Math.sqrt(sum);
        else return undefined;
      }
      for (let j = 0; j < i; j++) rest -= factor[i * m + j]! * solution[j]!;
      solution[i] = rest / factor[i * m + i]!;
    }
    for (let i = m - 1; i >= 0; i--) {
      let rest = solution[i]!;
      for (let j = i + 1; j < m; j++) rest -= factor[j * m + i]! * solution[j]!;
      solution[i] = rest / factor[i * m + i]!;
    }
    return solution;
  }

  #product(a: Address, b: Address): number {
    const row = this.#known.get(a) ?? new Map<Address, number>();
    const { kernels, laneCount } = this.memory;
    const product = row.get(b) ?? kernels.dot(a, b, laneCount) / laneCount;
    this.#known.set(a, row.set(b, product));
    return product;
  }
}

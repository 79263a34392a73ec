// Limits the number of iterations of implied loops that are unrolled at compile time. Iterations are counted rather
// than values, because the counts of nested loops multiply and loops may produce no values.

const MOST_TURNS = 5_000_000;

/** Number of iterations left for the loops in a constant or a DATA statement. */
export class LoopTurns {
  #left = MOST_TURNS;

  /** True once the loops have exceeded the limit. */
  get areOver(): boolean {
    return this.#left < 0;
  }

  /** Values of a loop variable, until the loop ends or iterations run out. `step` is not 0. */
  *count(first: bigint, last: bigint, step: bigint): Generator<bigint> {
    for (let i = first; step > 0 ? i <= last : i >= last; i += step) {
      this.#left -= 1;
      if (this.areOver) return;
      yield i;
    }
  }
}

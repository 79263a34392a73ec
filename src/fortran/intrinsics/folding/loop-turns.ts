// Turns of implied loops that are unrolled at compile time. Nested loops multiply, and may store nothing, so turns are
// counted instead of values.

const MOST_TURNS = 5_000_000;

/** Turns that the loops of one constant or DATA statement may still make. */
export class LoopTurns {
  #left = MOST_TURNS;

  /** True once the loops have made all turns and would make more. */
  get areOver(): boolean {
    return this.#left < 0;
  }

  /** Values of a loop's variable, until its end or the last turn. `step` is not 0. */
  *count(first: number, last: number, step: number): Generator<number> {
    for (let i = first; step > 0 ? i <= last : i >= last; i += step) {
      this.#left -= 1;
      if (this.areOver) return;
      yield i;
    }
  }
}

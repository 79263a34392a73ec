// A wait measured by a clock that may be set back. If the clock is set back to before the start of the wait, the wait
// is over. Otherwise an executor would stall for as long as the clock was set back.

export class Wait {
  readonly #now: () => number;
  #startedMs = Number.NEGATIVE_INFINITY;
  #lengthMs = 0;

  /** @param now epoch milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** True before the first start, and once the duration has passed. */
  get isOver(): boolean {
    const passedMs = this.passedMs;
    return passedMs < 0 || passedMs >= this.#lengthMs;
  }

  /** Milliseconds since the start; infinite before the first start, and negative if the clock was set back. */
  get passedMs(): number {
    return this.#now() - this.#startedMs;
  }

  start(lengthMs: number): void {
    this.#startedMs = this.#now();
    this.#lengthMs = lengthMs;
  }
}

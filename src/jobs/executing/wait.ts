// A wait measured by a clock that may be set back. When the clock goes back to a time before the start of the wait, the
// wait is over. Otherwise an executor would stall for as long as the clock went back.

export class Wait {
  readonly #now: () => number;
  #startedMs = Number.NEGATIVE_INFINITY;
  #lengthMs = 0;

  /** @param now epoch milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** True before the first start, and once the length has passed. */
  get isOver(): boolean {
    const passedMs = this.passedMs;
    return passedMs < 0 || passedMs >= this.#lengthMs;
  }

  /** Milliseconds since the start: infinite before the first start, negative once the clock was set back. */
  get passedMs(): number {
    return this.#now() - this.#startedMs;
  }

  start(lengthMs: number): void {
    this.#startedMs = this.#now();
    this.#lengthMs = lengthMs;
  }
}

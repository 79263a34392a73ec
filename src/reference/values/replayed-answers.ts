// Replays the answers from the first run, in order. All lanes make these queries on the same path and get the same
// answers.

export class ReplayedAnswers {
  readonly #answers: Float64Array;
  #taken = 0;

  constructor(answers: Float64Array) {
    this.#answers = answers;
  }

  /** Begins a run. */
  restart(): void {
    this.#taken = 0;
  }

  /** Returns the next answer; undefined after the last. */
  maybeNext(): number | undefined {
    return this.#taken < this.#answers.length ? this.#answers[this.#taken++] : undefined;
  }

  /** Fills the target with the next answers; returns false after the last. */
  fill(target: Float64Array): boolean {
    if (this.#taken >= this.#answers.length) return false;
    target.set(this.#answers.subarray(this.#taken, this.#taken + target.length));
    this.#taken += target.length;
    return true;
  }
}

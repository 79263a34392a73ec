// A controller whose code is lazy-loaded on first use.
import type { Bench } from './bench.ts';

export class LateBench<Part> {
  readonly #bench: Bench;
  readonly #load: () => Promise<Part>;
  #part: Part | undefined;

  constructor(bench: Bench, load: () => Promise<Part>) {
    this.#bench = bench;
    this.#load = load;
  }

  /** The controller, if it has been used. */
  get loaded(): Part | undefined {
    return this.#part;
  }

  /** Loads the controller. If loading fails, tells the user and returns undefined. */
  async open(): Promise<Part | undefined> {
    try {
      const part = this.#part ?? (await this.#load());
      this.#part ??= part;
    } catch {
      this.#bench.say('This part could not be loaded. Check the network and try again.');
    }
    return this.#part;
  }
}

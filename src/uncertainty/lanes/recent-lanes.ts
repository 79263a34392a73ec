// The lanes of the last few values that have several sources. The lanes of a new source are made uncorrelated with
// these lanes (control.c). These lanes stay readable after their value has been released, because results must not
// depend on when that happens.

import type { Address } from '../kernels/kernel-exports.ts';

const MOST = 5;

export class RecentLanes {
  readonly #free: (lanes: Address) => void;
  /**
   * Newest first; 0 in unused slots. The array is fixed, because every operation updates this list and should allocate
   * nothing.
   */
  readonly #lanes = new Uint32Array(MOST);
  /** 1 if the value was released, so that its lanes belong to this list. */
  readonly #isOwned = new Uint8Array(MOST);

  /** @param free frees lanes that this list has taken over */
  constructor(free: (lanes: Address) => void) {
    this.#free = free;
  }

  /** Notes lanes, dropping the oldest entry to make room. */
  add(lanes: Address): void {
    const oldest = this.#lanes[MOST - 1]!;
    const isOwned = this.#isOwned[MOST - 1] === 1;
    for (let i = MOST - 1; i > 0; i--) {
      this.#lanes[i] = this.#lanes[i - 1]!;
      this.#isOwned[i] = this.#isOwned[i - 1]!;
    }
    this.#lanes[0] = lanes;
    this.#isOwned[0] = 0;
    if (isOwned) this.#free(oldest);
  }

  /** Takes over the lanes of a value that is being released, if they are in the list. */
  adopt(lanes: Address): boolean {
    if (lanes === 0) return false;
    for (let i = 0; i < MOST; i++) {
      if (this.#lanes[i] !== lanes) continue;
      this.#isOwned[i] = 1;
      return true;
    }
    return false;
  }

  /** Addresses, newest first. */
  get addresses(): Address[] {
    return Array.from(this.#lanes).filter((lanes) => lanes !== 0);
  }
}

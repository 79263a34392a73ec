// The lanes of the latest few values that several sources made: what the lanes of a new source are made uncorrelated with
// (control.c). They stay readable when their value is released, because a result must not depend on when that is.

import type { Address } from './kernels.ts';

const MOST = 5;

interface Recent {
  readonly lanes: Address;
  /** The value has gone, and its lanes belong to this list. */
  isOwned: boolean;
}

export class RecentLanes {
  readonly #free: (lanes: Address) => void;
  #entries: Recent[] = [];

  /** @param free gives lanes back that this list has taken over */
  constructor(free: (lanes: Address) => void) {
    this.#free = free;
  }

  /** Notes lanes; the oldest entry makes room. */
  add(lanes: Address): void {
    this.#entries.unshift({ lanes, isOwned: false });
    if (this.#entries.length <= MOST) return;
    const oldest = this.#entries.pop();
    if (oldest?.isOwned) this.#free(oldest.lanes);
  }

  /** Takes over the lanes of a value that is released, if they are in the list. */
  adopt(lanes: Address): boolean {
    const entry = this.#entries.find((one) => one.lanes === lanes);
    if (entry) entry.isOwned = true;
    return entry !== undefined;
  }

  /** Addresses, the latest first. */
  get addresses(): Address[] {
    return this.#entries.map(({ lanes }) => lanes);
  }
}

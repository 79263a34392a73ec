// Tracks the bytes of simultaneous uploads: each upload counts against the others until it is stored or rejected. An
// account's stored size does not include uploads in progress, so many simultaneous uploads would each find the same
// free space.
import type { Store } from '../../store/contract/store.ts';

/** Key for the uploads of all accounts together. */
const ALL = '';
/**
 * Maximum number of measurements. Other uploads may disturb any measurement, and on a busy service there may never be a
 * pause.
 */
const MOST_TRIES = 20;

interface Uploads {
  count: number;
  arrivingBytes: number;
  /** Bytes of uploads that were stored while other uploads were arriving. */
  storedBytes: number;
  /**
   * Promises for uploads that have arrived but are not finished; until they settle, the stored size may or may not
   * include their bytes.
   */
  readonly storing: Set<Promise<void>>;
  ends: number;
}

const uploadsOfStores = new WeakMap<Store, Map<string, Uploads>>();

/** Space left in an account, or in all accounts, for one of several simultaneous uploads. */
class Room {
  readonly #uploads: Uploads;
  readonly #findFree: () => Promise<number>;
  #storedBefore = 0;
  #freeBytes = 0;

  constructor(uploads: Uploads, findFree: () => Promise<number>) {
    this.#uploads = uploads;
    this.#findFree = findFree;
  }

  /** Measures the stored size, at first without waiting, so that bytes being stored may count twice. */
  async measure(): Promise<void> {
    this.#storedBefore = this.#uploads.storedBytes;
    this.#freeBytes = await this.#findFree();
  }

  /**
   * Tests whether all bytes received so far fit. Before it returns false, it measures again while no other upload is
   * being stored.
   */
  async holds(): Promise<boolean> {
    const { storing } = this.#uploads;
    for (let tries = 0; !this.#fits(); tries += 1) {
      await Promise.all(storing);
      const { ends } = this.#uploads;
      await this.measure();
      const isSure = storing.size === 0 && this.#uploads.ends === ends;
      if (!this.#fits() && (isSure || tries === MOST_TRIES)) return false;
    }
    return true;
  }

  #fits(): boolean {
    const { arrivingBytes, storedBytes } = this.#uploads;
    return arrivingBytes + storedBytes - this.#storedBefore <= this.#freeBytes;
  }
}

/** An upload that may run alongside others. */
export interface Upload {
  readonly account: Room;
  readonly all: Room;
  /** Counts bytes that have arrived. */
  add(sizeBytes: number): void;
  /** Reports that all bytes have arrived. */
  arrived(): void;
  end(isStored: boolean): void;
}

/**
 * Begins an account's upload to a store.
 * @param find returns the number of bytes that the account, and all accounts together, may still store
 */
export function beginUpload(
  store: Store,
  userId: string,
  find: { readonly account: () => Promise<number>; readonly all: () => Promise<number> },
): Upload {
  const uploads = uploadsOfStores.get(store) ?? new Map<string, Uploads>();
  uploadsOfStores.set(store, uploads);
  const enter = (owner: string): Uploads => {
    const fresh = { count: 0, arrivingBytes: 0, storedBytes: 0, storing: new Set<Promise<void>>(), ends: 0 };
    const found = uploads.get(owner) ?? fresh;
    uploads.set(owner, found);
    found.count += 1;
    return found;
  };
  const entered = new Map([userId, ALL].map((owner) => [owner, enter(owner)]));
  let reportEnd = () => {};
  const ended = new Promise<void>((resolve) => {
    reportEnd = resolve;
  });
  let ownBytes = 0;
  return {
    account: new Room(entered.get(userId)!, find.account),
    all: new Room(entered.get(ALL)!, find.all),
    add: (sizeBytes) => {
      ownBytes += sizeBytes;
      for (const found of entered.values()) found.arrivingBytes += sizeBytes;
    },
    arrived: () => {
      for (const { storing } of entered.values()) storing.add(ended);
    },
    end: (isStored) => {
      for (const [owner, found] of entered) {
        found.arrivingBytes -= ownBytes;
        if (isStored) found.storedBytes += ownBytes;
        found.storing.delete(ended);
        found.ends += 1;
        found.count -= 1;
        if (found.count === 0) uploads.delete(owner);
      }
      reportEnd();
    },
  };
}

// Where several executors have one store and its storage is full, jobs wait until there is room: they were accepted, nobody
// stands before them, and an administrator will see to it. Whether there is room is found out by writing something, so
// that no job is begun in vain. A store of one's own, as in pages, ends its jobs with the reason at once instead.
import type { Store } from '../../store/contract/store.ts';
import { isStorageFull } from '../../store/contract/store-errors.ts';

/** What a small program and its module take. */
const TRIED_BYTES = 1024 * 1024;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 10_000;

export interface RoomForJobsOptions {
  readonly store: Store;
  /** Another text for every executor. */
  readonly executorId: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Told once, when waiting begins. */
  readonly reportFull: (error: unknown) => void;
}

export class RoomForJobs {
  readonly #options: RoomForJobsOptions;
  #waitMs = 0;
  #triesFromMs = 0;

  constructor(options: RoomForJobsOptions) {
    this.#options = options;
  }

  /** The storage is full: from now on there is no room until there is. */
  meetFull(error: unknown): void {
    // Whatever else has none meanwhile is no news, and must not put off the next try.
    if (this.#waitMs > 0) return;
    this.#options.reportFull(error);
    this.#waitLonger();
  }

  #waitLonger(): void {
    this.#waitMs = Math.min(LONGEST_WAIT_MS, Math.max(FIRST_WAIT_MS, 2 * this.#waitMs));
    this.#triesFromMs = this.#options.now() + this.#waitMs;
  }

  /** Whether jobs may be taken. */
  async isThere(): Promise<boolean> {
    if (this.#waitMs === 0) return true;
    const { store, executorId, now } = this.#options;
    if (now() < this.#triesFromMs) return false;
    const key = `room/${executorId}`;
    try {
      await store.transaction(async (tx) => {
        await tx.putBlob(key, new Uint8Array(TRIED_BYTES));
        await tx.deleteBlob(key);
      });
    } catch (error) {
      if (!isStorageFull(error)) throw error;
      this.#waitLonger();
      return false;
    }
    this.#waitMs = 0;
    return true;
  }
}

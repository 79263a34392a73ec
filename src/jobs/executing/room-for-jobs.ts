import { isStorageFull } from '../../store/contract/store-errors.ts';
import type { Holder } from '../records/held-job.ts';
import { Wait } from './wait.ts';

/** Size of the test write: as large as a typical small program with its module. */
const TRIED_BYTES = 1024 * 1024;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 10_000;

export interface RoomForJobsOptions extends Holder {
  /** Reports full storage once, when the wait begins. */
  readonly reportFull: (error: unknown) => void;
}

export class RoomForJobs {
  readonly #options: RoomForJobsOptions;
  readonly #wait: Wait;
  #waitMs = 0;

  constructor(options: RoomForJobsOptions) {
    this.#options = options;
    this.#wait = new Wait(options.now);
  }

  /** Starts the wait after the storage was found to be full. */
  meetFull(error: unknown): void {
    // Further failures during the wait must not postpone the next attempt.
    if (this.#waitMs > 0) return;
    this.#options.reportFull(error);
    this.#waitLonger();
  }

  #waitLonger(): void {
    this.#waitMs = Math.min(LONGEST_WAIT_MS, Math.max(FIRST_WAIT_MS, 2 * this.#waitMs));
    this.#wait.start(this.#waitMs);
  }

  /** Tests whether there is enough free space to start jobs. */
  async isThere(): Promise<boolean> {
    if (this.#waitMs === 0) return true;
    if (!this.#wait.isOver) return false;
    const { store, executorId } = this.#options;
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

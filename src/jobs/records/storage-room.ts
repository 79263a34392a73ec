// Storage quota for a job: limits the total bytes of its account, and of all accounts, as they were when the job was
// created. Concurrent jobs may exceed a limit by the bytes that each is storing.
import { HazeError } from '../../errors/haze-error.ts';
import type { Store, Transaction } from '../../store/contract/store.ts';
import type { StorageLimits } from './records.ts';

/** The job for which bytes are stored. */
interface StoringJob {
  readonly owner: string;
  /** @throws HazeError `job-lost` */
  require(tx: Transaction): Promise<unknown>;
}

export class StorageRoom {
  readonly #store: Store;
  readonly #job: StoringJob;
  readonly #limits: StorageLimits;

  constructor(store: Store, job: StoringJob, limits: StorageLimits = {}) {
    this.#store = store;
    this.#job = job;
    this.#limits = limits;
  }

  /** Returns the reason if `addedBytes` more bytes would exceed a limit; undefined if they fit. */
  async whyNone(addedBytes: number): Promise<string | undefined> {
    const { Account, All } = this.#limits;
    // An account over its limit may still replace content with something smaller.
    if (addedBytes <= 0) return undefined;
    if (Account !== undefined && (await this.#store.sizeOf(this.#job.owner)) + addedBytes > Account) {
      return `the account may store at most ${Account} bytes`;
    }
    if (All !== undefined && (await this.#store.sizeOf()) + addedBytes > All) {
      return `all accounts combined may store at most ${All} bytes`;
    }
    return undefined;
  }

  /** @throws HazeError `quota-exceeded` if `addedBytes` more bytes exceed a limit */
  async require(what: string, addedBytes: number): Promise<void> {
    const reason = await this.whyNone(addedBytes);
    if (reason === undefined) return;
    throw new HazeError(
      'quota-exceeded',
      `${what} would add ${addedBytes} bytes, none of which was stored: ${reason}. Delete builds, tasks or files, and try again`,
    );
  }

  /** Stores a blob within the limits. @throws HazeError `quota-exceeded`, `job-lost` */
  async write(what: string, key: string, sizeBytes: number, pieces: Iterable<Uint8Array>): Promise<void> {
    await this.require(what, sizeBytes);
    const source = async function* () {
      yield* pieces;
    };
    await this.#store.writeBlob(key, source(), (tx) => this.#job.require(tx));
  }

  /** Stores a string within the limits. @throws HazeError `quota-exceeded`, `job-lost` */
  async writeText(what: string, key: string, text: string): Promise<void> {
    const bytes = new TextEncoder().encode(text);
    await this.write(what, key, bytes.length, [bytes]);
  }
}

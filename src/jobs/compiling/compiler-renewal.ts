// Replaces compile workers that hold too much memory. A fresh worker loads while the old one still runs, and takes
// over when the old one is idle: no build is cancelled, and no build waits for a compiler to load.

import type { WorkerCalls } from '../records/remote.ts';
import type { CompileService } from './compile-service.ts';

export interface RenewalOptions {
  /** Maximum memory that an idle worker may hold. */
  readonly mostBytes: number;
  /** Runs the work once there is memory for a second compiler, and reserves the memory until the work is done. */
  readonly whenRoom: (work: () => Promise<void>) => Promise<void>;
  /** Reports how much memory a worker holds, after its builds and when it replaces another worker. */
  readonly onHeld?: (heldBytes: number) => void;
  /** Reports that a fresh worker could not be loaded. The old one stays in use; the next build triggers a retry. */
  readonly onFailure?: (error: unknown) => void;
}

type Worker = WorkerCalls<CompileService>;

/** The worker's owner. */
export interface RenewalOwner {
  readonly create: () => Worker;
  /** Tests whether requests currently go to this worker. */
  readonly isCurrent: (worker: Worker) => boolean;
  /** Reports that a fresh worker is ready. */
  readonly onReady: () => void;
}

interface Fresh {
  readonly worker: Worker;
  readonly heldBytes: number;
  /** Memory held by the worker that this one replaces. */
  readonly otherHeldBytes: number;
  /** Releases the reservation, because the worker has been taken or is no longer needed. */
  readonly leave: () => void;
}

/** Returns a function that manages the renewal of an owner's worker. */
export function createRenewal(options: RenewalOptions): (owner: RenewalOwner) => WorkerRenewal {
  return (owner) => new WorkerRenewal(options, owner);
}

export class WorkerRenewal {
  readonly #options: RenewalOptions;
  readonly #owner: RenewalOwner;
  #loading: Worker | undefined;
  #fresh: Fresh | undefined;
  #isLooking = false;
  #isClosed = false;

  constructor(options: RenewalOptions, owner: RenewalOwner) {
    this.#options = options;
    this.#owner = owner;
  }

  /** Measures an idle worker, and loads a fresh worker if the idle one holds too much memory. */
  async look(worker: Worker): Promise<void> {
    if (this.#isLooking || this.#isClosed) return;
    this.#isLooking = true;
    const { mostBytes, whenRoom, onHeld, onFailure } = this.#options;
    try {
      // Ignores errors: a worker that has stopped in the meantime holds no memory.
      const heldBytes = await worker.ask((service) => service.measure(mostBytes)).catch(() => undefined);
      if (heldBytes === undefined) return;
      onHeld?.(heldBytes);
      if (heldBytes > mostBytes) await whenRoom(() => this.#replace(worker, heldBytes));
    } catch (error) {
      if (!this.#isClosed) onFailure?.(error);
    } finally {
      this.#isLooking = false;
    }
  }

  /** Takes the fresh worker, if one is ready. */
  take(): Pick<Fresh, 'worker' | 'otherHeldBytes'> | undefined {
    const fresh = this.#fresh;
    if (!fresh) return undefined;
    this.#fresh = undefined;
    fresh.leave();
    this.#options.onHeld?.(fresh.heldBytes);
    return fresh;
  }

  /** Discards a worker that has died. */
  drop(worker: Worker): void {
    if (this.#fresh?.worker !== worker) return;
    this.#fresh.leave();
    this.#fresh = undefined;
  }

  close(): void {
    this.#isClosed = true;
    for (const worker of [this.#loading, this.#fresh?.worker]) worker?.end(new Error('it was released'));
    this.#fresh?.leave();
    this.#fresh = undefined;
  }

  /** Loads a fresh worker; resolves when it has replaced the old one, or is gone. */
  async #replace(worker: Worker, otherHeldBytes: number): Promise<void> {
    const { create, isCurrent, onReady } = this.#owner;
    const isWanted = () => !this.#isClosed && isCurrent(worker);
    // Checks again, because the worker may have stopped during the wait for memory.
    if (!isWanted()) return;
    const fresh = create();
    this.#loading = fresh;
    const heldBytes = await fresh
      .ask((service) => this.#furnish(service, worker))
      .catch((error: unknown) => {
        fresh.end(error);
        throw error;
      })
      .finally(() => {
        this.#loading = undefined;
      });
    if (!isWanted()) return fresh.end(new Error('nobody wants it'));
    await new Promise<void>((leave) => {
      this.#fresh = { worker: fresh, heldBytes, otherHeldBytes, leave };
      onReady();
    });
  }

  /**
   * Loads the compiler, and copies precompiled headers and objects, because recompiling them takes longer. Returns
   * the memory that the worker then holds.
   */
  async #furnish(service: CompileService, other: Worker): Promise<number> {
    await service.warm();
    const kept = await other.ask((otherService) => otherService.listKept());
    await service.keep(kept);
    return (await service.measure(this.#options.mostBytes)) ?? 0;
  }
}

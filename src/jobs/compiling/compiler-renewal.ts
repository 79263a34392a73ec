// Takes the place of compile workers that have come to hold too much memory. Another one is loaded beside such a worker, and
// comes in when that has nothing to do: no build is ended for it, and none waits for a compiler to be loaded.

import type { WorkerCalls } from '../records/remote.ts';
import type { CompileService } from './compile-service.ts';

export interface RenewalOptions {
  /** Maximum memory of an idle worker. */
  readonly mostBytes: number;
  /** Does the work as soon as there is memory for a second compiler, which it has until it ends. */
  readonly whenRoom: (work: () => Promise<void>) => Promise<void>;
  /** Reports the memory of a worker, after its builds and when it replaces another worker. */
  readonly onHeld?: (heldBytes: number) => void;
  /** Reports that a fresh worker could not be loaded. The old one continues; the next build triggers a retry. */
  readonly onFailure?: (error: unknown) => void;
}

type Worker = WorkerCalls<CompileService>;

/** User of the worker. */
export interface RenewalOwner {
  readonly create: () => Worker;
  /** Tests whether requests go to this worker now. */
  readonly isCurrent: (worker: Worker) => boolean;
  /** A fresh one waits to be taken. */
  readonly onReady: () => void;
}

interface Fresh {
  readonly worker: Worker;
  readonly heldBytes: number;
  /** Memory of the worker that this one replaces. */
  readonly otherHeldBytes: number;
  /** It was taken, or is not wanted any more. */
  readonly leave: () => void;
}

/** Renews the worker of one owner. */
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

  /** Looks what a worker holds that has nothing to do, and loads another where that is too much. */
  async look(worker: Worker): Promise<void> {
    if (this.#isLooking || this.#isClosed) return;
    this.#isLooking = true;
    const { mostBytes, whenRoom, onHeld, onFailure } = this.#options;
    try {
      // A worker that ended meanwhile has nothing to report.
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

  /** The fresh worker, where one is ready. */
  take(): Pick<Fresh, 'worker' | 'otherHeldBytes'> | undefined {
    const fresh = this.#fresh;
    if (!fresh) return undefined;
    this.#fresh = undefined;
    fresh.leave();
    this.#options.onHeld?.(fresh.heldBytes);
    return fresh;
  }

  /** A worker has died. */
  drop(worker: Worker): void {
    if (this.#fresh?.worker !== worker) return;
    this.#fresh.leave();
    this.#fresh = undefined;
  }

  close(): void {
    this.#isClosed = true;
    for (const worker of [this.#loading, this.#fresh?.worker]) worker?.end(new Error('it was let go'));
    this.#fresh?.leave();
    this.#fresh = undefined;
  }

  /** Loads another; done when that has taken the place, or is gone. */
  async #replace(worker: Worker, otherHeldBytes: number): Promise<void> {
    const { create, isCurrent, onReady } = this.#owner;
    const isWanted = () => !this.#isClosed && isCurrent(worker);
    // The worker may have ended while memory was short.
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

  /** Loads the compiler, and what the other has precompiled: to do that again takes longer. Answers what it holds then. */
  async #furnish(service: CompileService, other: Worker): Promise<number> {
    await service.warm();
    const kept = await other.ask((otherService) => otherService.listKept());
    await service.keep(kept);
    return (await service.measure(this.#options.mostBytes)) ?? 0;
  }
}

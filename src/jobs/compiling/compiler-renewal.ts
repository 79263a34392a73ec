// Takes the place of compile workers that have come to hold too much memory. Another one is loaded beside such a worker, and
// comes in when that has nothing to do: no build is ended for it, and none waits for a compiler to be loaded.

import type { WorkerCalls } from '../records/remote.ts';
import type { CompileService } from './compile-service.ts';

export interface RenewalOptions {
  /** What a worker may hold while it does nothing. */
  readonly mostBytes: number;
  /** Does the work as soon as there is memory for a second compiler, which it has until it ends. */
  readonly whenRoom: (work: () => Promise<void>) => Promise<void>;
  /** Told what a worker holds, after it has built and when it takes the place of another. */
  readonly onHeld?: (heldBytes: number) => void;
  /** Another one could not be loaded; the first goes on, and it is tried again after the next build. */
  readonly onFailure?: (error: unknown) => void;
}

type Worker = WorkerCalls<CompileService>;

/** Who has the worker and asks it. */
export interface RenewalOwner {
  readonly create: () => Worker;
  /** Whether it is the worker that is asked now. */
  readonly isCurrent: (worker: Worker) => boolean;
  /** A fresh one waits to be taken. */
  readonly onReady: () => void;
}

interface Fresh {
  readonly worker: Worker;
  readonly heldBytes: number;
  /** What the one holds whose place it takes. */
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
      // Of a worker that was ended meanwhile there is nothing to tell.
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
    // While there was no room, the worker may have ended.
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

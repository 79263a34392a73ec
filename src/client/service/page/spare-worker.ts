// A worker that is started before it is needed, because starting a worker takes longer than running a short program.

/** Functions that a spare worker needs. */
interface Endable {
  onFailure(listener: (reason: string) => void): void;
  terminate(): void;
}

export class SpareWorker<Worker extends Endable> {
  readonly #create: () => Worker;
  #spare: Worker | undefined;

  constructor(create: () => Worker) {
    this.#create = create;
  }

  /** Starts a worker for the next caller, unless one is already waiting. */
  prepare(): void {
    if (this.#spare) return;
    const worker = this.#create();
    this.#spare = worker;
    // Drops a worker that failed to start; the next call starts another.
    worker.onFailure(() => {
      if (worker === this.#spare) this.close();
    });
  }

  /** Returns the waiting worker if there is one, otherwise a new worker. */
  take(): Worker {
    const worker = this.#spare ?? this.#create();
    this.#spare = undefined;
    return worker;
  }

  /** Terminates the waiting worker. */
  close(): void {
    this.#spare?.terminate();
    this.#spare = undefined;
  }
}

// A worker that is started before it is needed: starting a worker takes longer than a short program runs.

/** Functions of a spare worker. */
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

  /** Starts a worker for the next caller, unless a worker waits. */
  prepare(): void {
    if (this.#spare) return;
    const worker = this.#create();
    this.#spare = worker;
    // Drops a worker that failed to start; the next call retries.
    worker.onFailure(() => {
      if (worker === this.#spare) this.close();
    });
  }

  /** Returns the waiting worker, or else a new worker. */
  take(): Worker {
    const worker = this.#spare ?? this.#create();
    this.#spare = undefined;
    return worker;
  }

  /** Ends the waiting worker. */
  close(): void {
    this.#spare?.terminate();
    this.#spare = undefined;
  }
}

// One worker that is started before it is wanted: starting one takes longer than a short program does.

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
    // Drops a worker that failed to start; the next call tries another.
    worker.onFailure(() => {
      if (worker === this.#spare) this.close();
    });
  }

  /** The worker that waits, or else a new one. */
  take(): Worker {
    const worker = this.#spare ?? this.#create();
    this.#spare = undefined;
    return worker;
  }

  /** Ends the worker that waits. */
  close(): void {
    this.#spare?.terminate();
    this.#spare = undefined;
  }
}

// One worker that is started before it is wanted: starting one takes longer than a short program does.

/** What a spare worker needs to be able to do. */
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

  /** Starts a worker for whoever comes next, unless one waits. */
  prepare(): void {
    if (this.#spare) return;
    const worker = this.#create();
    this.#spare = worker;
    // One that cannot start helps nobody; the next one is tried when it is wanted.
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

// A worker of a page. Its script comes over the network, or by way of a service worker that may be ended meanwhile: a
// script that does not arrive is asked for again, with the messages that wait for it.

/** A worker as run-program.ts and compile-client.ts want it. */
export interface PageWorker<Sent, Received> {
  post(message: Sent): void;
  onMessage(listener: (message: Received) => void): void;
  onFailure(listener: (reason: string) => void): void;
  terminate(): void;
}

const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 100;

class PatientWorker<Sent, Received> implements PageWorker<Sent, Received> {
  readonly #create: () => Worker;
  readonly #listeners: ((message: Received) => void)[] = [];
  readonly #failureListeners: ((reason: string) => void)[] = [];
  #worker: Worker;
  #attempts = 1;
  /** What was posted before the worker has said anything. */
  #unheard: Sent[] | undefined = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasEnded = false;

  constructor(create: () => Worker) {
    this.#create = create;
    this.#worker = this.#start();
  }

  post(message: Sent): void {
    this.#unheard?.push(message);
    this.#worker.postMessage(message);
  }

  onMessage(listener: (message: Received) => void): void {
    this.#listeners.push(listener);
  }

  onFailure(listener: (reason: string) => void): void {
    this.#failureListeners.push(listener);
  }

  terminate(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#worker.terminate();
  }

  #start(): Worker {
    const worker = this.#create();
    worker.addEventListener('message', (event: MessageEvent<Received>) => {
      this.#unheard = undefined;
      for (const listener of this.#listeners) listener(event.data);
    });
    worker.addEventListener('messageerror', () => this.#fail('a message could not be read'));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      // Events that were on their way come even from a worker that was ended.
      if (this.#hasEnded || worker !== this.#worker) return;
      // An error of the script itself has a message; one without is a script that was not loaded.
      if (event.message) this.#fail(event.message);
      else if (!this.#unheard || this.#attempts >= MAX_ATTEMPTS) this.#fail('its script could not be loaded');
      else this.#timer = setTimeout(() => this.#startAgain(), FIRST_PAUSE_MS * 2 ** this.#attempts++);
    });
    return worker;
  }

  #startAgain(): void {
    this.#worker.terminate();
    this.#worker = this.#start();
    for (const message of this.#unheard ?? []) this.#worker.postMessage(message);
  }

  #fail(reason: string): void {
    for (const listener of this.#failureListeners) listener(reason);
  }
}

/** Starts a worker. `create` may be called more than once. */
export function openWorker<Sent, Received>(create: () => Worker): PageWorker<Sent, Received> {
  return new PatientWorker(create);
}

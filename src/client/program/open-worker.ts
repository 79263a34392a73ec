// A page's worker. The worker's script arrives over the network or through a service worker. If the service worker
// terminates in the meantime, Chromium reports neither success nor failure. The page therefore retries a script that
// fails to load, and starts a second worker if the first one is late. Messages are queued until a worker has loaded.
import type { MessageWorker } from '../../runtime/running/run-program.ts';
import { LOADED } from './say-loaded.ts';

const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 100;
/**
 * Timeout for the first attempt, far longer than loading takes. The timeout doubles with each attempt, so that a busy
 * machine gets enough time.
 */
const FIRST_PATIENCE_MS = 5000;

class PatientWorker<Sent, Received> implements MessageWorker<Sent, Received> {
  readonly #create: () => Worker;
  readonly #listeners: ((message: Received) => void)[] = [];
  readonly #failureListeners: ((reason: string) => void)[] = [];
  /** Workers whose scripts are loading. */
  readonly #starting = new Set<Worker>();
  /** The worker whose script loaded first. */
  #worker: Worker | undefined;
  /** Messages posted before any worker was loaded. */
  readonly #waiting: Sent[] = [];
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasEnded = false;

  constructor(create: () => Worker) {
    this.#create = create;
    this.#start();
  }

  post(message: Sent): void {
    if (this.#worker) this.#worker.postMessage(message);
    else this.#waiting.push(message);
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
    this.#endStarting();
    this.#worker?.terminate();
  }

  #start(): void {
    const worker = this.#create();
    this.#starting.add(worker);
    worker.addEventListener('message', ({ data }: MessageEvent<Received | typeof LOADED>) => {
      if (data === LOADED) return this.#choose(worker);
      for (const listener of this.#listeners) listener(data);
    });
    worker.addEventListener('messageerror', () => this.#fail('a message could not be read'));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      // Events in transit from a worker may still arrive after the worker was terminated.
      if (this.#hasEnded || (worker !== this.#worker && !this.#starting.has(worker))) return;
      // An error thrown by the script has a message; an error without a message means that the script failed to load.
      if (event.message || worker === this.#worker) this.#fail(event.message || 'without a reason');
      else this.#giveUp(worker);
    });
    this.#attempts += 1;
    if (this.#attempts < MAX_ATTEMPTS) this.#startLater(FIRST_PATIENCE_MS * 2 ** (this.#attempts - 1));
  }

  #startLater(pauseMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#start(), pauseMs);
  }

  #choose(worker: Worker): void {
    if (this.#hasEnded || this.#worker || !this.#starting.delete(worker)) return;
    clearTimeout(this.#timer);
    this.#endStarting();
    this.#worker = worker;
    for (const message of this.#waiting.splice(0)) worker.postMessage(message);
  }

  #giveUp(worker: Worker): void {
    this.#starting.delete(worker);
    worker.terminate();
    if (this.#attempts < MAX_ATTEMPTS) this.#startLater(FIRST_PAUSE_MS * 2 ** this.#attempts);
    else if (this.#starting.size === 0) this.#fail('its script could not be loaded');
  }

  #endStarting(): void {
    for (const worker of this.#starting) worker.terminate();
    this.#starting.clear();
  }

  #fail(reason: string): void {
    for (const listener of this.#failureListeners) listener(reason);
  }
}

/** Starts a worker whose script calls `sayLoaded`. `openWorker` may call `create` more than once. */
export function openWorker<Sent, Received>(create: () => Worker): MessageWorker<Sent, Received> {
  return new PatientWorker(create);
}

// Ensures that when several pages and workers need the same work, only one of them does it. The others wait only while
// the work makes progress, because a suspended page may keep its lock (as in WebKit), and a connection may stall
// forever.

/** Interval at which a waiting page checks the other page's progress. */
const LOOK_MS = 5000;
/** Number of checks without progress after which a waiting page stops waiting. */
const PATIENT_LOOKS = 6;

export interface Turn {
  /** Name of the lock. */
  readonly name: string;
  readonly signal?: AbortSignal | undefined;
  /** Progress of the work: a value that changes whenever the lock's holder makes progress. */
  readonly measure: () => Promise<number>;
}

/**
 * Does the work under a lock, or without one if the browser has no locks or if the lock's holder makes no progress.
 * @throws the signal's reason; errors of `work`
 */
export async function obtainAlone<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return work();
  const waiting = new Waiting(turn);
  let isHeld = false;
  const begin = () => {
    isHeld = true;
    waiting.end();
    return work();
  };
  try {
    return await locks.request(turn.name, { signal: waiting.signal }, begin);
  } catch (error) {
    turn.signal?.throwIfAborted();
    // A frame in another site's page may have no access to storage or locks.
    const isDenied = error instanceof DOMException && error.name === 'SecurityError';
    if (isHeld || !(isDenied || waiting.isInVain)) throw error;
    return work();
  } finally {
    waiting.end();
  }
}

class Waiting {
  readonly #turn: Turn;
  readonly #aborting = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: number | undefined;
  #looks = 0;
  #hasEnded = false;
  isInVain = false;

  constructor(turn: Turn) {
    this.#turn = turn;
    turn.signal?.addEventListener('abort', this.#abort, { once: true });
    if (turn.signal?.aborted) this.#abort();
    this.#lookLater();
  }

  get signal(): AbortSignal {
    return this.#aborting.signal;
  }

  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#turn.signal?.removeEventListener('abort', this.#abort);
  }

  readonly #abort = () => this.#aborting.abort(this.#turn.signal?.reason);

  #lookLater(): void {
    if (!this.#hasEnded) this.#timer = setTimeout(() => void this.#look(), LOOK_MS);
  }

  async #look(): Promise<void> {
    const done = await this.#turn.measure().catch(() => this.#last);
    this.#looks = done === this.#last ? this.#looks + 1 : 0;
    this.#last = done;
    if (this.#hasEnded) return;
    if (this.#looks < PATIENT_LOOKS) return this.#lookLater();
    this.isInVain = true;
    this.#aborting.abort();
  }
}

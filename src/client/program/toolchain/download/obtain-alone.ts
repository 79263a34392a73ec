// Lets one of several pages and workers do shared work while the others wait, as long as it makes progress. A page that
// was left may keep its lock while it sleeps (WebKit does), and a connection may stall without end.

/** Interval at which a waiting page checks the progress of the other. */
const LOOK_MS = 5000;
/** Checks without progress after which nobody waits any longer. */
const PATIENT_LOOKS = 6;

export interface Turn {
  /** Name of the lock. */
  readonly name: string;
  readonly signal?: AbortSignal | undefined;
  /** Progress of the work; a new value each time that the holder of the lock gets further. */
  readonly measure: () => Promise<number>;
}

/**
 * Does the work under a lock, where there are locks; beside the lock's holder when that holder makes no progress.
 * @throws the signal's reason; what `work` throws
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
    // A frame in a page of another site may have neither storage nor locks.
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

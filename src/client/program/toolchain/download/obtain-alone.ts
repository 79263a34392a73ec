// Of several pages and workers one does what all of them need, and the others wait: for as long as it comes forward. A
// page that was left may keep its lock while it sleeps (WebKit keeps it), and a connection may stand still without an end.

/** How often somebody who waits looks whether the other comes forward. */
const LOOK_MS = 5000;
/** So many looks without a change, and nobody is waited for any longer. */
const PATIENT_LOOKS = 6;

export interface Turn {
  /** Of the lock. */
  readonly name: string;
  readonly signal?: AbortSignal | undefined;
  /** How far it is; another answer each time that whoever is at it has come forward. */
  readonly measure: () => Promise<number>;
}

/**
 * Does something while nobody else does it who asks for the same lock, where there are locks; beside whoever has the lock
 * when that one does not come forward.
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

// Aborts stalled requests, because a connection or a service worker may fail silently, and the caller would wait
// forever.

/** Timeout for a connection that delivers no bytes. */
const STILL_MS = 30_000;
/** Timeout for reading and compiling local files, which takes far less time even on busy machines. */
const MOST_READING_MS = 300_000;

/** Aborts a transfer if it stalls or if its owner aborts it. */
export class Stillness {
  readonly #aborting = new AbortController();
  readonly #given: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(given?: AbortSignal) {
    this.#given = given;
    given?.addEventListener('abort', this.#abort, { once: true });
    if (given?.aborted) this.#abort();
    this.begin();
  }

  get signal(): AbortSignal {
    return this.#aborting.signal;
  }

  /** Starts the timeout. */
  begin(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#abort, STILL_MS);
  }

  /** Pauses the timeout; the owner's signal still aborts the transfer. */
  rest(): void {
    clearTimeout(this.#timer);
  }

  end(): void {
    this.rest();
    this.#given?.removeEventListener('abort', this.#abort);
  }

  readonly #abort = () => this.#aborting.abort(this.#given?.reason);
}

/**
 * Fetches a file; returns undefined if there is no network, or if the server cuts off its response. A body that never
 * finishes fails after a few minutes.
 */
export async function maybeFetch(address: string): Promise<Response | undefined> {
  const still = new Stillness(AbortSignal.timeout(MOST_READING_MS));
  const { signal } = still;
  try {
    const response = await fetch(address, { signal });
    still.rest();
    return response;
  } catch {
    still.end();
    return undefined;
  }
}

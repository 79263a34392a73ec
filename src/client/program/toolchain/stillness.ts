// A connection, or a service worker that answers in its place, may break off without a word: what asked would wait for ever.

/** What brings nothing for so long has broken off. */
const STILL_MS = 30_000;

/** Ends what brings nothing any more, and what its owner takes back. */
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

  /** From now on it is still. */
  begin(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#abort, STILL_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#given?.removeEventListener('abort', this.#abort);
  }

  readonly #abort = () => this.#aborting.abort(this.#given?.reason);
}

/** Undefined where the network is away, or whoever answers breaks off. */
export async function maybeFetch(address: string): Promise<Response | undefined> {
  const still = new Stillness();
  const { signal } = still;
  return fetch(address, { signal })
    .catch(() => undefined)
    .finally(() => still.end());
}

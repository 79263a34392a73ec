// Farewells from pages that execute jobs. While a page is closing, only writes to localStorage are reliable. A page
// that is reloaded or closed leaves a farewell; a page killed for lack of memory does not, so its jobs are blamed.

/** Maximum number of farewells. It is rare for more pages to close before another page takes over their jobs. */
const MOST_KEPT = 20;

/** Farewells from all pages that share a database. */
export class Farewells {
  readonly #key: string;

  constructor(database: string) {
    this.#key = `haze-farewells:${database}`;
  }

  /** Records that an executor is shutting down in an orderly way. */
  say(executorId: string): void {
    try {
      localStorage.setItem(this.#key, JSON.stringify([...this.#read(), executorId].slice(-MOST_KEPT)));
    } catch {
      // If storage is unavailable, the executor's jobs may be blamed for its termination. Being blamed once does not
      // stop a job.
    }
  }

  /** True if the executor left a farewell. */
  has(executorId: string): boolean {
    return this.#read().includes(executorId);
  }

  #read(): readonly string[] {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.#key) ?? '[]');
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  }
}

// Farewells of a page that executes jobs. At its end, only localStorage is sure to be written. A page that is reloaded
// or closed leaves a farewell. A page killed because its jobs took all memory cannot. So only jobs that take pages down
// get the blame.

/** More pages do not go before another one takes over what they ran. */
const MOST_KEPT = 20;

/** The notes of the pages that share a database. */
export class Farewells {
  readonly #key: string;

  constructor(database: string) {
    this.#key = `haze-farewells:${database}`;
  }

  /** Says that an executor goes in an orderly way. */
  say(executorId: string): void {
    try {
      localStorage.setItem(this.#key, JSON.stringify([...this.#read(), executorId].slice(-MOST_KEPT)));
    } catch {
      // Without storage its jobs may be blamed for its end, which takes more than one.
    }
  }

  /** True when that executor left a farewell. */
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

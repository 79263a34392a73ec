// What a page that executes jobs says when it goes: at that moment nothing but localStorage is written for sure. A page that
// is reloaded or closed says it; one that is killed, as its jobs took all memory, cannot. So only what takes pages down is blamed.

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

  /** Whether that executor said so. */
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

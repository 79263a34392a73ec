// What a page does with its database when it is left. Browsers may keep a page that was left asleep, to show it again;
// in WebKit its transactions stay open then, and all other tabs wait for them without an end.

interface Abortable {
  abort(): void;
  readonly done: Promise<unknown>;
}

/** The transactions that are under way in a page; ended when it is left. Service workers and Node leave nothing. */
export class Leaving {
  /** Called when the page is left, after its transactions were ended. */
  onLeave: () => void = () => undefined;
  readonly #live = new Set<Abortable>();
  readonly #leave = () => {
    for (const transaction of this.#live) abort(transaction);
    this.#live.clear();
    this.onLeave();
  };

  constructor() {
    globalThis.addEventListener?.('pagehide', this.#leave);
  }

  /** Answers the transaction, which is ended should the page be left before it is done. */
  watch<Transaction extends Abortable>(transaction: Transaction): Transaction {
    this.#live.add(transaction);
    const forget = () => this.#live.delete(transaction);
    transaction.done.then(forget, forget);
    return transaction;
  }

  /** The database is closed: nothing is to be done any more. */
  forget(): void {
    globalThis.removeEventListener?.('pagehide', this.#leave);
  }
}

function abort(transaction: Abortable): void {
  try {
    transaction.abort();
  } catch {
    // It is done already.
  }
}

// Databases that are closed along with the page. Browsers may suspend a page that the user has left, in order to show
// it again later. In WebKit, the page's transactions then stay open, and all other tabs wait for them forever. This
// module tracks every transaction in its databases, and terminates them when the user leaves the page. biome.json
// forbids opening databases in any other way.
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames, unwrap } from 'idb';

/**
 * Reason why a database was closed: the user left the page, another page wants to delete or upgrade the database, or
 * the browser has removed it.
 */
export type DatabaseLoss = 'left' | 'wanted' | 'removed';

export interface PageDatabaseOptions<Schema extends DBSchema> {
  /**
   * Action to take on transactions when the user leaves the page: `abort` if callers will retry them, `commit` if
   * requests already made must be saved.
   */
  readonly atLeave: 'abort' | 'commit';
  /** Same as in `openDB`. */
  readonly upgrade: (
    db: IDBPDatabase<Schema>,
    storedVersion: number,
    tx: IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>,
  ) => void;
  /** Called after the browser or another tab has closed the database. */
  readonly onLost: (why: DatabaseLoss) => void;
}

/** A database's running transactions. In service workers and Node, there is no page for a user to leave. */
class LiveTransactions {
  readonly #atLeave: 'abort' | 'commit';
  readonly #live = new Set<IDBTransaction>();
  /** Called when the user leaves the page, after its transactions have finished. */
  onLeave: () => void = () => undefined;

  constructor(atLeave: 'abort' | 'commit') {
    this.#atLeave = atLeave;
    globalThis.addEventListener?.('pagehide', this.#leave);
  }

  watch(transaction: IDBTransaction): IDBTransaction {
    this.#live.add(transaction);
    for (const end of ['complete', 'abort'])
      transaction.addEventListener(end, () => this.#live.delete(transaction));
    return transaction;
  }

  readonly #leave = (): void => {
    for (const transaction of this.#live) {
      try {
        transaction[this.#atLeave]();
      } catch {
        // The transaction has already finished.
      }
    }
    this.#live.clear();
    this.onLeave();
  };

  /** Called when the database is closed. */
  end(): void {
    globalThis.removeEventListener?.('pagehide', this.#leave);
  }
}

/**
 * Opens the database `name`, creating it if it is missing. It closes when the user leaves the page, and when another
 * page wants to delete or upgrade it.
 * @throws DOMException the errors of `openDB`
 */
export async function openPageDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  { atLeave, upgrade, onLost }: PageDatabaseOptions<Schema>,
): Promise<IDBPDatabase<Schema>> {
  const live = new LiveTransactions(atLeave);
  const opened: { db?: IDBPDatabase<Schema> } = {};
  const lose = (why: DatabaseLoss) => {
    opened.db?.close();
    onLost(why);
  };
  try {
    const db = await openDB<Schema>(name, version, {
      upgrade: (upgraded, stored, _version, tx) => {
        live.watch(unwrap(tx));
        upgrade(upgraded, stored, tx);
      },
      blocking: () => lose('wanted'),
      terminated: () => lose('removed'),
    });
    opened.db = db;
    endWithPage(unwrap(db), live);
    live.onLeave = () => lose('left');
    return db;
  } catch (error) {
    live.end();
    throw error;
  }
}

/**
 * Tracks every transaction through the native database object, because all `idb` methods that begin a transaction use
 * that object.
 */
function endWithPage(db: IDBDatabase, live: LiveTransactions): void {
  const begin = db.transaction.bind(db);
  const close = db.close.bind(db);
  db.transaction = (...given) => live.watch(begin(...given));
  db.close = () => {
    live.end();
    close();
  };
}

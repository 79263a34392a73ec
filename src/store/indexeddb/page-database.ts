// Opens databases so that they end with the page. Browsers may keep a page that was left asleep, to show it again; in
// WebKit its transactions stay open then, and all other tabs wait for them without an end. Every transaction of a database
// that was opened here is known, whoever begins it, and ends when the page is left; biome.json lets nobody open another way.
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames, unwrap } from 'idb';

/** Why a database can be used no more: the page was left, another page needs it otherwise, or the browser has removed it. */
export type DatabaseLoss = 'left' | 'wanted' | 'removed';

export interface PageDatabaseOptions<Schema extends DBSchema> {
  /**
   * What becomes of transactions when the page is left: `abort` where somebody will ask again, `commit` where what was asked
   * for so far must be kept.
   */
  readonly atLeave: 'abort' | 'commit';
  /** As that of `openDB`. */
  readonly upgrade: (
    db: IDBPDatabase<Schema>,
    storedVersion: number,
    tx: IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>,
  ) => void;
  /** Called after the database was closed, by whatever but its user. */
  readonly onLost: (why: DatabaseLoss) => void;
}

/** The transactions of a database that are under way. Service workers and Node leave nothing. */
class LiveTransactions {
  readonly #atLeave: 'abort' | 'commit';
  readonly #live = new Set<IDBTransaction>();
  /** Called when the page is left, after its transactions were ended. */
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
        // It is done already.
      }
    }
    this.#live.clear();
    this.onLeave();
  };

  /** The database is closed. */
  end(): void {
    globalThis.removeEventListener?.('pagehide', this.#leave);
  }
}

/**
 * Opens the database `name`, which is made when it is not there. It is closed when the page is left, and when another page
 * wants to delete or upgrade it.
 * @throws DOMException as `openDB`
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

/** Makes the browser's own object tell of every transaction: the ways of `idb` to begin one all come through it. */
function endWithPage(db: IDBDatabase, live: LiveTransactions): void {
  const begin = db.transaction.bind(db);
  const close = db.close.bind(db);
  db.transaction = (...given) => live.watch(begin(...given));
  db.close = () => {
    live.end();
    close();
  };
}

// The store in IndexedDB, for pages and service workers. Each transaction is an IndexedDB transaction over all object
// stores, so the writers in all tabs take turns.
import { HazeError } from '../../errors/haze-error.ts';
import { createStore, type StoreOptions } from '../contract/engine-store.ts';
import { checkSchema, currentSchema, migrateRow, type Schema } from '../contract/schema.ts';
import { sealPlainRecords } from '../contract/sealed-records.ts';
import type { Store } from '../contract/store.ts';
import { storageEvicted, storeClosed, toStoreError } from '../contract/store-errors.ts';
import type { StoreEngine, TableWriter } from '../contract/tables.ts';
import { transactionOver } from '../contract/transaction-watch.ts';
import { createVault, VAULT_KEY, VAULT_USES } from '../contract/vault.ts';
import {
  ALL_STORES,
  type AnyTransaction,
  chunkRange,
  createObjectStores,
  createReader,
  createVaultStore,
  createWriter,
  type Database,
  type HazeDatabase,
  toIndexed,
} from './indexeddb-tables.ts';
import { openPageDatabase } from './page-database.ts';

/** Age at which content without an entry is assumed to belong to a page that has disappeared. */
const STAGED_FOR_MS = 24 * 3600 * 1000;

async function migrateRecords(
  tx: AnyTransaction<'versionchange'>,
  stored: number,
  schema: Schema,
): Promise<void> {
  checkSchema(stored, schema);
  let cursor = await tx.objectStore('records').openCursor();
  while (cursor) {
    const migrated = migrateRow(cursor.value, stored, schema);
    if (migrated) await cursor.update(toIndexed(migrated));
    else await cursor.delete();
    cursor = await cursor.continue();
  }
}

/** Reason why a database can no longer be used; empty while it can be used. */
interface Ending {
  why?: unknown;
  /** Functions that abort the running transactions. */
  readonly waiting: Set<(why: unknown) => void>;
  readonly onTakenAway?: (() => void) | undefined;
}

async function openDatabase(name: string, schema: Schema, ending: Ending): Promise<Database> {
  try {
    return await openPageDatabase<HazeDatabase>(name, schema.version, {
      // Callers will retry aborted transactions.
      atLeave: 'abort',
      upgrade: (upgraded, stored, tx) => {
        if (stored === 0) return createObjectStores(upgraded);
        createVaultStore(upgraded);
        migrateRecords(tx, stored, schema).catch((error) => {
          ending.why = error;
          tx.done.catch(() => undefined);
          tx.abort();
        });
      },
      onLost: (why) => {
        ending.why = why === 'removed' ? storageEvicted() : storeClosed();
        // If Firefox removes a database, some of its transactions never finish.
        if (why === 'removed') for (const end of ending.waiting) end(ending.why);
        // A suspended page reopens the database on its first call after resuming.
        if (why !== 'left') ending.onTakenAway?.();
      },
    });
  } catch (error) {
    if (ending.why) throw ending.why;
    if ((error as DOMException).name !== 'VersionError') throw toStoreError(error);
    throw new HazeError(
      'store-too-new',
      `The stored data was written by a newer version of Haze; this version supports only formats up to ${schema.version}. Reload the page to get the newer version.`,
      { cause: error },
    );
  }
}

/** Replaces the browser's error for a closed or removed database with the store's error. */
function toDatabaseError(error: unknown, ending: Ending): unknown {
  if (ending.why) return ending.why;
  if (!(error instanceof DOMException)) return error;
  return error.name === 'TransactionInactiveError' ? transactionOver(error) : toStoreError(error);
}

async function sweepStaged(db: Database, nowMs: number): Promise<void> {
  const tx = db.transaction(['staged', 'chunks'], 'readwrite');
  let cursor = await tx.objectStore('staged').openCursor();
  while (cursor) {
    if (nowMs - cursor.value > STAGED_FOR_MS) {
      await tx.objectStore('chunks').delete(chunkRange(cursor.key));
      await cursor.delete();
    }
    cursor = await cursor.continue();
  }
  await tx.done;
}

function createEngine(
  db: Database,
  { ending, now }: { readonly ending: Ending; readonly now: () => number },
): StoreEngine {
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    if (ending.why) throw ending.why;
    let end: (why: unknown) => void = () => undefined;
    const taken = new Promise<never>((_, reject) => {
      end = reject;
    });
    ending.waiting.add(end);
    try {
      return await Promise.race([work(), taken]);
    } catch (error) {
      // A browser that removes a database first aborts its transactions, and reports the reason in a later event.
      if (error instanceof DOMException) await new Promise((resolve) => setTimeout(resolve, 0));
      throw toDatabaseError(error, ending);
    } finally {
      ending.waiting.delete(end);
    }
  };
  const openStaged = () => db.transaction(['staged', 'chunks'], 'readwrite');
  const changeStaged = (change: (tx: ReturnType<typeof openStaged>) => Promise<unknown>[]) =>
    guard(async () => {
      const tx = openStaged();
      await Promise.all([...change(tx), tx.done]);
    });
  return {
    read: (work) =>
      guard(async () => {
        const tx = db.transaction(ALL_STORES, 'readonly');
        // The result is valid no matter how the transaction finishes, and waiting for it costs a round trip through
        // the browser.
        tx.done.catch(() => undefined);
        return work(createReader(tx));
      }),
    write: (work) => guard(() => runTransaction(db.transaction(ALL_STORES, 'readwrite'), work, now)),
    readChunk: (blobId, index) =>
      guard(async () => {
        const tx = db.transaction('chunks', 'readonly');
        tx.done.catch(() => undefined);
        return tx.store.get([blobId, index]);
      }),
    stageChunk: (blobId, index, bytes) =>
      changeStaged((tx) => [
        tx.objectStore('staged').put(now(), blobId),
        tx.objectStore('chunks').put(bytes, [blobId, index]),
      ]),
    dropStaged: (blobId) =>
      changeStaged((tx) => [
        tx.objectStore('staged').delete(blobId),
        tx.objectStore('chunks').delete(chunkRange(blobId)),
      ]),
    close: async () => {
      ending.why = storeClosed();
      db.close();
    },
  };
}

async function runTransaction<T>(
  tx: AnyTransaction<'readwrite'>,
  work: (writer: TableWriter) => Promise<T>,
  now: () => number,
): Promise<T> {
  // Checked only after the work, because the work's own error is more precise than the abort that it causes.
  const outcome = tx.done.then(
    () => undefined,
    (error: unknown) => ({ error: tx.error ?? error }),
  );
  let result: T;
  try {
    result = await work(createWriter(tx, now));
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // The transaction has already finished in the database.
    }
    await outcome;
    throw error;
  }
  const failure = await outcome;
  if (failure) throw failure.error;
  return result;
}

async function loadVaultKey(db: Database): Promise<CryptoKey> {
  const known = await db.get('vault', 'key');
  if (known) return known;
  const made = await crypto.subtle.generateKey(VAULT_KEY, false, VAULT_USES);
  const tx = db.transaction('vault', 'readwrite');
  // Another tab may have stored its key first.
  const key = (await tx.store.get('key')) ?? made;
  if (key === made) await tx.store.put(made, 'key');
  await tx.done;
  return key;
}

/** Opens the store in the IndexedDB database `name`, creating the database if it is missing. */
export async function openIndexedDbStore(name = 'haze', options: StoreOptions = {}): Promise<Store> {
  const { schema = currentSchema, now = Date.now, onTakenAway } = options;
  const ending: Ending = { onTakenAway, waiting: new Set() };
  const db = await openDatabase(name, schema, ending);
  await sweepStaged(db, now());
  const vault = createVault(() => loadVaultKey(db));
  const store = createStore(createEngine(db, { ending, now }), { vault, ...options });
  await sealPlainRecords(store);
  return store;
}

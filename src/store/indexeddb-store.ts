// The store in IndexedDB, for pages and service workers. Transactions are the database's own, over all of its object
// stores, so writers of all tabs take turns. The records' index terms are one multi-entry index.
import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPObjectStore,
  type IDBPTransaction,
  openDB,
  type StoreNames,
} from 'idb';
import { HazeError } from '../errors/haze-error.ts';
import { createStore, type StoreOptions } from './engine-store.ts';
import { indexTerms } from './record-index.ts';
import { checkSchema, currentSchema, migrateRow, type Schema } from './schema.ts';
import type { Store } from './store.ts';
import { storageEvicted, storeClosed, toStoreError } from './store-errors.ts';
import type { BlobRow, OrderRange, RecordRow, StoreEngine, TableReader, TableWriter } from './tables.ts';
import { transactionOver } from './transaction-watch.ts';

/** Content that got no entry for so long was left by a page that went away. */
const STAGED_FOR_MS = 24 * 3600 * 1000;
/** Greater than every text that a key can go on with. */
const AFTER_ALL = '\uffff';

interface IndexedRow extends RecordRow {
  /** Every index term with the row's order behind it. */
  readonly places: readonly string[];
}

interface HazeDatabase extends DBSchema {
  records: { key: [string, string]; value: IndexedRow; indexes: { places: string } };
  blobs: { key: string; value: BlobRow };
  chunks: { key: [string, number]; value: Uint8Array };
  staged: { key: string; value: number };
  counters: { key: string; value: number };
}

type Name = StoreNames<HazeDatabase>;
type Database = IDBPDatabase<HazeDatabase>;
type AnyTransaction<Mode extends IDBTransactionMode> = IDBPTransaction<HazeDatabase, Name[], Mode>;
type Records<Mode extends IDBTransactionMode> = IDBPObjectStore<HazeDatabase, Name[], 'records', Mode>;

const ALL: Name[] = ['records', 'blobs', 'chunks', 'staged', 'counters'];

function toIndexed(row: RecordRow): IndexedRow {
  return { ...row, places: indexTerms(row).map((term) => term + row.order) };
}

function keyRange({ term, after, before }: OrderRange): IDBKeyRange | undefined {
  const [lower, upper] = [term + after, term + before];
  return lower < upper ? IDBKeyRange.bound(lower, upper, true, true) : undefined;
}

function chunkRange(blobId: string): IDBKeyRange {
  return IDBKeyRange.bound([blobId, 0], [blobId, Number.POSITIVE_INFINITY]);
}

async function scanBackwards(
  records: Records<IDBTransactionMode>,
  range: IDBKeyRange,
  limit: number,
): Promise<RecordRow[]> {
  const found: RecordRow[] = [];
  let cursor = await records.index('places').openCursor(range, 'prev');
  while (cursor && found.length < limit) {
    found.push(cursor.value);
    cursor = found.length < limit ? await cursor.continue() : null;
  }
  return found;
}

function createReader(tx: AnyTransaction<IDBTransactionMode>): TableReader {
  const records = tx.objectStore('records');
  const blobs = tx.objectStore('blobs');
  return {
    record: (kind, id) => records.get([kind, id]),
    scan: async (bounds, limit, descending) => {
      const range = keyRange(bounds);
      if (!range) return [];
      return descending ? scanBackwards(records, range, limit) : records.index('places').getAll(range, limit);
    },
    count: async (bounds) => {
      const range = keyRange(bounds);
      return range ? records.index('places').count(range) : 0;
    },
    blob: (key) => blobs.get(key),
    scanBlobs: async (prefix, after, limit) => {
      const upper = prefix + AFTER_ALL;
      if (after >= upper) return [];
      const range =
        after >= prefix
          ? IDBKeyRange.bound(after, upper, true, false)
          : IDBKeyRange.bound(prefix, upper, false, false);
      return blobs.getAll(range, limit);
    },
  };
}

function createWriter(tx: AnyTransaction<'readwrite'>): TableWriter {
  const records = tx.objectStore('records');
  const blobs = tx.objectStore('blobs');
  const chunks = tx.objectStore('chunks');
  const staged = tx.objectStore('staged');
  const counters = tx.objectStore('counters');
  const sequence = async () => (await counters.get('sequence')) ?? 0;
  const deleteBlob: TableWriter['deleteBlob'] = async (row) => {
    await blobs.delete(row.key);
    await chunks.delete(chunkRange(row.blobId));
  };
  return {
    ...createReader(tx),
    nextSequence: async () => {
      const next = (await sequence()) + 1;
      await counters.put(next, 'sequence');
      return next;
    },
    raiseSequence: async (above) => {
      await counters.put(Math.max(await sequence(), above), 'sequence');
    },
    putRecord: async (row) => {
      await records.put(toIndexed(row));
    },
    deleteRecord: (row) => records.delete([row.kind, row.id]),
    putBlob: async (row) => {
      await blobs.put(row);
      await staged.delete(row.blobId);
    },
    deleteBlob,
    putChunk: async (blobId, index, bytes) => {
      await chunks.put(bytes, [blobId, index]);
    },
    clear: async () => {
      await records.clear();
      for (const row of await blobs.getAll()) await deleteBlob(row);
    },
  };
}

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

function createObjectStores(db: Database): void {
  db.createObjectStore('records', { keyPath: ['kind', 'id'] }).createIndex('places', 'places', {
    multiEntry: true,
  });
  db.createObjectStore('blobs', { keyPath: 'key' });
  db.createObjectStore('chunks');
  db.createObjectStore('staged');
  db.createObjectStore('counters');
}

/** Why a database can no longer be used; nothing as long as it can. */
interface Ending {
  why?: unknown;
}

async function openDatabase(name: string, schema: Schema, ending: Ending): Promise<Database> {
  try {
    const db: Database = await openDB<HazeDatabase>(name, schema.version, {
      upgrade: async (upgraded, stored, _version, tx) => {
        if (stored === 0) createObjectStores(upgraded);
        else {
          await migrateRecords(tx, stored, schema).catch((error) => {
            ending.why = error;
            tx.done.catch(() => undefined);
            tx.abort();
          });
        }
      },
      // A newer version of the program wants to migrate: this tab lets go.
      blocking: () => {
        ending.why = storeClosed();
        db.close();
      },
      terminated: () => {
        ending.why = storageEvicted();
      },
    });
    return db;
  } catch (error) {
    if (ending.why) throw ending.why;
    if ((error as DOMException).name !== 'VersionError') throw toStoreError(error);
    throw new HazeError(
      'store-too-new',
      `The stored data were written by a newer program than this one, which knows versions up to ${schema.version}. Reload the page to get the newer one.`,
      { cause: error },
    );
  }
}

/** A database that was closed or removed under us fails in the browser's words; this says it in ours. */
function toDatabaseError(error: unknown, ending: Ending): unknown {
  if (ending.why) return ending.why;
  const { name } = error as DOMException;
  if (name === 'TransactionInactiveError') return transactionOver(error);
  return error instanceof DOMException ? toStoreError(error) : error;
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

function createEngine(db: Database, ending: Ending, now: () => number): StoreEngine {
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    if (ending.why) throw ending.why;
    try {
      return await work();
    } catch (error) {
      throw toDatabaseError(error, ending);
    }
  };
  return {
    read: (work) =>
      guard(async () => {
        const tx = db.transaction(ALL, 'readonly');
        const [result] = await Promise.all([work(createReader(tx)), tx.done]);
        return result;
      }),
    write: (work) => guard(() => runTransaction(db, work)),
    readChunk: (blobId, index) => guard(() => db.get('chunks', [blobId, index])),
    stageChunk: (blobId, index, bytes) =>
      guard(async () => {
        const tx = db.transaction(['staged', 'chunks'], 'readwrite');
        await Promise.all([
          tx.objectStore('staged').put(now(), blobId),
          tx.objectStore('chunks').put(bytes, [blobId, index]),
          tx.done,
        ]);
      }),
    dropStaged: (blobId) =>
      guard(async () => {
        const tx = db.transaction(['staged', 'chunks'], 'readwrite');
        await Promise.all([
          tx.objectStore('staged').delete(blobId),
          tx.objectStore('chunks').delete(chunkRange(blobId)),
          tx.done,
        ]);
      }),
    close: async () => {
      ending.why = storeClosed();
      db.close();
    },
  };
}

async function runTransaction<T>(db: Database, work: (writer: TableWriter) => Promise<T>): Promise<T> {
  const tx = db.transaction(ALL, 'readwrite');
  // Looked at only after the work: its own failure says more than the abort that follows from it.
  const outcome = tx.done.then(
    () => undefined,
    (error: unknown) => ({ error: tx.error ?? error }),
  );
  let result: T;
  try {
    result = await work(createWriter(tx));
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // The database has ended it already.
    }
    await outcome;
    throw error;
  }
  const failure = await outcome;
  if (failure) throw failure.error;
  return result;
}

/** Opens the store in the IndexedDB database `name`, which is made when it is not there. */
export async function openIndexedDbStore(name = 'haze', options: StoreOptions = {}): Promise<Store> {
  const { schema = currentSchema, now = Date.now } = options;
  const ending: Ending = {};
  const db = await openDatabase(name, schema, ending);
  await sweepStaged(db, now());
  return createStore(createEngine(db, ending, now), options);
}

// Records, blob entries and chunks as IndexedDB object stores. A single multi-entry index holds the records' index
// terms: each entry is a term followed by the record's order, so that a range within a term is a range of strings.
import type { DBSchema, IDBPDatabase, IDBPObjectStore, IDBPTransaction, StoreNames } from 'idb';
import { indexTerms, partsOfTerm, rangesOf } from '../contract/record-index.ts';
import { sumBytes } from '../contract/stored-for.ts';
import type { BlobRow, OrderRange, RecordRow, TableReader, TableWriter } from '../contract/tables.ts';

/** Sorts after every continuation of a key. */
const AFTER_ALL = '\uffff';

interface IndexedRow extends RecordRow {
  /** All index terms, each followed by the row's order. */
  readonly places: readonly string[];
}

/** Schema of a database. */
export interface HazeDatabase extends DBSchema {
  records: { key: [string, string]; value: IndexedRow; indexes: { places: string } };
  blobs: { key: string; value: BlobRow };
  chunks: { key: [string, number]; value: Uint8Array };
  staged: { key: string; value: number };
  counters: { key: string; value: number };
  /** The key that seals secrets: an object that no script can read and no export includes. */
  vault: { key: string; value: CryptoKey };
}

type Name = StoreNames<HazeDatabase>;
export type Database = IDBPDatabase<HazeDatabase>;
export type AnyTransaction<Mode extends IDBTransactionMode> = IDBPTransaction<HazeDatabase, Name[], Mode>;
type Records<Mode extends IDBTransactionMode> = IDBPObjectStore<HazeDatabase, Name[], 'records', Mode>;

/** All object stores, because every transaction uses all of them. */
export const ALL_STORES: Name[] = ['records', 'blobs', 'chunks', 'staged', 'counters'];

/** A record with additional fields for the index. */
export function toIndexed(row: RecordRow): IndexedRow {
  return { ...row, places: indexTerms(row).map((term) => term + row.order) };
}

/** Key ranges for all ranges that are not empty. */
function keyRanges(ranges: readonly OrderRange[]): IDBKeyRange[] {
  return ranges.flatMap(({ term, after, before }) => {
    const [lower, upper] = [term + after, term + before];
    return lower < upper ? [IDBKeyRange.bound(lower, upper, true, true)] : [];
  });
}

/** All chunks of a blob. */
export function chunkRange(blobId: string): IDBKeyRange {
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

/** Creates a reader that uses a transaction. */
export function createReader(tx: AnyTransaction<IDBTransactionMode>): TableReader {
  const records = tx.objectStore('records');
  const blobs = tx.objectStore('blobs');
  return {
    record: (kind, id) => records.get([kind, id]),
    scan: async (ranges, limit, descending) => {
      const scans = keyRanges(ranges).map((range) =>
        descending ? scanBackwards(records, range, limit) : records.index('places').getAll(range, limit),
      );
      return (await Promise.all(scans)).flat();
    },
    count: async (ranges) => {
      const counts = keyRanges(ranges).map((range) => records.index('places').count(range));
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    },
    nextOwner: async (kind, statuses, after) => {
      const ofKind = `[${JSON.stringify(kind)},`;
      for (let owner = after; ; ) {
        // Every term of an owner begins with the owner and a comma, which sort before this character.
        const begin = owner === '' ? `${ofKind}"` : `${ofKind}${JSON.stringify(owner)}${AFTER_ALL}`;
        const range = IDBKeyRange.bound(begin, `${ofKind}"${AFTER_ALL}`);
        const cursor = await records.index('places').openKeyCursor(range);
        const next = cursor && partsOfTerm(cursor.key.slice(0, cursor.key.lastIndexOf(']') + 1)).owner;
        if (next === undefined || next === null) return undefined;
        const counts = keyRanges(rangesOf(kind, { owner: next, status: statuses })).map((one) =>
          records.index('places').count(one),
        );
        if ((await Promise.all(counts)).some((count) => count > 0)) return next;
        owner = next;
      }
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
    sizeOf: async (owner) => sumBytes(owner, await blobs.getAll(), await records.getAll()),
  };
}

/** Creates a reader and writer that uses a transaction. */
export function createWriter(tx: AnyTransaction<'readwrite'>, now: () => number): TableWriter {
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
    forgetBlob: async (row) => {
      await blobs.delete(row.key);
      await staged.put(now(), row.blobId);
    },
    putChunk: async (blobId, index, bytes) => {
      await chunks.put(bytes, [blobId, index]);
    },
    clear: async () => {
      await records.clear();
      for (const row of await blobs.getAll()) await deleteBlob(row);
    },
  };
}

/** Creates the object stores in a new database. */
export function createObjectStores(db: Database): void {
  db.createObjectStore('records', { keyPath: ['kind', 'id'] }).createIndex('places', 'places', {
    multiEntry: true,
  });
  db.createObjectStore('blobs', { keyPath: 'key' });
  db.createObjectStore('chunks');
  db.createObjectStore('staged');
  db.createObjectStore('counters');
  createVaultStore(db);
}

/** Creates the object store for the vault's key, which databases of the first version lack. */
export function createVaultStore(db: Database): void {
  if (!db.objectStoreNames.contains('vault')) db.createObjectStore('vault');
}

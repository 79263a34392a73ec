// The store that lasts as long as its process: for tests, for pages without IndexedDB, and for one-off runs.
import { createStore, type StoreOptions } from './engine-store.ts';
import { MemoryTables, type Undo } from './memory-tables.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import type { Store } from './store.ts';
import { storeClosed } from './store-errors.ts';
import type { StoreEngine, TableReader, TableWriter } from './tables.ts';
import { runWithinEvent } from './transaction-watch.ts';

/** Chunks of blobs, by the blob's name and the chunk's number. */
type Chunks = Map<string, Uint8Array[]>;

/** The reading half of a backend over tables in memory. */
export function readMemoryTables(tables: MemoryTables): TableReader {
  return {
    record: async (kind, id) => tables.record(kind, id),
    scan: async (range, limit, descending) => tables.scan(range, limit, descending),
    count: async (range) => tables.count(range),
    blob: async (key) => tables.blob(key),
    scanBlobs: async (prefix, after, limit) => tables.scanBlobs(prefix, after, limit),
  };
}

function putChunk(chunks: Chunks, blobId: string, index: number, bytes: Uint8Array): void {
  const list = chunks.get(blobId) ?? [];
  list[index] = bytes;
  chunks.set(blobId, list);
}

function createWriter(tables: MemoryTables, chunks: Chunks, undos: Undo[], drops: string[]): TableWriter {
  const added = (blobId: string, index: number) => () => {
    chunks.get(blobId)?.splice(index);
    if (index === 0) chunks.delete(blobId);
  };
  const deleteBlob: TableWriter['deleteBlob'] = async (row) => {
    undos.push(tables.deleteBlob(row.key));
    drops.push(row.blobId);
  };
  return {
    ...readMemoryTables(tables),
    nextSequence: async () => {
      tables.sequence += 1;
      return tables.sequence;
    },
    raiseSequence: async (above) => {
      tables.sequence = Math.max(tables.sequence, above);
    },
    putRecord: async (row) => {
      undos.push(tables.putRecord(row));
    },
    deleteRecord: async (row) => {
      undos.push(tables.deleteRecord(row.kind, row.id));
    },
    putBlob: async (row) => {
      undos.push(tables.putBlob(row));
    },
    deleteBlob,
    putChunk: async (blobId, index, bytes) => {
      putChunk(chunks, blobId, index, bytes);
      undos.push(added(blobId, index));
    },
    clear: async () => {
      for (const row of [...tables.allRecords()]) undos.push(tables.deleteRecord(row.kind, row.id));
      for (const row of [...tables.allBlobs()]) await deleteBlob(row);
    },
  };
}

function createMemoryEngine(): StoreEngine {
  const tables = new MemoryTables();
  const chunks: Chunks = new Map();
  const oneAtATime = createOneAtATime();
  let closed = false;
  const enter = () => {
    if (closed) throw storeClosed();
  };
  return {
    read: (work) =>
      oneAtATime(() => {
        enter();
        return work(readMemoryTables(tables));
      }),
    write: (work) =>
      oneAtATime(async () => {
        enter();
        const undos: Undo[] = [];
        const drops: string[] = [];
        try {
          const result = await runWithinEvent(createWriter(tables, chunks, undos, drops), work);
          for (const blobId of drops) chunks.delete(blobId);
          return result;
        } catch (error) {
          for (const undo of undos.reverse()) undo();
          throw error;
        }
      }),
    readChunk: async (blobId, index) => {
      enter();
      return chunks.get(blobId)?.[index]?.slice();
    },
    stageChunk: async (blobId, index, bytes) => {
      enter();
      putChunk(chunks, blobId, index, bytes.slice());
    },
    dropStaged: async (blobId) => {
      chunks.delete(blobId);
    },
    close: async () => {
      closed = true;
    },
  };
}

/** A store in memory. */
export function createMemoryStore(options: StoreOptions = {}): Store {
  return createStore(createMemoryEngine(), options);
}

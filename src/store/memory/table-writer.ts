// Reads and writes in-memory tables within a transaction. Reports the inverse of each change.

import type { BlobRow, TableReader, TableWriter } from '../contract/tables.ts';
import type { MemoryTables, Undo } from './memory-tables.ts';

/** Creates a reader of in-memory tables, for a backend. */
export function readMemoryTables(tables: MemoryTables): TableReader {
  return {
    record: async (kind, id) => tables.record(kind, id),
    scan: async (ranges, limit, descending) =>
      ranges.flatMap((range) => tables.scan(range, limit, descending)),
    count: async (ranges) => ranges.reduce((sum, range) => sum + tables.count(range), 0),
    nextOwner: async (kind, statuses, after) => tables.nextOwner(kind, statuses, after),
    blob: async (key) => tables.blob(key),
    scanBlobs: async (prefix, after, limit) => tables.scanBlobs(prefix, after, limit),
    sizeOf: async (owner) => tables.sizeOf(owner),
  };
}

/** Receives a transaction's changes. */
export interface WriteEffects {
  changed(undo: Undo): void;
  /** Reports content that is no longer needed once the transaction is over. */
  dropped(row: BlobRow): void;
  putChunk(blobId: string, index: number, bytes: Uint8Array): void;
}

/** Creates a reader and writer of in-memory tables, for a backend. */
export function createTableWriter(tables: MemoryTables, effects: WriteEffects): TableWriter {
  const deleteRecord: TableWriter['deleteRecord'] = async ({ kind, id }) => {
    effects.changed(tables.deleteRecord(kind, id));
  };
  const deleteBlob: TableWriter['deleteBlob'] = async (row) => {
    effects.changed(tables.deleteBlob(row.key));
    effects.dropped(row);
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
    putRecord: async (row) => effects.changed(tables.putRecord(row)),
    deleteRecord,
    putBlob: async (row) => effects.changed(tables.putBlob(row)),
    deleteBlob,
    forgetBlob: async ({ key }) => effects.changed(tables.deleteBlob(key)),
    putChunk: async (blobId, index, bytes) => effects.putChunk(blobId, index, bytes),
    clear: async () => {
      for (const row of [...tables.allRecords()]) await deleteRecord(row);
      for (const row of [...tables.allBlobs()]) await deleteBlob(row);
    },
  };
}

// A backup of a folder as a single SQLite file: a snapshot of all records and all content, with every checksum
// verified. The file also contains large content, so it is a complete store: placed in an empty folder under the
// database's name, it works as is. Caches are omitted.
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CACHE_PREFIX } from '../contract/engine-store.ts';
import { sequenceOf } from '../contract/record-index.ts';
import { currentSchema } from '../contract/schema.ts';
import type { ExportedBlob, Store } from '../contract/store.ts';
import { ownerOfBlob, splitBody } from '../contract/stored-for.ts';
import { createDatabase } from './layout.ts';
import { syncFolder } from './private-files.ts';
import { SqliteConnection, toSqliteError } from './sqlite.ts';
import { createSqliteReader, writeChunk, writeEntry, writeRecord } from './tables.ts';

/** Numbers of records and blobs in a backup. */
export interface BackupCounts {
  readonly records: number;
  readonly blobs: number;
}

/**
 * Writes everything in a store to a new SQLite file. An existing file stays until the new file is complete.
 * @throws HazeError `storage-damaged` if stored data has changed; the system's error if the file cannot be written
 */
export async function backUp(store: Store, path: string): Promise<BackupCounts> {
  const passing = `${path}.${randomUUID().slice(0, 8)}.part`;
  try {
    await createDatabase(passing, currentSchema);
    const counts = await fill(store, passing);
    const file = await open(passing, 'r+');
    await file.sync().finally(() => file.close());
    await rename(passing, path);
    await syncFolder(dirname(path));
    return counts;
  } catch (error) {
    await rm(passing, { force: true }).catch(() => undefined);
    // The system's error names the temporary file, but users know only the path that they specified.
    const isOfSystem = (error as NodeJS.ErrnoException).syscall !== undefined;
    throw isOfSystem ? Object.assign(error as Error, { path }) : toSqliteError(error, path);
  }
}

async function fill(store: Store, path: string): Promise<BackupCounts> {
  const connection = new SqliteConnection(path);
  const contents = store.readAll();
  let [records, blobs, sequence] = [0, 0, 0];
  try {
    // An interrupted backup is removed, and a complete one is synced at the end.
    connection.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
    for await (const { body, ...record } of contents.records()) {
      writeRecord(connection, { ...record, ...splitBody(record.kind, body) });
      sequence = Math.max(sequence, sequenceOf(record.order));
      records += 1;
    }
    for await (const blob of contents.blobs()) {
      if (blob.info.key.startsWith(CACHE_PREFIX)) continue;
      await addBlob(connection, blob);
      blobs += 1;
    }
    connection.all("UPDATE meta SET value = ?1 WHERE name = 'sequence'", [sequence]);
    connection.exec('COMMIT');
    return { records, blobs };
  } finally {
    await contents.end?.();
    connection.close();
  }
}

async function addBlob(connection: SqliteConnection, { info, chunks }: ExportedBlob): Promise<void> {
  const blobId = randomUUID().replaceAll('-', '');
  let chunkCount = 0;
  for await (const bytes of chunks()) {
    writeChunk(connection, { blobId, index: chunkCount }, bytes, { nowMs: 0, mostInlineBytes: bytes.length });
    chunkCount += 1;
  }
  const { key, sizeBytes, createdAt, updatedAt } = info;
  const owner = await ownerOfBlob(createSqliteReader(connection), key);
  writeEntry(connection, { key, blobId, sizeBytes, chunkCount, createdAt, updatedAt, owner });
}

// The store in a folder, for Node: tables in memory, in step with a journal on disk. A transaction is over when
// it is on the disk; those that end while the disk is busy share the next write. Killed at any moment, the folder
// opens with every transaction that was over and no part of any other. Browser code never imports this file.
import { mkdir } from 'node:fs/promises';
import { createStore, type StoreOptions } from './engine-store.ts';
import { type ChunkFile, FolderChunks } from './folder-chunks.ts';
import { FolderJournal } from './folder-journal.ts';
import { lockFolder } from './folder-lock.ts';
import { type JournalEntry, type JournalHeader, makeEntriesFrame } from './journal-frames.ts';
import { readMemoryTables } from './memory-store.ts';
import { MemoryTables, type Undo } from './memory-tables.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import { checkSchema, currentSchema, migrateRow, type Schema } from './schema.ts';
import type { Store } from './store.ts';
import { storageEvicted, storeClosed, toStoreError } from './store-errors.ts';
import type { BlobRow, StoreEngine, TableWriter } from './tables.ts';
import { runWithinEvent } from './transaction-watch.ts';

const SNAPSHOT_FRAME_ENTRIES = 500;

/** What one transaction did, between its end and its arrival on the disk. */
class PendingCommit {
  readonly entries: JournalEntry[] = [];
  readonly undos: Undo[] = [];
  readonly chunks: ChunkFile[] = [];
  readonly dropped: BlobRow[] = [];
  readonly stored: Promise<void>;
  resolve!: () => void;
  reject!: (error: unknown) => void;

  constructor() {
    this.stored = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}

function createWriter(tables: MemoryTables, commit: PendingCommit): TableWriter {
  const { entries, undos } = commit;
  const deleteBlob: TableWriter['deleteBlob'] = async (row) => {
    undos.push(tables.deleteBlob(row.key));
    entries.push({ what: 'delete-blob', key: row.key });
    commit.dropped.push(row);
  };
  const deleteRecord: TableWriter['deleteRecord'] = async ({ kind, id }) => {
    undos.push(tables.deleteRecord(kind, id));
    entries.push({ what: 'delete-record', kind, id });
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
      entries.push({ what: 'put-record', row });
    },
    deleteRecord,
    putBlob: async (row) => {
      undos.push(tables.putBlob(row));
      entries.push({ what: 'put-blob', row });
    },
    deleteBlob,
    putChunk: async (blobId, index, bytes) => {
      commit.chunks.push({ blobId, index, bytes });
    },
    clear: async () => {
      for (const row of [...tables.allRecords()]) await deleteRecord(row);
      for (const row of [...tables.allBlobs()]) await deleteBlob(row);
    },
  };
}

/** Everything in the tables, as frames of a new journal. */
function* snapshotFrames(tables: MemoryTables): Generator<Buffer> {
  yield makeEntriesFrame([{ what: 'sequence', sequence: tables.sequence }]);
  let entries: JournalEntry[] = [];
  const rows = function* (): Generator<JournalEntry> {
    for (const row of tables.allRecords()) yield { what: 'put-record', row };
    for (const row of tables.allBlobs()) yield { what: 'put-blob', row };
  };
  for (const entry of rows()) {
    entries.push(entry);
    if (entries.length < SNAPSHOT_FRAME_ENTRIES) continue;
    yield makeEntriesFrame(entries);
    entries = [];
  }
  if (entries.length > 0) yield makeEntriesFrame(entries);
}

function applyEntry(tables: MemoryTables, entry: JournalEntry): void {
  switch (entry.what) {
    case 'put-record':
      tables.putRecord(entry.row);
      break;
    case 'delete-record':
      tables.deleteRecord(entry.kind, entry.id);
      break;
    case 'put-blob':
      tables.putBlob(entry.row);
      break;
    case 'delete-blob':
      tables.deleteBlob(entry.key);
      break;
    case 'sequence':
      tables.sequence = Math.max(tables.sequence, entry.sequence);
      break;
  }
}

function headerOf(schema: Schema): JournalHeader {
  return { format: 'haze-store', schema: schema.version };
}

/** Reads the folder into tables, migrated to the program's version. */
async function loadJournal(
  folder: string,
  schema: Schema,
): Promise<{ journal: FolderJournal; tables: MemoryTables }> {
  const tables = new MemoryTables();
  const opened = await FolderJournal.open(folder);
  if (!opened) return { journal: await FolderJournal.create(folder, headerOf(schema)), tables };
  const { journal, contents } = opened;
  try {
    const stored = contents.header.schema;
    checkSchema(stored, schema);
    for (const entry of contents.entries) applyEntry(tables, entry);
    if (stored === schema.version) return { journal, tables };
    for (const row of [...tables.allRecords()]) {
      const migrated = migrateRow(row, stored, schema);
      tables.deleteRecord(row.kind, row.id);
      if (migrated) tables.putRecord(migrated);
    }
    await journal.rewrite(headerOf(schema), snapshotFrames(tables));
    return { journal, tables };
  } catch (error) {
    await journal.close();
    throw error;
  }
}

function toFolderError(error: unknown): unknown {
  return (error as NodeJS.ErrnoException).code === 'ENOENT' ? storageEvicted(error) : toStoreError(error);
}

class FolderEngine implements StoreEngine {
  readonly #tables: MemoryTables;
  readonly #journal: FolderJournal;
  readonly #chunks: FolderChunks;
  readonly #header: JournalHeader;
  readonly #letGo: () => Promise<void>;
  readonly #oneAtATime = createOneAtATime();
  /** Chunks of transactions that are over but not yet on the disk, so that they can be read already. */
  readonly #unwritten = new Map<string, Uint8Array>();
  #queue: PendingCommit[] = [];
  #flushing: Promise<void> | undefined;
  #closed = false;

  constructor(parts: {
    tables: MemoryTables;
    journal: FolderJournal;
    chunks: FolderChunks;
    header: JournalHeader;
    letGo: () => Promise<void>;
  }) {
    this.#tables = parts.tables;
    this.#journal = parts.journal;
    this.#chunks = parts.chunks;
    this.#header = parts.header;
    this.#letGo = parts.letGo;
  }

  #enter(): void {
    if (this.#closed) throw storeClosed();
  }

  read: StoreEngine['read'] = (work) =>
    this.#oneAtATime(() => {
      this.#enter();
      return work(readMemoryTables(this.#tables));
    });

  write: StoreEngine['write'] = async (work) => {
    const { result, commit } = await this.#oneAtATime(async () => {
      this.#enter();
      const commit = new PendingCommit();
      try {
        const result = await runWithinEvent(createWriter(this.#tables, commit), work);
        if (commit.entries.length > 0) this.#enqueue(commit);
        return { result, commit };
      } catch (error) {
        for (const undo of commit.undos.reverse()) undo();
        throw error;
      }
    });
    if (commit.entries.length > 0) await commit.stored;
    return result;
  };

  #enqueue(commit: PendingCommit): void {
    for (const { blobId, index, bytes } of commit.chunks) this.#unwritten.set(`${blobId}-${index}`, bytes);
    this.#queue.push(commit);
    this.#flushing ??= this.#flush();
  }

  async #flush(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#commitBatch();
      if (this.#journal.isOutgrown) await this.#oneAtATime(() => this.#rewriteJournal());
    }
    this.#flushing = undefined;
  }

  async #commitBatch(): Promise<void> {
    const batch = this.#queue;
    this.#queue = [];
    try {
      await this.#chunks.write(batch.flatMap((commit) => commit.chunks));
      await this.#journal.append(makeEntriesFrame(batch.flatMap((commit) => commit.entries)));
    } catch (error) {
      await this.#takeBack(batch, toFolderError(error));
      return;
    }
    for (const commit of batch) {
      for (const { blobId, index } of commit.chunks) this.#unwritten.delete(`${blobId}-${index}`);
      commit.resolve();
    }
    for (const row of batch.flatMap((commit) => commit.dropped)) {
      await this.#chunks.remove(row.blobId, row.chunkCount);
    }
  }

  /** Undoes what could not be stored, with all that was built on it meanwhile, newest first. */
  #takeBack(batch: PendingCommit[], error: unknown): Promise<void> {
    return this.#oneAtATime(async () => {
      const commits = [...batch, ...this.#queue];
      this.#queue = [];
      for (const commit of commits.reverse()) {
        for (const undo of commit.undos.reverse()) undo();
        for (const { blobId, index } of commit.chunks) this.#unwritten.delete(`${blobId}-${index}`);
        commit.reject(error);
      }
    });
  }

  /** Runs while no transaction does, and after all that are over are on the disk. */
  async #rewriteJournal(): Promise<void> {
    if (this.#queue.length > 0) return;
    // A full disk is no reason to fail here: the journal that is there goes on, and the next write says it.
    await this.#journal.rewrite(this.#header, snapshotFrames(this.#tables)).catch(() => undefined);
  }

  async readChunk(blobId: string, index: number): Promise<Uint8Array | undefined> {
    this.#enter();
    const unwritten = this.#unwritten.get(`${blobId}-${index}`);
    if (unwritten) return unwritten.slice();
    return this.#chunks.read(blobId, index).catch((error) => {
      throw toFolderError(error);
    });
  }

  async stageChunk(blobId: string, index: number, bytes: Uint8Array): Promise<void> {
    this.#enter();
    await this.#chunks.write([{ blobId, index, bytes }]).catch((error) => {
      throw toFolderError(error);
    });
  }

  async dropStaged(blobId: string, chunkCount: number): Promise<void> {
    await this.#chunks.remove(blobId, chunkCount);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    await this.#oneAtATime(async () => {
      this.#closed = true;
    });
    await this.#flushing;
    await this.#journal.close();
    await this.#letGo();
  }
}

/**
 * Opens the store in a folder, which is made when it is not there. `folder-locked` when another live process has it;
 * `storage-damaged` when its files are not what this program writes.
 */
export async function openFolderStore(folder: string, options: StoreOptions = {}): Promise<Store> {
  const { schema = currentSchema } = options;
  await mkdir(folder, { recursive: true });
  const lock = await lockFolder(folder);
  try {
    const { journal, tables } = await loadJournal(folder, schema);
    const chunks = new FolderChunks(folder);
    await chunks.sweep(tables.allBlobs());
    const header = headerOf(schema);
    const engine = new FolderEngine({ tables, journal, chunks, header, letGo: lock.release });
    return createStore(engine, options);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

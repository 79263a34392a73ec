// Backend in a folder: tables in memory, in step with a journal on disk. A transaction is over when it is on the disk;
// transactions that end while the disk is busy share the next write. A failed write is undone in memory, with all later
// changes. Only a transaction that fails alone is rejected; the rest is repeated. No caller sees data that are not on
// the disk: a result waits for the writes that it may have seen.

import { createOneAtATime } from '../contract/one-at-a-time.ts';
import { isFull, storageEvicted, storeClosed, toStoreError } from '../contract/store-errors.ts';
import type { BlobRow, StoreEngine, TableChange, TableWriter } from '../contract/tables.ts';
import { runWithinEvent } from '../contract/transaction-watch.ts';
import type { MemoryTables, Undo } from '../memory/memory-tables.ts';
import { createTableWriter, readMemoryTables, type WriteEffects } from '../memory/table-writer.ts';
import type { ChunkFile, FolderChunks } from './chunks.ts';
import type { FolderJournal } from './journal.ts';
import { type JournalEntry, type JournalHeader, makeEntriesFrame } from './journal-frames.ts';
import type { FolderReserve } from './reserve.ts';

const SNAPSHOT_FRAME_ENTRIES = 500;

/** Result of a transaction that is over in memory: stored, or to be repeated, alone if others spoiled it. */
type Arrival = 'stored' | 'again' | 'alone';

/** Changes of one transaction, between its end and its arrival on the disk. */
class PendingCommit implements WriteEffects {
  readonly entries: JournalEntry[] = [];
  readonly undos: Undo[] = [];
  readonly chunks: ChunkFile[] = [];
  readonly outdated: BlobRow[] = [];
  changesStatus = false;
  readonly arrival: Promise<Arrival>;
  /** True when it shares its write with no other. */
  readonly isAlone: boolean;
  resolve!: (arrival: Arrival) => void;
  reject!: (error: unknown) => void;

  constructor(isAlone: boolean) {
    this.isAlone = isAlone;
    this.arrival = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  changed(change: TableChange, undo: Undo): void {
    this.entries.push(change);
    this.undos.push(undo);
  }

  statusChanged(): void {
    this.changesStatus = true;
  }

  dropped(row: BlobRow): void {
    this.outdated.push(row);
  }

  putChunk(blobId: string, index: number, bytes: Uint8Array): void {
    this.chunks.push({ blobId, index, bytes });
  }
}

/** Everything in the tables, as frames of a new journal. */
export function* snapshotFrames(tables: MemoryTables): Generator<Buffer> {
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

function toFolderError(error: unknown): unknown {
  return (error as NodeJS.ErrnoException).code === 'ENOENT' ? storageEvicted(error) : toStoreError(error);
}

/** Result of work on the tables. */
interface Look<Result> {
  /** Returns the result, or throws the error. */
  readonly outcome: () => Result;
  readonly hasFailed: boolean;
  /** Undefined when everything that the work saw is on the disk. */
  readonly seen: PendingCommit | undefined;
}

/** Tests whether a write reached the disk, with all before it: undoing a write undoes all later writes, too. */
async function isStored(commit: PendingCommit | undefined): Promise<boolean> {
  if (!commit) return true;
  return commit.arrival.then(
    (arrival) => arrival === 'stored',
    () => false,
  );
}

/** The backend. */
export class FolderEngine implements StoreEngine {
  readonly #tables: MemoryTables;
  readonly #journal: FolderJournal;
  readonly #chunks: FolderChunks;
  readonly #header: JournalHeader;
  readonly #letGo: () => Promise<void>;
  readonly #reserve: FolderReserve;
  readonly #statusReserve: FolderReserve;
  readonly #rewriteFromBytes: number;
  readonly #oneAtATime = createOneAtATime();
  /** Chunks of transactions that are over but not yet on the disk, so that callers can already read them. */
  readonly #unwritten = new Map<string, Uint8Array>();
  #queue: PendingCommit[] = [];
  /** The last transaction that is over in memory and not yet on the disk. */
  #newest: PendingCommit | undefined;
  #flushing: Promise<void> | undefined;
  #closed = false;

  constructor(parts: {
    tables: MemoryTables;
    journal: FolderJournal;
    chunks: FolderChunks;
    header: JournalHeader;
    reserve: FolderReserve;
    statusReserve: FolderReserve;
    /** Size of the smallest journal that is worth rewriting. */
    rewriteFromBytes: number;
    letGo: () => Promise<void>;
  }) {
    this.#tables = parts.tables;
    this.#journal = parts.journal;
    this.#chunks = parts.chunks;
    this.#header = parts.header;
    this.#reserve = parts.reserve;
    this.#statusReserve = parts.statusReserve;
    this.#rewriteFromBytes = parts.rewriteFromBytes;
    this.#letGo = parts.letGo;
  }

  #enter(): void {
    if (this.#closed) throw storeClosed();
  }

  read: StoreEngine['read'] = async (work) => {
    for (;;) {
      const { outcome, seen } = await this.#oneAtATime(() => {
        this.#enter();
        return this.#look(() => work(readMemoryTables(this.#tables)));
      });
      if (await isStored(seen)) return outcome();
    }
  };

  write: StoreEngine['write'] = async (work) => {
    for (let isAlone = false; ; ) {
      const { outcome, seen, commit } = await this.#oneAtATime(() => this.#attempt(work, isAlone));
      if (!commit) {
        if (await isStored(seen)) return outcome();
        continue;
      }
      const arrival = await commit.arrival;
      if (arrival === 'stored') return outcome();
      isAlone ||= arrival === 'alone';
    }
  };

  async #attempt<Result>(
    work: (writer: TableWriter) => Promise<Result>,
    isAlone: boolean,
  ): Promise<Look<Result> & { readonly commit: PendingCommit | undefined }> {
    this.#enter();
    const commit = new PendingCommit(isAlone);
    const look = await this.#look(() => runWithinEvent(createTableWriter(this.#tables, commit), work));
    if (look.hasFailed) for (const undo of commit.undos.reverse()) undo();
    const changes = !look.hasFailed && commit.entries.length > 0;
    if (changes) this.#enqueue(commit);
    return { ...look, commit: changes ? commit : undefined };
  }

  /** Result of some work, even an error, and the newest write that it may have seen. */
  async #look<Result>(work: () => Promise<Result>): Promise<Look<Result>> {
    const seen = this.#newest;
    try {
      const result = await work();
      return { outcome: () => result, hasFailed: false, seen };
    } catch (error) {
      const fail = () => {
        throw error;
      };
      return { outcome: fail, hasFailed: true, seen };
    }
  }

  #enqueue(commit: PendingCommit): void {
    for (const { blobId, index, bytes } of commit.chunks) this.#unwritten.set(`${blobId}-${index}`, bytes);
    this.#queue.push(commit);
    this.#newest = commit;
    const forget = () => {
      if (this.#newest === commit) this.#newest = undefined;
    };
    void commit.arrival.then(forget, forget);
    this.#flushing ??= this.#flush();
  }

  async #flush(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#commitBatch();
      if (this.#journal.isOutgrown(this.#rewriteFromBytes))
        await this.#oneAtATime(() => this.#rewriteJournal());
    }
    this.#flushing = undefined;
  }

  /** Takes all waiting transactions, up to the first that goes alone. */
  #takeBatch(): PendingCommit[] {
    const alone = this.#queue.findIndex((commit) => commit.isAlone);
    return this.#queue.splice(0, alone < 0 ? this.#queue.length : Math.max(alone, 1));
  }

  async #commitBatch(): Promise<void> {
    const batch = this.#takeBatch();
    try {
      await this.#writeBatch(batch);
    } catch (error) {
      await this.#takeBack(batch, toFolderError(error));
      return;
    }
    // Runs before callers get their results: a caller that has deleted to free space relies on it.
    for (const row of batch.flatMap((commit) => commit.outdated)) {
      await this.#chunks.remove(row.blobId, row.chunkCount);
    }
    for (const commit of batch) {
      for (const { blobId, index } of commit.chunks) this.#unwritten.delete(`${blobId}-${index}`);
      commit.resolve('stored');
    }
    await this.#reserve.take();
    await this.#statusReserve.take();
  }

  async #writeBatch(batch: readonly PendingCommit[]): Promise<void> {
    await this.#chunks.write(batch.flatMap((commit) => commit.chunks));
    const frame = makeEntriesFrame(batch.flatMap((commit) => commit.entries));
    try {
      await this.#journal.append(frame);
    } catch (error) {
      if (!isFull(error) || !(await this.#giveUpReserve(batch))) throw error;
      await this.#journal.append(frame);
    }
  }

  /** Frees the reserve for commits of this kind; false when there was none. */
  async #giveUpReserve(batch: readonly PendingCommit[]): Promise<boolean> {
    const freesRoom = batch.some((commit) => commit.entries.some(({ what }) => what.startsWith('delete')));
    if (freesRoom && (await this.#reserve.giveUp())) return true;
    const isForStatus = freesRoom || batch.some((commit) => commit.changesStatus);
    return isForStatus && this.#statusReserve.giveUp();
  }

  /**
   * Undoes a failed write with all later changes, newest first. When several transactions shared the write, each is
   * repeated alone, since any of them may have lacked room. A transaction that frees space does not fail with others.
   */
  #takeBack(batch: PendingCommit[], error: unknown): Promise<void> {
    return this.#oneAtATime(async () => {
      // On a full disk, half-written chunks that do not fit would take the room of commits that do.
      await this.#chunks.discard(batch.flatMap((commit) => commit.chunks));
      const later = this.#queue;
      this.#queue = [];
      for (const commit of [...batch, ...later].reverse()) {
        for (const undo of commit.undos.reverse()) undo();
        for (const { blobId, index } of commit.chunks) this.#unwritten.delete(`${blobId}-${index}`);
      }
      const [first] = batch;
      if (batch.length === 1) first?.reject(error);
      else for (const commit of batch) commit.resolve('alone');
      for (const commit of later) commit.resolve('again');
    });
  }

  /** Runs while no transaction does, and after all finished ones are on the disk. */
  async #rewriteJournal(): Promise<void> {
    if (this.#queue.length > 0) return;
    // A full disk is no reason to fail here: the old journal stays in use, and the next write reports the error.
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

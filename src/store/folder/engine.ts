// Backend in a folder: SQLite in WAL mode, with large chunks in files. Pending transactions share a commit, but each
// can be rolled back individually. If a commit fails, its transactions are retried one by one, so that only those that
// fail by themselves are rejected. Other processes record their commits in a table, which the engine reads and reports.

import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CACHE_PREFIX } from '../contract/engine-store.ts';
import type { Change } from '../contract/store.ts';
import { storageEvicted, storeClosed } from '../contract/store-errors.ts';
import type { FrozenTables, StoreEngine, TableWriter } from '../contract/tables.ts';
import { runWithinEvent } from '../contract/transaction-watch.ts';
import { CommitNote, countCommit } from './commit-note.ts';
import type { ContentFiles } from './content.ts';
import type { Presence } from './presence.ts';
import type { FolderReserve } from './reserve.ts';
import { isBusy, isFullSqlite, SqliteConnection, storageDamaged, toSqliteError } from './sqlite.ts';
import {
  beginReading,
  createSqliteReader,
  createSqliteWriter,
  dropStaged,
  Effects,
  endReading,
  MOST_INLINE_BYTES,
  readStoredChunk,
  sweepContent,
  writeChunk,
} from './tables.ts';

const PATIENCE_MS = 10_000;
const LOOK_MS = 50;
const KEPT_NEWS = 50_000;
const SWEEP_EVERY_MS = 60_000;
const SETTINGS = `PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -8000; PRAGMA journal_size_limit = 16777216; PRAGMA wal_autocheckpoint = 100; PRAGMA busy_timeout = `;
/** Maximum time that a read waits while another process opens or closes the file. */
const READ_PATIENCE_MS = 2000;

interface Waiting {
  /** A transaction, or work on the connection itself. */
  readonly work: (writer: TableWriter, effects: Effects) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** True if the transaction must be committed alone. */
  isAlone: boolean;
}

/** The engine's components. */
export interface FolderParts {
  readonly path: string;
  readonly files: ContentFiles;
  readonly presence: Presence;
  readonly reserve: FolderReserve;
  readonly statusReserve: FolderReserve;
}

/** Opens a connection with the store's settings. @throws HazeError */
export function connect(path: string, patienceMs = READ_PATIENCE_MS): SqliteConnection {
  // Rejects an empty file: SQLite would create an empty database in it.
  if (statSync(path).size === 0) throw storageDamaged(`The database ${path} is an empty file.`);
  const connection = new SqliteConnection(path);
  try {
    connection.exec(
      `PRAGMA busy_timeout = ${READ_PATIENCE_MS}; PRAGMA journal_mode = WAL; ${SETTINGS}${patienceMs}`,
    );
    return connection;
  } catch (error) {
    connection.close();
    throw toSqliteError(error, path);
  }
}

/** The backend. */
export class FolderEngine implements StoreEngine {
  readonly #parts: FolderParts;
  readonly #inode: number;
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #note: CommitNote;
  readonly #self = crypto.randomUUID();
  readonly #listeners = new Set<(changes: readonly Change[]) => void>();
  readonly #timers: ReturnType<typeof setInterval>[];
  #queue: Waiting[] = [];
  #flushing: Promise<void> | undefined;
  #newsNumber: number;
  #dataVersion: unknown;
  #closed = false;

  constructor(parts: FolderParts) {
    this.#parts = parts;
    this.#inode = statSync(parts.path).ino;
    this.#writer = connect(parts.path, 0);
    this.#reader = connect(parts.path);
    this.#note = new CommitNote(dirname(parts.path));
    this.#newsNumber = Number(this.#reader.all('SELECT max(number) AS last FROM news')[0]?.last ?? 0);
    this.#timers = [
      setInterval(() => this.#look(), LOOK_MS).unref(),
      setInterval(() => void this.sweep().catch(() => undefined), SWEEP_EVERY_MS).unref(),
    ];
  }

  #enter(): void {
    if (this.#closed) throw storeClosed();
  }

  read: StoreEngine['read'] = async (work) => {
    this.#enter();
    return work(createSqliteReader(this.#reader));
  };

  write: StoreEngine['write'] = async <T>(work: (writer: TableWriter) => Promise<T>) =>
    this.#wait((writer) => runWithinEvent(writer, work)) as Promise<T>;

  /** Other transactions wait until this transaction is over, each for at most ten seconds. */
  writeLong: NonNullable<StoreEngine['writeLong']> = async <T>(work: (writer: TableWriter) => Promise<T>) =>
    this.#wait(work, true) as Promise<T>;

  #wait(work: Waiting['work'], isAlone = false): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#enter();
      this.#queue.push({ work, resolve, reject, isAlone });
      this.#flushing ??= this.#flush();
    });
  }

  async #flush(): Promise<void> {
    while (this.#queue.length > 0) {
      // Collects the pending transactions of all requests.
      await new Promise(setImmediate);
      const alone = this.#queue.findIndex(({ isAlone }) => isAlone);
      const batch = this.#queue.splice(0, alone < 0 ? this.#queue.length : Math.max(alone, 1));
      await this.#commit(batch).catch((error) => this.#giveUp(batch, error));
    }
    this.#flushing = undefined;
  }

  /** Retries several transactions one by one if any of them may have run out of space; otherwise rejects them. */
  #giveUp(batch: readonly Waiting[], error: unknown): void {
    if (batch.length > 1 && isFullSqlite(toSqliteError(error, this.#parts.path))) {
      this.#queue.unshift(...batch.map((one) => ({ ...one, isAlone: true })));
    } else for (const { reject } of batch) reject(this.#toError(error));
  }

  #toError(error: unknown): unknown {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? storageEvicted(error)
      : toSqliteError(error, this.#parts.path);
  }

  /** Runs the engine's own work in a transaction. */
  async #run<T>(work: (effects: Effects) => T): Promise<T> {
    const run: Waiting['work'] = async (_, effects) => {
      try {
        return work(effects);
      } catch (error) {
        throw toSqliteError(error, this.#parts.path);
      }
    };
    return this.#wait(run) as Promise<T>;
  }

  async #commit(batch: readonly Waiting[], isSqueezed = false): Promise<void> {
    const effects = new Effects();
    let settle: (() => void)[];
    try {
      this.#checkPlace();
      await this.#begin();
      const changesBefore = this.#countChanges();
      settle = await this.#runAll(batch, effects);
      await this.#parts.files.write(effects.files);
      this.#writeNews(effects);
      // A transaction that has only read needs no space, even on a full disk.
      const commit = this.#countChanges() > changesBefore ? countCommit(this.#writer) : undefined;
      this.#writer.exec('COMMIT');
      this.#note.write(commit);
      this.#checkPlace();
    } catch (error) {
      if (this.#writer.inTransaction) this.#writer.exec('ROLLBACK');
      // Removes the batch's files: on a full disk, they would take up space that smaller commits could use.
      await this.#parts.files.remove(effects.files);
      const isFull = isFullSqlite(toSqliteError(error, this.#parts.path));
      if (isFull && batch.length === 1 && !isSqueezed && (await this.#giveUpReserve(effects))) {
        return this.#commit(batch, true);
      }
      throw error;
    }
    // Runs before callers get their results, because a caller that deletes data to free space relies on it.
    await this.#parts.files.remove(effects.outdated);
    if (isSqueezed) this.#truncateLog();
    await this.#parts.reserve.take();
    await this.#parts.statusReserve.take();
    for (const one of settle) one();
    if (effects.sweeps) void this.sweep().catch(() => undefined);
  }

  /** Number of rows that this connection has changed since it was opened. */
  #countChanges(): number {
    return Number(this.#writer.all('SELECT total_changes() AS changes')[0]?.changes);
  }

  /** Acquires the database lock, which other processes hold for milliseconds. */
  async #begin(): Promise<void> {
    const untilMs = performance.now() + PATIENCE_MS;
    for (let tries = 1; ; tries += 1) {
      try {
        this.#writer.exec('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > untilMs) throw error;
        await pause(Math.random() * Math.min(20, 2 + tries));
      }
    }
  }

  async #runAll(batch: readonly Waiting[], effects: Effects): Promise<(() => void)[]> {
    const settle: (() => void)[] = [];
    for (const { work, resolve, reject } of batch) {
      const own = new Effects();
      this.#writer.exec('SAVEPOINT own');
      try {
        const result = await work(createSqliteWriter(this.#writer, own, Date.now), own);
        if (own.failure) throw own.failure.error;
        settle.push(() => resolve(result));
      } catch (error) {
        effects.freesRoom ||= own.freesRoom;
        effects.changesStatus ||= own.changesStatus;
        // If SQLite ran out of space, it has rolled back the whole transaction.
        if (!this.#writer.inTransaction || isFullSqlite(error)) throw error;
        this.#writer.exec('ROLLBACK TO own; RELEASE own');
        settle.push(() => reject(error));
        continue;
      }
      this.#writer.exec('RELEASE own');
      for (const name of ['files', 'outdated', 'news'] as const)
        effects[name].push(...(own[name] as never[]));
      effects.freesRoom ||= own.freesRoom;
      effects.changesStatus ||= own.changesStatus;
      effects.sweeps ||= own.sweeps;
    }
    return settle;
  }

  /** Frees the reserve for commits of this kind; returns false if there was no reserve. */
  async #giveUpReserve({ freesRoom, changesStatus }: Effects): Promise<boolean> {
    const { reserve, statusReserve } = this.#parts;
    if (freesRoom && (await reserve.giveUp())) return true;
    return (freesRoom || changesStatus) && statusReserve.giveUp();
  }

  /** Returns the log's space to the disk, unless another process is reading the log. */
  #truncateLog(): void {
    try {
      this.#writer.all('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // The next checkpoint will write the remaining frames.
    }
  }

  #checkPlace(): void {
    const found = statSync(this.#parts.path, { throwIfNoEntry: false });
    if (found?.ino !== this.#inode) throw storageEvicted();
  }

  #writeNews({ news }: Effects): void {
    if (news.length === 0) return;
    const text = JSON.stringify(news);
    const [row] = this.#writer.all('INSERT INTO news (sender, changes) VALUES (?1, ?2) RETURNING number', [
      this.#self,
      text,
    ]);
    const number = Number(row?.number);
    if (number % 1000 === 0) this.#writer.all('DELETE FROM news WHERE number < ?1', [number - KEPT_NEWS]);
  }

  listen: NonNullable<StoreEngine['listen']> = (listener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reports commits by other processes. */
  #look(): void {
    try {
      const [version] = this.#reader.all('PRAGMA data_version');
      if (version?.data_version === this.#dataVersion) return;
      const rows = this.#reader.all(
        'SELECT number, sender, changes FROM news WHERE number > ?1 ORDER BY number',
        [this.#newsNumber],
      );
      this.#dataVersion = version?.data_version;
      const changes = rows.flatMap(({ sender, changes }) =>
        sender === this.#self ? [] : (JSON.parse(String(changes)) as Change[]),
      );
      const isMissing = rows[0] !== undefined && Number(rows[0].number) > this.#newsNumber + 1;
      this.#newsNumber = Number(rows.at(-1)?.number ?? this.#newsNumber);
      if (isMissing) changes.push({ what: 'everything' });
      if (changes.length > 0) for (const listener of [...this.#listeners]) listener(changes);
    } catch {
      // The next poll, or the next call by a user, will report the error.
    }
  }

  readChunk: StoreEngine['readChunk'] = async (blobId, index) => {
    this.#enter();
    return readStoredChunk(this.#reader, this.#parts.files, { blobId, index });
  };

  async stageChunk(blobId: string, index: number, bytes: Uint8Array): Promise<void> {
    const copy = bytes.slice();
    await this.#run((effects) => {
      writeChunk(this.#writer, { blobId, index }, copy, { nowMs: Date.now() });
      if (copy.length > MOST_INLINE_BYTES) effects.files.push({ blobId, index, bytes: copy });
    });
  }

  async dropStaged(blobId: string): Promise<void> {
    await this.#run((effects) => dropStaged(this.#writer, blobId, effects));
  }

  /** Removes content whose retention time has passed. */
  async sweep(): Promise<void> {
    const [due] = this.#reader.all('SELECT 1 AS due FROM contents WHERE until <= ?1 LIMIT 1', [Date.now()]);
    if (!due) return;
    while (await this.#run((effects) => sweepContent(this.#writer, Date.now(), effects)));
  }

  /** Evicts caches, and returns free pages in the file to the disk. */
  async makeRoom(): Promise<boolean> {
    let freed = 0;
    for (;;) {
      const count = await this.write(async (writer) => {
        const rows = await writer.scanBlobs(CACHE_PREFIX, '', 20);
        for (const row of rows) await writer.deleteBlob(row);
        return rows.length;
      });
      freed += count;
      if (count === 0) break;
    }
    const pagesOf = () => Number(this.#writer.all('PRAGMA freelist_count')[0]?.freelist_count);
    for (let free = pagesOf(); free > 0; ) {
      await this.#run((effects) => {
        effects.freesRoom = true;
        this.#writer.all('PRAGMA incremental_vacuum(50)');
      });
      this.#truncateLog();
      const left = pagesOf();
      if (left >= free) break;
      freed += free - left;
      free = left;
    }
    return freed > 0;
  }

  /** A snapshot of the tables. While it exists, other processes retain files, for at most one hour. */
  async freeze(): Promise<FrozenTables> {
    const id = crypto.randomUUID();
    await this.#run((effects) => beginReading(this.#writer, id, effects));
    const frozen = connect(this.#parts.path);
    frozen.exec('BEGIN; SELECT 1 FROM meta');
    return {
      read: (work) => work(createSqliteReader(frozen)),
      readChunk: (blobId, index) => readStoredChunk(frozen, this.#parts.files, { blobId, index }),
      end: async () => {
        frozen.exec('ROLLBACK');
        frozen.close();
        await this.#run((effects) => endReading(this.#writer, id, effects));
        await this.sweep();
      },
    };
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#flushing;
    this.#truncateLog();
    this.#writer.close();
    this.#reader.close();
    this.#note.close();
    this.#parts.presence.leave();
  }
}

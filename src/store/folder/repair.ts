// Examination and repair of a store in a folder: reports damage, and preserves all readable data. A repair deletes
// nothing: the original database, and files without a row, are moved to `before-repair`.
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';
import { CACHE_PREFIX } from '../contract/engine-store.ts';
import { currentSchema } from '../contract/schema.ts';
import type { BlobRow } from '../contract/tables.ts';
import { describeLostCommits, notedCommit, removeNote } from './commit-note.ts';
import { ContentFiles } from './content.ts';
import { connect } from './engine.ts';
import { hasChunkFile } from './folder-store.ts';
import { checkTables, createDatabase, DATABASE, migrateTables } from './layout.ts';
import { findLogDamage } from './log-damage.ts';
import { convertJournal } from './old/convert.ts';
import { Presence } from './presence.ts';
import { makeFolder, PRIVATE_FOLDER } from './private-files.ts';
import { SqliteConnection, toSqliteError } from './sqlite.ts';
import {
  decodeEntry,
  decodeRecord,
  readStoredChunk,
  type SqliteBlob,
  type SqliteRecord,
  SUMMED_COLUMNS,
  writeEntry,
  writeRecord,
} from './tables.ts';
import { openVaultFile } from './vault-file.ts';

/** The state of a store in a folder, as examined. */
export interface FolderFindings {
  readonly recordCount: number;
  readonly blobCount: number;
  /** Keys of blobs whose content is damaged or missing. */
  readonly damagedBlobs: readonly string[];
  /** Messages about damage to the database. */
  readonly faults: readonly string[];
  /** Number of files that a repair set aside, not counting the database. */
  readonly asideCount: number;
}

/** Subfolder of the store that holds everything set aside by repairs. */
export const ASIDE = 'before-repair';
const MOST_FAULTS = 20;
const PAGE_SIZE = 100;
/** Number of rows to try one by one after an unreadable page. */
const MOST_SINGLE_STEPS = 1000;

type Row = Record<string, unknown>;

/** Tests whether the tables were created by a program that supports fixed fields. */
function hasFixed(connection: SqliteConnection): boolean {
  try {
    return connection.all("SELECT 1 FROM sqlite_schema WHERE name = 'fixed'").length > 0;
  } catch {
    return true;
  }
}

/** Reads a table to its end, skipping unreadable pages. */
function* readRows(
  connection: SqliteConnection,
  table: string,
  onFault: (error: unknown) => void,
): Generator<Row> {
  const columns = table === 'records' && hasFixed(connection) ? SUMMED_COLUMNS : '*';
  let from = 0;
  let failures = 0;
  for (let limit = PAGE_SIZE; from <= Number.MAX_SAFE_INTEGER; ) {
    let rows: Row[];
    try {
      rows = connection.all(
        `SELECT rowid AS place_in_file, ${columns} FROM ${table} WHERE rowid >= ?1 ORDER BY rowid LIMIT ?2`,
        [from, limit],
      );
    } catch (error) {
      if (limit > 1) {
        limit = 1;
        continue;
      }
      if (failures === 0) onFault(error);
      failures += 1;
      from += failures < MOST_SINGLE_STEPS ? 1 : 2 ** (failures - MOST_SINGLE_STEPS);
      continue;
    }
    if (rows.length === 0) return;
    [failures, limit] = [0, PAGE_SIZE];
    yield* rows;
    // Rows on a damaged page may be out of order.
    from = Math.max(from, Number(rows.at(-1)!.place_in_file)) + 1;
  }
}

/** Reads all readable data row by row, and collects the faults in the rest. */
class Reading {
  readonly faults: string[] = [];
  readonly damagedBlobs: string[] = [];
  recordCount = 0;
  blobCount = 0;
  readonly #connection: SqliteConnection;
  readonly #files: ContentFiles;

  constructor(connection: SqliteConnection, files: ContentFiles) {
    this.#connection = connection;
    this.#files = files;
  }

  note(what: string): void {
    if (this.faults.length < MOST_FAULTS && !this.faults.includes(what)) this.faults.push(what);
  }

  check(): void {
    try {
      checkTables(this.#connection, currentSchema);
      const found = this.#connection.all(`PRAGMA integrity_check(${MOST_FAULTS})`);
      for (const { integrity_check: fault } of found) if (fault !== 'ok') this.note(String(fault));
    } catch (error) {
      const converted = toSqliteError(error, this.#connection.path);
      if (converted.code === 'store-too-new') throw converted;
      this.note(converted.message);
    }
  }

  *#rows<T>(table: string, decode: (row: Row) => T): Generator<T> {
    const onFault = (error: unknown) =>
      this.note(`rows of ${table} cannot be read (${toSqliteError(error, table).message})`);
    for (const row of readRows(this.#connection, table, onFault)) {
      try {
        yield decode(row);
      } catch (error) {
        this.note((error as Error).message);
      }
    }
  }

  *records() {
    for (const row of this.#rows('records', (found) => decodeRecord(found as unknown as SqliteRecord))) {
      this.recordCount += 1;
      yield row;
    }
  }

  /** Entries, each with a flag that is true if the content is intact. */
  async *blobs() {
    for (const row of this.#rows('blobs', (found) => decodeEntry(found as unknown as SqliteBlob))) {
      const isWhole = await this.#isWhole(row);
      if (!isWhole) this.damagedBlobs.push(row.key);
      this.blobCount += 1;
      yield { row, isWhole };
    }
  }

  chunks() {
    return this.#rows('chunks', (row) => row);
  }

  async #isWhole({ blobId, chunkCount, sizeBytes }: BlobRow): Promise<boolean> {
    let foundBytes = 0;
    try {
      for (let index = 0; index < chunkCount; index += 1) {
        const bytes = await readStoredChunk(this.#connection, this.#files, { blobId, index });
        if (!bytes) return false;
        foundBytes += bytes.length;
      }
    } catch {
      return false;
    }
    return foundBytes === sizeBytes;
  }
}

/** Opens the database, or reports that it is completely unreadable. */
function maybeConnect(path: string, faults: string[]): SqliteConnection | undefined {
  try {
    return connect(path);
  } catch (error) {
    if (!(error instanceof HazeError) || error.code !== 'storage-damaged') throw error;
    faults.push(error.message);
    return undefined;
  }
}

/**
 * Reads everything in the folder, alongside running processes. With `isRepair`, which requires that no other process
 * uses the folder, writes a database of everything that can be read, without the entries of damaged caches.
 * @param keyFile the key for secrets in the journal of an older version of Haze
 * @throws HazeError `folder-locked`, `store-too-new`
 */
export async function examineFolder(
  folder: string,
  isRepair: boolean,
  keyFile?: string,
): Promise<FolderFindings> {
  if (!isRepair) return examine(folder);
  const presence = await Presence.enter(folder);
  try {
    if (!presence.isAlone) {
      throw new HazeError(
        'folder-locked',
        `Another running process is using the folder ${folder}. Stop that process first.`,
      );
    }
    const faults: string[] = [];
    const { vault } = await openVaultFile(keyFile ?? join(folder, 'seal-key'));
    await convertJournal(folder, {
      schema: currentSchema,
      vault,
      report: (line) => faults.push(line),
      onDamage: ({ at, to }) =>
        faults.push(`${to - at} bytes of the journal, starting at byte ${at}, cannot be read`),
    });
    const found = await repair(folder);
    return { ...found, faults: [...faults, ...found.faults] };
  } finally {
    presence.leave();
  }
}

async function examine(folder: string): Promise<FolderFindings> {
  const path = join(folder, DATABASE);
  const files = new ContentFiles(folder);
  const faults: string[] = [];
  const nothing = { recordCount: 0, blobCount: 0, damagedBlobs: [], asideCount: 0, faults };
  const names = await readdir(folder);
  if (names.some((name) => /^records-.*log$/.test(name))) {
    faults.push('the folder has a journal from an older Haze, which the next start of haze serve converts');
    return nothing;
  }
  if (!existsSync(path)) {
    if ((await files.list()).length > 0) faults.push(`there is content, but no database (${DATABASE})`);
    return nothing;
  }
  // Checks the log first, because opening a database merges its log into it.
  const damage = await findLogDamageAlone(folder, path);
  if (damage !== undefined) {
    faults.push(damage);
    return nothing;
  }
  const noted = notedCommit(folder);
  const connection = maybeConnect(path, faults);
  if (!connection) return nothing;
  try {
    const reading = new Reading(connection, files);
    const lost = maybeLost(connection, noted);
    if (lost !== undefined) reading.note(lost);
    reading.check();
    for (const _ of reading.records());
    for await (const _ of reading.blobs());
    const { recordCount, blobCount, damagedBlobs } = reading;
    return { recordCount, blobCount, damagedBlobs, faults: reading.faults, asideCount: 0 };
  } finally {
    connection.close();
  }
}

/** Message about lost commits, if the database has a commit number. */
function maybeLost(connection: SqliteConnection, noted: number): string | undefined {
  try {
    return describeLostCommits(connection, noted);
  } catch {
    // The check of the database reports the damage.
    return undefined;
  }
}

/** Damage to the log, if no other process uses the folder. */
async function findLogDamageAlone(folder: string, path: string): Promise<string | undefined> {
  const presence = await Presence.enter(folder);
  try {
    return presence.isAlone ? await findLogDamage(path) : undefined;
  } finally {
    presence.leave();
  }
}

async function repair(folder: string): Promise<FolderFindings> {
  const path = join(folder, DATABASE);
  const files = new ContentFiles(folder);
  const faults: string[] = [];
  const aside = join(folder, ASIDE, new Date().toISOString().replaceAll(':', '-'));
  await makeFolder(aside, PRIVATE_FOLDER);
  const damage = await findLogDamage(path);
  if (damage !== undefined) {
    faults.push(damage);
    // Copies the log first: opening the database merges the readable part of the log into it, and discards the rest.
    await copyFile(`${path}-wal`, join(aside, `${DATABASE}-wal-damaged`));
  }
  // Created inside the folder, so that the new database can be put in place by a rename on the same disk.
  const making = await mkdtemp(join(folder, 'repairing-'));
  const made = join(making, DATABASE);
  await createDatabase(made, currentSchema);
  const target = new SqliteConnection(made);
  const source = existsSync(path) ? maybeConnect(path, faults) : undefined;
  let found: Omit<FolderFindings, 'asideCount'> = { recordCount: 0, blobCount: 0, damagedBlobs: [], faults };
  try {
    if (source) {
      try {
        const { isOlder } = checkTables(source, currentSchema);
        if (isOlder) await migrateTables(source, currentSchema);
      } catch (error) {
        if (error instanceof HazeError && error.code === 'store-too-new') throw error;
      }
      found = await copyReadable(source, target, files);
    }
    target.exec('PRAGMA journal_mode = DELETE');
    source?.close();
    for (const end of ['', '-wal', '-shm']) {
      if (existsSync(path + end)) await rename(path + end, join(aside, DATABASE + end));
    }
    // Runs before the new database takes effect, because opening a store removes files without a row.
    const hasRow = ({ blobId, index }: { blobId: string; index: number }) =>
      hasChunkFile(target, blobId, index);
    const asideCount = await files.sweep(hasRow, join(aside, 'blobs'));
    target.close();
    removeNote(folder);
    await rename(made, path);
    return { ...found, faults: [...faults, ...found.faults], asideCount };
  } finally {
    source?.close();
    target.close();
    await rm(making, { recursive: true, force: true });
  }
}

async function copyReadable(
  source: SqliteConnection,
  target: SqliteConnection,
  files: ContentFiles,
): Promise<Omit<FolderFindings, 'asideCount'>> {
  const reading = new Reading(source, files);
  reading.check();
  target.exec('BEGIN');
  let sequence = 0;
  for (const row of reading.records()) {
    writeRecord(target, row);
    sequence = Math.max(sequence, Number.parseInt(row.order.slice(12), 16));
  }
  const kept = new Set<string>();
  let dropped = 0;
  for await (const { row, isWhole } of reading.blobs()) {
    // Drops damaged cache entries, which would make builds fail until they are evicted.
    if (!isWhole && row.key.startsWith(CACHE_PREFIX)) dropped += 1;
    else {
      writeEntry(target, row);
      kept.add(row.blobId);
    }
  }
  for (const { blob_id, number, bytes, hash } of reading.chunks()) {
    const isRow = typeof blob_id === 'string' && typeof number === 'number' && hash instanceof ArrayBuffer;
    if (!isRow || hash.byteLength !== 32 || !kept.has(blob_id)) continue;
    const inline = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : null;
    const values = [blob_id, number, inline, new Uint8Array(hash)];
    target.all('INSERT OR IGNORE INTO chunks VALUES (?1, ?2, ?3, ?4)', values);
  }
  target.all("UPDATE meta SET value = ?1 WHERE name = 'sequence'", [sequence]);
  target.exec('COMMIT');
  const { recordCount, blobCount, damagedBlobs, faults } = reading;
  return { recordCount, blobCount: blobCount - dropped, damagedBlobs, faults };
}

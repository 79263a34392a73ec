// Converts a folder in which an earlier version of Haze stored a journal. Frames are copied one by one to a new
// database, so that a journal of any size needs little memory. A crash at any moment leaves either the old folder or
// the new folder: the database is built in `converting`, and renaming `converting` to `converted` commits the
// conversion. Old files are preserved in `before-sqlite`, except journals with unsealed secrets.
import { closeSync, existsSync, fstatSync, openSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { HazeError } from '../../../errors/haze-error.ts';
import { CACHE_PREFIX } from '../../contract/engine-store.ts';
import { sequenceOf } from '../../contract/record-index.ts';
import { checkSchema, migrateRow, type Schema } from '../../contract/schema.ts';
import { sealRow } from '../../contract/sealed-records.ts';
import type { BlobRow } from '../../contract/tables.ts';
import type { Vault } from '../../contract/vault.ts';
import { decodeBlob, encodeText, type SqlBlob } from '../../sql/rows.ts';
import { ContentFiles } from '../content.ts';
import { createDatabase, DATABASE, fillOwners } from '../layout.ts';
import { makeFolder, maybeReadFile, PRIVATE_FOLDER, syncFile, syncFolder } from '../private-files.ts';
import { SqliteConnection, storageDamaged, toSqliteError } from '../sqlite.ts';
import { MOST_INLINE_BYTES, writeChunk, writeEntry, writeRecord } from '../tables.ts';
import {
  type Damage,
  FileBytes,
  type JournalEntry,
  type JournalHeader,
  parseEntries,
  readFrames,
} from './journal-frames.ts';

const JOURNAL_PATTERN = /^records-(\d{6,})\.log$/;
/** An older version of Haze renews its lock every 10 s, and treats it as held for 35 s. */
const LOCK_MS = 35_000;
const SUM_BYTES = 4;
/** First record version without unsealed secrets. */
const SEALING_SCHEMA = 2;
const MOST_NAMED = 5;

export interface Conversion {
  readonly schema: Schema;
  readonly vault: Vault;
  readonly report: (line: string) => void;
  /** Reports an unreadable segment of the journal; by default, the journal is rejected. */
  readonly onDamage?: (damage: Damage) => void;
}

function newestJournal(names: readonly string[]): string | undefined {
  const journals = names.filter((name) => JOURNAL_PATTERN.test(name));
  return journals.sort((a, b) => numberOf(b) - numberOf(a))[0];
}

function numberOf(name: string): number {
  return Number(JOURNAL_PATTERN.exec(name)?.[1]);
}

/**
 * Converts the folder if it has a journal. Runs while no other process uses the folder. Returns the version of the
 * journal's records; 0 if there is no journal.
 * @throws HazeError `storage-damaged`, `store-too-new`, `folder-locked`
 */
export async function convertJournal(folder: string, conversion: Conversion): Promise<number> {
  const [converting, converted] = [join(folder, 'converting'), join(folder, 'converted')];
  await rm(converting, { recursive: true, force: true });
  const journal = newestJournal(await readdir(folder));
  if (existsSync(converted)) await moveIn(folder, converted);
  else if (journal === undefined) return 0;
  else {
    await refuseBoth(folder);
    await makeFolder(join(converting, 'blobs'), PRIVATE_FOLDER);
    const stored = await readInto(folder, join(folder, journal), converting, conversion);
    if (stored < SEALING_SCHEMA) await writeFile(join(converting, 'unsealed'), '');
    await syncFolder(converting);
    await rename(converting, converted);
    await syncFolder(folder);
    const kept = await moveIn(folder, converted);
    conversion.report(
      `the data in ${folder} is now in an SQLite database (${DATABASE}); the old files are in ${kept} and can be removed`,
    );
    return stored;
  }
  return conversion.schema.version;
}

async function refuseBoth(folder: string): Promise<void> {
  if (existsSync(join(folder, DATABASE))) {
    throw storageDamaged(
      `The folder ${folder} has both a database (${DATABASE}) and a journal from an older Haze (records-….log): move one of them elsewhere.`,
    );
  }
  for (const name of await readdir(folder)) {
    if (!name.startsWith('lock-')) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > LOCK_MS) continue;
    throw new HazeError(
      'folder-locked',
      `The folder ${folder} is in use by a process of an older Haze, or was until half a minute ago. Stop that process, and wait; if there is none, delete ${name} there.`,
      { data: { folder } },
    );
  }
}

/** Reads the journal and its content into a database in the folder `target`. Returns the version of the records. */
async function readInto(
  folder: string,
  journal: string,
  target: string,
  conversion: Conversion,
): Promise<number> {
  const path = join(target, DATABASE);
  await createDatabase(path, conversion.schema);
  const connection = new SqliteConnection(path);
  const file = openSync(journal, 'r');
  try {
    // Disables the journal, because a crash discards the database anyway until all of it is on disk.
    connection.exec('PRAGMA foreign_keys = ON; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
    const frames = readFrames(new FileBytes(file, fstatSync(file).size), conversion.onDamage);
    const stored = await readRows(connection, frames, conversion);
    await fillOwners(connection);
    await readContent(connection, folder, new ContentFiles(target), conversion);
    connection.exec('COMMIT');
    connection.close();
    await syncFile(path);
    return stored;
  } catch (error) {
    connection.close();
    await rm(target, { recursive: true, force: true });
    throw toSqliteError(error, path);
  } finally {
    closeSync(file);
  }
}

async function readRows(
  connection: SqliteConnection,
  frames: Generator<string, number>,
  { schema, vault, onDamage }: Conversion,
): Promise<number> {
  let stored = schema.version;
  let sequence = 0;
  const apply = async (entry: JournalEntry) => {
    if (entry.what === 'put-record') {
      const migrated = migrateRow(entry.row, stored, schema);
      sequence = Math.max(sequence, sequenceOf(entry.row.order));
      if (migrated)
        return writeRecord(connection, stored < schema.version ? await sealRow(vault, migrated) : migrated);
    }
    if (entry.what === 'put-blob') return writeEntry(connection, entry.row);
    if (entry.what === 'sequence') sequence = Math.max(sequence, entry.sequence);
    else if (entry.what === 'delete-blob') {
      connection.all('DELETE FROM blobs WHERE key = ?1', [encodeText(entry.key)]);
    } else {
      const { kind, id } = entry.what === 'put-record' ? entry.row : entry;
      connection.all('DELETE FROM records WHERE kind = ?1 AND id = ?2', [encodeText(kind), encodeText(id)]);
    }
  };
  let isFirst = true;
  for (const payload of frames) {
    const header = isFirst ? maybeHeader(payload) : undefined;
    if (header) {
      checkSchema(header.schema, schema);
      stored = header.schema;
    } else if (isFirst && !onDamage) throw notAJournal();
    else for (const entry of parseEntries(payload)) await apply(entry);
    isFirst = false;
  }
  if (isFirst && !onDamage) throw notAJournal();
  connection.all("UPDATE meta SET value = ?1 WHERE name = 'sequence'", [sequence]);
  return stored;
}

function maybeHeader(payload: string): JournalHeader | undefined {
  const header = JSON.parse(payload) as Partial<JournalHeader>;
  return header.format?.startsWith('haze-store') ? (header as JournalHeader) : undefined;
}

function notAJournal(): HazeError {
  return storageDamaged('The folder contains a file that is not a Haze store journal.');
}

/** Copies the content of all entries except caches. */
async function readContent(
  connection: SqliteConnection,
  folder: string,
  files: ContentFiles,
  { report }: Conversion,
): Promise<void> {
  const damaged: string[] = [];
  connection.all('DELETE FROM blobs WHERE key >= ?1 AND key < ?2', [
    CACHE_PREFIX,
    `${CACHE_PREFIX.slice(0, -1)}0`,
  ]);
  connection.all('DELETE FROM contents WHERE blob_id NOT IN (SELECT blob_id FROM blobs)');
  for (let after = ''; ; ) {
    const [found] = connection.all('SELECT * FROM blobs WHERE key > ?1 ORDER BY key LIMIT 1', [after]);
    if (!found) break;
    after = String(found.key);
    const row: BlobRow = decodeBlob(found as unknown as SqlBlob);
    for (let index = 0; index < row.chunkCount; index += 1) {
      const name = { blobId: row.blobId, index };
      const { bytes, isWhole } = await readOldChunk(folder, row.blobId, index);
      if (!isWhole) damaged.push(row.key);
      if (bytes && bytes.length > MOST_INLINE_BYTES) await files.write([{ ...name, bytes }]);
      if (bytes) writeChunk(connection, name, bytes, { nowMs: 0 });
      // A hash that matches no content, so that the content is reported as damaged when it is read.
      if (bytes && !isWhole) {
        const values = [row.blobId, index, new Uint8Array(32)];
        connection.all('UPDATE chunks SET hash = ?3 WHERE blob_id = ?1 AND number = ?2', values);
      }
    }
  }
  if (damaged.length === 0) return;
  report(
    `${damaged.length} pieces of content are damaged or missing: ${damaged.slice(0, MOST_NAMED).join(', ')}`,
  );
}

/** A chunk followed by its CRC-32 (in `….sum`), or without a checksum if it was written by a very old program. */
async function readOldChunk(
  folder: string,
  blobId: string,
  index: number,
): Promise<{ bytes?: Uint8Array; isWhole: boolean }> {
  const path = join(folder, 'blobs', blobId.slice(0, 2), `${blobId}-${index}`);
  const summed = await maybeReadFile(`${path}.sum`);
  if (summed) {
    const end = Math.max(0, summed.length - SUM_BYTES);
    const bytes = summed.subarray(0, end);
    const isWhole = summed.length >= SUM_BYTES && crc32(bytes) === summed.readUInt32LE(end);
    return { bytes, isWhole };
  }
  const bytes = await maybeReadFile(path);
  return bytes ? { bytes, isWhole: true } : { isWhole: false };
}

/**
 * Moves old and new files to their destinations. Skips steps that are already done. Returns the folder with the old
 * files.
 */
async function moveIn(folder: string, converted: string): Promise<string> {
  const old = join(converted, 'old');
  if (existsSync(join(converted, DATABASE))) {
    await mkdir(old, { recursive: true, mode: PRIVATE_FOLDER });
    if (!existsSync(join(old, 'blobs'))) {
      await rename(join(folder, 'blobs'), join(old, 'blobs')).catch(() => mkdir(join(old, 'blobs')));
    }
    if (existsSync(join(converted, 'blobs'))) await rename(join(converted, 'blobs'), join(folder, 'blobs'));
    const isUnsealed = existsSync(join(converted, 'unsealed'));
    for (const name of await readdir(folder)) {
      if (/^reserve|^lock-/.test(name)) await rm(join(folder, name), { force: true });
      if (!/^records-/.test(name)) continue;
      if (isUnsealed) await rm(join(folder, name));
      else await rename(join(folder, name), join(old, name));
    }
    await syncFolder(old);
    await rename(join(converted, DATABASE), join(folder, DATABASE));
    await syncFolder(folder);
  }
  const kept = await nextName(join(folder, 'before-sqlite'));
  if (existsSync(old)) await rename(old, kept);
  await rm(converted, { recursive: true, force: true });
  await syncFolder(folder);
  return kept;
}

async function nextName(path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? path : `${path}-${number}`;
    if (!existsSync(name)) return name;
  }
}

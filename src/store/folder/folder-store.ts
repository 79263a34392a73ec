// The store in a folder, for Node: an SQLite database, with large content in separate files. Several processes may use
// the folder at the same time. A process that starts while no other uses the folder prepares it: it converts or
// migrates an older folder, and cleans up after a crash. Browser code never imports this file.
import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';
import { createStore, type StoreOptions } from '../contract/engine-store.ts';
import { currentSchema, type Schema } from '../contract/schema.ts';
import type { Store } from '../contract/store.ts';
import { isStorageFull } from '../contract/store-errors.ts';
import { COMMIT_NOTE, describeLostCommits, notedCommit } from './commit-note.ts';
import { ContentFiles } from './content.ts';
import { connect, FolderEngine } from './engine.ts';
import { checkTables, createDatabase, DATABASE, migrateTables } from './layout.ts';
import { findLogDamage } from './log-damage.ts';
import { convertJournal } from './old/convert.ts';
import { Presence } from './presence.ts';
import { makeFolder, maybeFolderUnusable, PRIVATE_FOLDER, syncFolder } from './private-files.ts';
import { FolderReserve } from './reserve.ts';
import { type SqliteConnection, storageDamaged, toSqliteError } from './sqlite.ts';
import { openVaultFile } from './vault-file.ts';

export interface FolderStoreOptions extends StoreOptions {
  /** Receives a line about the folder to show to users. */
  readonly report?: (line: string) => void;
  /** File with the key that seals secrets, created if missing; default: `seal-key` in the folder. */
  readonly keyFile?: string;
  /** Work to do on the store while no other process can open it; not called if other processes use the folder. */
  readonly whenAlone?: (store: Store) => Promise<void>;
}

/** Free space below which the disk counts as full: the first upload would fill it. */
const LITTLE_BYTES = 1 << 20;
/** First version that seals stored secrets. */
const SEALING_SCHEMA = 2;
/** Network file systems by their Linux magic numbers: NFS, SMB, CIFS, SMB2, AFS, Ceph, 9P, Coda, Lustre, GPFS. */
const NETWORKS: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x00c36400, 0x01021997, 0x73757245, 0x0bd00bd0,
  0x47504653,
]);
/** Databases up to this size are checked completely on each startup, at 4 ms of CPU time per megabyte. */
const CHECKED_BYTES = 8 << 20;

/** @throws HazeError `storage-damaged` if the folder's database is lost */
async function checkNothingLost(folder: string, files: ContentFiles): Promise<void> {
  const { length } = await files.list();
  const rest = ['reserve', 'reserve-status', COMMIT_NOTE, `${DATABASE}-wal`].find((name) =>
    existsSync(join(folder, name)),
  );
  if (length === 0 && rest === undefined) return;
  const what = length > 0 ? `${length} files of content in blobs` : `the file ${rest}`;
  throw new HazeError(
    'storage-damaged',
    `The folder ${folder} has ${what}, but no database (${DATABASE}) that records their owners. Restore the database from a backup; or start an empty store, which sets the files aside: haze doctor --repair --data-dir FOLDER.`,
  );
}

/** Tests whether a folder contains a non-empty log, left by a crash. */
async function hasLog(path: string): Promise<boolean> {
  return stat(`${path}-wal`).then(
    ({ size }) => size > 0,
    () => false,
  );
}

interface Preparation {
  readonly schema: Schema;
  readonly files: ContentFiles;
  readonly report: (line: string) => void;
  readonly convert: () => Promise<number>;
}

/** Prepares the folder while no other process uses it. Returns the version of the records that it found. */
async function prepare(
  folder: string,
  path: string,
  { schema, files, report, convert }: Preparation,
): Promise<number> {
  const converted = await convert();
  if (!existsSync(path)) {
    await checkNothingLost(folder, files);
    await createDatabase(path, schema);
    await syncFolder(folder);
    return 0;
  }
  const isAfterCrash = (await hasLog(path)) || converted > 0;
  const damage = await findLogDamage(path);
  if (damage !== undefined) throw storageDamaged(`The database log is damaged: ${damage}.`);
  const noted = notedCommit(folder);
  const connection = connect(path);
  try {
    const { isOlder, records } = checkTables(connection, schema);
    const lost = describeLostCommits(connection, noted);
    if (lost !== undefined) report(lost);
    connection.all("INSERT OR IGNORE INTO meta VALUES ('commits', 0)");
    if ((await stat(path)).size <= CHECKED_BYTES) checkWhole(connection);
    if (isOlder) await migrateTables(connection, schema);
    connection.all('DELETE FROM news');
    connection.all('DELETE FROM readers');
    // Allows content without an entry to be removed now, because the processes that wrote or read it are gone.
    connection.all('UPDATE contents SET until = 0 WHERE until IS NOT NULL');
    if (isAfterCrash) await files.sweep((name) => hasChunkFile(connection, name.blobId, name.index));
    return converted || records;
  } finally {
    connection.close();
  }
}

/** Tests whether a file holds the bytes of a chunk. */
export function hasChunkFile(connection: SqliteConnection, blobId: string, index: number): boolean {
  const text = 'SELECT 1 AS found FROM chunks WHERE blob_id = ?1 AND number = ?2 AND bytes IS NULL';
  return connection.all(text, [blobId, index]).length > 0;
}

/** @throws HazeError `storage-damaged` */
function checkWhole(connection: SqliteConnection): void {
  const [fault] = connection.all('PRAGMA integrity_check(1)');
  if (fault?.integrity_check === 'ok') return;
  throw storageDamaged(`The database ${connection.path} is damaged: ${fault?.integrity_check}.`);
}

/** Reports an error if an older program's folder is in use by another process. */
function checkPrepared(path: string, schema: Schema): number {
  if (!existsSync(path)) {
    throw new HazeError(
      'folder-locked',
      `Another running process is using the folder of ${path}, and its database is gone. Stop that process first.`,
    );
  }
  const connection = connect(path);
  try {
    const { isOlder, records } = checkTables(connection, schema);
    if (!isOlder) return records;
  } finally {
    connection.close();
  }
  throw new HazeError(
    'folder-locked',
    `Another running process, of an older Haze, is using ${path}. Stop that process: this program migrates the database only when no other process uses it.`,
  );
}

/**
 * Opens the store in a folder, creating the folder if it is missing. Throws `folder-unusable` if the folder cannot be
 * created or written, and `storage-damaged` if its files are not as this program wrote them. Throws `store-too-new` if
 * a newer program wrote it, and `folder-locked` if another process has exclusive use of it. On a full disk, reading and
 * deleting still work.
 */
export async function openFolderStore(folder: string, options: FolderStoreOptions = {}): Promise<Store> {
  const { schema = currentSchema, report = () => undefined } = options;
  let presence: Presence | undefined;
  let engine: FolderEngine | undefined;
  const path = join(folder, DATABASE);
  const files = new ContentFiles(folder);
  const reserve = new FolderReserve(folder, 'reserve');
  const statusReserve = new FolderReserve(folder, 'reserve-status');
  try {
    await makeFolder(folder, PRIVATE_FOLDER);
    presence = await Presence.enter(folder);
    const held = presence;
    const { vault, isNew } = await openVaultFile(options.keyFile ?? join(folder, 'seal-key'));
    const convert = () => convertJournal(folder, { schema, vault, report });
    const prepareOnce = async () =>
      held.isAlone ? prepare(folder, path, { schema, files, report, convert }) : checkPrepared(path, schema);
    const storedSchema = await prepareOnce().catch(async (error: unknown) => {
      // On a full disk, SQLite's own files need the reserved space.
      const isFull = toSqliteError(error, path).code === 'storage-full';
      if (!isFull || !(await reserve.giveUp())) throw error;
      return prepareOnce();
    });
    if (isNew && storedSchema >= SEALING_SCHEMA) {
      report(
        'the key that encrypted the stored secrets is missing: enter repository tokens again; signed URLs issued so far are no longer valid',
      );
    }
    engine = new FolderEngine({ path, files, presence, reserve, statusReserve });
    await engine.sweep().catch(passIfFull);
    await reserve.take();
    await statusReserve.take();
    await reportDisk(folder, [reserve, statusReserve], report);
    const store = createStore(engine, { ...options, vault });
    if (presence.isAlone) await options.whenAlone?.(store).catch(passIfFull);
    if (!(await isNetwork(folder))) await presence.share();
    else {
      report(
        `${folder} is on a network file system, where several processes cannot share a database: this process has exclusive use of it. Keep data on a local disk (--data-dir), or in PostgreSQL (--database)`,
      );
    }
    return store;
  } catch (error) {
    if (engine) await engine.close();
    else presence?.leave();
    throw maybeFolderUnusable(folder, error) ?? toSqliteError(error, path);
  }
}

/** Lets startup continue without work that needs space, because a later start, or an expiry, does that work. */
function passIfFull(error: unknown): void {
  if (!isStorageFull(error)) throw error;
}

async function isNetwork(folder: string): Promise<boolean> {
  return process.platform === 'linux' && NETWORKS.has((await statfs(folder)).type);
}

async function reportDisk(
  folder: string,
  reserves: readonly FolderReserve[],
  report: (line: string) => void,
): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= LITTLE_BYTES && reserves.every(({ isThere }) => isThere)) return;
  report(
    `the disk of ${folder} is full: stored data can be read and deleted, but nothing can be added until there is space`,
  );
}

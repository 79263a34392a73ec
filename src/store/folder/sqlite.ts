// An SQLite connection. Its calls are synchronous: a statement takes microseconds, and a commit takes as long as the
// disk needs. Driver errors become store errors.
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type Database from 'libsql';
import { HazeError } from '../../errors/haze-error.ts';
import { messageOf } from '../../errors/message-of.ts';
import { codeOf, isStorageFull, storageFull, storeClosed, toStoreError } from '../contract/store-errors.ts';
import type { Query, Statement } from '../sql/rows.ts';
import { maybeFolderUnusable } from './private-files.ts';

type Value = string | number | null | Uint8Array;
type Row = Record<string, unknown>;

const DRIVER = 'libsql';
const FULL: ReadonlySet<string> = new Set(['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_SHMOPEN']);

/**
 * Loads the driver only when a folder is opened, because running a program needs no store. @throws HazeError
 * `no-driver`
 */
function loadDriver(): typeof Database {
  try {
    return createRequire(import.meta.url)(DRIVER) as typeof Database;
  } catch (cause) {
    // Uses only the first line, because Node adds the module stack in further lines.
    const [reason] = messageOf(cause).split('\n');
    throw new HazeError(
      'no-driver',
      `SQLite, which data folders require, cannot be loaded: ${reason}. Install it alongside Haze: npm install ${DRIVER}. (haze serve --memory works without it.)`,
      { cause },
    );
  }
}

/** Tests whether another process currently holds the lock. */
export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY') || codeOf(error).startsWith('SQLITE_LOCKED');
}

/** Error for a damaged file, with the remedy. */
export function storageDamaged(what: string, cause?: unknown): HazeError {
  return new HazeError(
    'storage-damaged',
    `${what} Restore the folder from a backup, or save the readable data: haze doctor --repair --data-dir FOLDER.`,
    { cause },
  );
}

/** Converts a driver error; a HazeError is returned unchanged. */
export function toSqliteError(error: unknown, path: string): HazeError {
  const code = codeOf(error);
  if (FULL.has(code)) return storageFull(error);
  if (isBusy(error)) {
    return new HazeError(
      'storage-busy',
      'Another process has locked the folder: it is paused, or its disk is very slow. Try again in a moment.',
      { cause: error, data: { retryAfter: 1 } },
    );
  }
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') {
    return storageDamaged(`The database ${path} is damaged (${messageOf(error)}).`, error);
  }
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN')) {
    return unwritable(path, error);
  }
  return toStoreError(error);
}

/**
 * Error for a database that cannot be written. The reason comes from the operating system, because SQLite reports none.
 */
function unwritable(path: string, cause: unknown): HazeError {
  const folder = dirname(path);
  try {
    accessSync(folder, constants.W_OK);
    if (existsSync(path)) accessSync(path, constants.W_OK);
  } catch (error) {
    const unusable = maybeFolderUnusable(folder, error);
    if (unusable) return unusable;
  }
  return new HazeError(
    'folder-unusable',
    `This user cannot write to the database ${path} (${messageOf(cause)}). Have its permissions changed, or specify another folder.`,
    { cause },
  );
}

/** Tests whether an error from the driver or the store means that there is no space left. */
export function isFullSqlite(error: unknown): boolean {
  return FULL.has(codeOf(error)) || isStorageFull(error);
}

/** A connection, with its prepared statements. */
export class SqliteConnection {
  readonly path: string;
  #database: Database.Database | undefined;
  readonly #statements = new Map<string, Database.Statement>();

  /** @throws HazeError */
  constructor(path: string) {
    this.path = path;
    try {
      this.#database = new (loadDriver())(path);
    } catch (error) {
      if (error instanceof HazeError) throw error;
      throw new HazeError('folder-unusable', `The database ${path} cannot be opened: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }

  get #open(): Database.Database {
    if (this.#database) return this.#database;
    throw storeClosed();
  }

  get inTransaction(): boolean {
    return this.#open.inTransaction;
  }

  /** Runs statements without results. Throws the driver's own errors. */
  exec(text: string): void {
    this.#open.exec(text);
  }

  /** All rows that a statement returns. Throws the driver's own errors. */
  all(text: string, values: readonly Value[] = []): Row[] {
    let statement = this.#statements.get(text);
    if (!statement) {
      statement = this.#open.prepare(text);
      this.#statements.set(text, statement);
    }
    // Passes the values as one array: passing a single Buffer directly would abort the process.
    return statement.all([...values]) as Row[];
  }

  /** Runs a statement in the form shared by both databases: `$1` for the first value. @throws HazeError */
  readonly query: Query = async ({ text, values = [] }: Statement) => {
    try {
      const rows = this.all(text.replaceAll('$', '?'), values as readonly Value[]);
      return { rows, rowCount: rows.length, command: '' };
    } catch (error) {
      throw toSqliteError(error, this.path);
    }
  };

  close(): void {
    const database = this.#database;
    this.#database = undefined;
    // Releases all statements: the driver closes a connection only after its last statement has been released.
    this.#statements.clear();
    database?.close();
  }
}

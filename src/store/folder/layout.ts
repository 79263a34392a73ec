// A store's tables in SQLite, their version, and the migration of older tables in one transaction. Files from a newer
// program, and files with altered tables, are rejected.
import { open, rename, rm } from 'node:fs/promises';
import { HazeError } from '../../errors/haze-error.ts';
import { checkSchema, migrateRow, type Schema } from '../contract/schema.ts';
import { ownerOfBlob } from '../contract/stored-for.ts';
import { PRIVATE_FILE } from './private-files.ts';
import { SqliteConnection, storageDamaged, toSqliteError } from './sqlite.ts';
import {
  createSqliteReader,
  decodeEntry,
  decodeRecord,
  type SqliteBlob,
  type SqliteRecord,
  SUMMED_COLUMNS,
  writeEntry,
  writeRecord,
} from './tables.ts';

/** Filename of the database in the folder. */
export const DATABASE = 'haze.db';
const PAGE_SIZE = 500;

/**
 * Statements that create the tables, step by step. Strings are compared by their bytes. A row for the content is added
 * to `contents` before any of its chunks is stored: `until` is null once an entry refers to the content, otherwise the
 * time (epoch milliseconds) at which it may be removed. If a chunk has no bytes here, they are in a file; `hash` is the
 * SHA-256 of the chunk, `sum` a CRC-32 of the row.
 */
const STEPS: readonly (readonly string[])[] = [
  [
    'CREATE TABLE meta (name TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID',
    `CREATE TABLE records (
      kind TEXT NOT NULL, id TEXT NOT NULL, owner TEXT NOT NULL, parent TEXT NOT NULL, status TEXT NOT NULL,
      created_at REAL NOT NULL, place TEXT NOT NULL CHECK (length(place) = 22), body TEXT NOT NULL,
      sum INTEGER NOT NULL, PRIMARY KEY (kind, id)) STRICT`,
    'CREATE UNIQUE INDEX records_place ON records (place)',
    'CREATE INDEX records_kind ON records (kind, place)',
    'CREATE INDEX records_owner ON records (kind, owner, place)',
    "CREATE INDEX records_parent ON records (kind, owner, parent, place) WHERE parent <> ''",
    "CREATE INDEX records_status ON records (kind, status, place) WHERE status <> ''",
    "CREATE INDEX records_owner_status ON records (kind, owner, status, place) WHERE status <> ''",
    `CREATE INDEX records_parent_status ON records (kind, owner, parent, status, place)
      WHERE parent <> '' AND status <> ''`,
    "CREATE INDEX records_turn ON records (kind, status, owner) WHERE status <> ''",
    'CREATE TABLE contents (blob_id TEXT NOT NULL PRIMARY KEY, until REAL) STRICT, WITHOUT ROWID',
    'CREATE INDEX contents_until ON contents (until) WHERE until IS NOT NULL',
    `CREATE TABLE blobs (
      key TEXT NOT NULL PRIMARY KEY, blob_id TEXT NOT NULL REFERENCES contents,
      size_bytes INTEGER NOT NULL CHECK (size_bytes >= 0), chunk_count INTEGER NOT NULL CHECK (chunk_count >= 0),
      created_at REAL NOT NULL, updated_at REAL NOT NULL, sum INTEGER NOT NULL) STRICT`,
    'CREATE INDEX blobs_content ON blobs (blob_id)',
    `CREATE TABLE chunks (
      blob_id TEXT NOT NULL REFERENCES contents ON DELETE CASCADE, number INTEGER NOT NULL CHECK (number >= 0),
      bytes BLOB, hash BLOB NOT NULL CHECK (length(hash) = 32), PRIMARY KEY (blob_id, number)) STRICT`,
    'CREATE TABLE readers (id TEXT NOT NULL PRIMARY KEY, until REAL NOT NULL) STRICT, WITHOUT ROWID',
    `CREATE TABLE news (
      number INTEGER PRIMARY KEY AUTOINCREMENT, sender TEXT NOT NULL, changes TEXT NOT NULL) STRICT`,
    "INSERT INTO meta VALUES ('sequence', 0), ('commits', 0)",
  ],
  [
    `CREATE TABLE fixed (
      kind TEXT NOT NULL, id TEXT NOT NULL, owner TEXT NOT NULL, size_bytes INTEGER NOT NULL, body TEXT NOT NULL,
      PRIMARY KEY (kind, id), FOREIGN KEY (kind, id) REFERENCES records ON DELETE CASCADE) STRICT`,
    "CREATE INDEX fixed_owner ON fixed (owner, size_bytes) WHERE owner <> ''",
    "ALTER TABLE blobs ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX blobs_owner ON blobs (owner, size_bytes) WHERE owner <> ''",
  ],
];

/** First table version in which content has an owner. */
const OWNERS_LAYOUT = 2;
/** Marks the file as ours: "Haze" in ASCII. */
const APPLICATION_ID = 0x48617a65;

/**
 * Creates the tables in an empty file. `auto_vacuum` takes effect only if it is set before the first table is created.
 */
function createTables(connection: SqliteConnection, schema: Schema): void {
  connection.exec(
    `PRAGMA auto_vacuum = INCREMENTAL; PRAGMA application_id = ${APPLICATION_ID}; BEGIN IMMEDIATE`,
  );
  for (const step of STEPS) for (const statement of step) connection.exec(statement);
  setVersions(connection, schema);
  connection.exec('COMMIT');
}

/** Creates an empty database that appears atomically under its name. */
export async function createDatabase(path: string, schema: Schema): Promise<void> {
  const unfinished = `${path}.new`;
  for (const end of ['', '-journal', '-wal', '-shm']) await rm(unfinished + end, { force: true });
  await (await open(unfinished, 'wx', PRIVATE_FILE)).close();
  const connection = new SqliteConnection(unfinished);
  try {
    createTables(connection, schema);
  } catch (error) {
    connection.close();
    await rm(unfinished, { force: true });
    throw toSqliteError(error, unfinished);
  }
  connection.close();
  await rename(unfinished, path);
}

function setVersions(connection: SqliteConnection, schema: Schema): void {
  connection.exec(
    `INSERT OR REPLACE INTO meta VALUES ('layout', ${STEPS.length}), ('records', ${Math.trunc(schema.version)})`,
  );
}

/** Versions of tables and records. @throws HazeError `storage-damaged` if the file belongs to another program */
function readVersions(connection: SqliteConnection): { readonly layout: number; readonly records: number } {
  const [mark] = connection.all('PRAGMA application_id');
  if (mark?.application_id !== APPLICATION_ID) {
    throw storageDamaged(`The file ${connection.path} is not a Haze store database.`);
  }
  const meta = new Map(
    connection.all('SELECT name, value FROM meta').map((row) => [row.name, Number(row.value)]),
  );
  return { layout: meta.get('layout') ?? 0, records: meta.get('records') ?? 0 };
}

/** Names and SQL statements of all tables and indices. */
function describeTables(connection: SqliteConnection): string {
  const rows = connection.all(
    "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
  );
  return rows.map(({ sql }) => String(sql).replace(/\s+/g, ' ')).join('\n');
}

/** Names and SQL statements of the tables and indices that this program creates. */
function expectedTables(): string {
  const connection = new SqliteConnection(':memory:');
  try {
    for (const statement of STEPS.flat()) connection.exec(statement);
    return describeTables(connection);
  } finally {
    connection.close();
  }
}

/**
 * Checks the tables, and returns whether an older program wrote them.
 * @throws HazeError `store-too-new`, `store-too-old`, `storage-damaged`
 */
export function checkTables(
  connection: SqliteConnection,
  schema: Schema,
): { readonly isOlder: boolean; readonly records: number } {
  const { layout, records } = readVersions(connection);
  if (layout > STEPS.length) {
    throw new HazeError(
      'store-too-new',
      `The tables in ${connection.path} are in format version ${layout}, but this version of Haze supports only formats up to ${STEPS.length}. Use the newer version of Haze that created them.`,
    );
  }
  checkSchema(records, schema);
  const isOlder = layout < STEPS.length || records < schema.version;
  if (layout === STEPS.length && describeTables(connection) !== expectedTables()) {
    throw storageDamaged(
      `The tables in ${connection.path} differ from those that Haze created: another program has changed them.`,
    );
  }
  return { isOlder, records };
}

/** Sets the owner of content that older programs stored without an owner. */
export async function fillOwners(connection: SqliteConnection): Promise<void> {
  const reader = createSqliteReader(connection);
  for (let after = ''; ; ) {
    const rows = connection.all(
      `SELECT * FROM blobs WHERE key > ?1 AND owner = '' ORDER BY key LIMIT ${PAGE_SIZE}`,
      [after],
    ) as unknown as SqliteBlob[];
    for (const found of rows) {
      after = found.key;
      try {
        const row = decodeEntry(found);
        const owner = await ownerOfBlob(reader, row.key);
        if (owner !== '') writeEntry(connection, { ...row, owner });
      } catch (error) {
        // A damaged row stays unchanged, and reading it reports the damage.
        if (!(error instanceof HazeError) || error.code !== 'storage-damaged') throw error;
      }
    }
    if (rows.length < PAGE_SIZE) return;
  }
}

/** Migrates tables and records to this program's version, atomically. */
export async function migrateTables(connection: SqliteConnection, schema: Schema): Promise<void> {
  const { layout, records } = readVersions(connection);
  connection.exec('BEGIN IMMEDIATE');
  try {
    for (const statement of STEPS.slice(layout).flat()) connection.exec(statement);
    if (layout < OWNERS_LAYOUT) await fillOwners(connection);
    for (let after = ''; records < schema.version; ) {
      const rows = connection.all(
        `SELECT ${SUMMED_COLUMNS} FROM records WHERE place > ?1 ORDER BY place LIMIT ${PAGE_SIZE}`,
        [after],
      );
      for (const found of rows as unknown as SqliteRecord[]) {
        const row = decodeRecord(found);
        const migrated = migrateRow(row, records, schema);
        if (migrated) {
          if (migrated !== row) writeRecord(connection, migrated);
        } else connection.all('DELETE FROM records WHERE kind = ?1 AND id = ?2', [found.kind, found.id]);
        after = row.order;
      }
      if (rows.length < PAGE_SIZE) break;
    }
    setVersions(connection, schema);
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

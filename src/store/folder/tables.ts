// Reads and writes a store's tables in SQLite. Rows include a CRC-32 of their fields, because SQLite has no checksums:
// a row with a flipped bit causes an error instead of being returned.
import { crc32 } from 'node:zlib';
import type { Change } from '../contract/store.ts';
import { toStoreError } from '../contract/store-errors.ts';
import type { BlobRow, RecordRow, TableReader, TableWriter } from '../contract/tables.ts';
import { createSqlReader, type SqlDialect } from '../sql/reads.ts';
import {
  BLOB_COLUMNS,
  decodeBlob,
  decodeRow,
  encodeText,
  type SqlBlob,
  type SqlRecord,
  WHOLE_RECORD_COLUMNS,
} from '../sql/rows.ts';
import { type ChunkName, type ContentFiles, checkHash, hashOf } from './content.ts';
import { type SqliteConnection, storageDamaged, toSqliteError } from './sqlite.ts';

/** Size above which chunks are stored as files, because writing and syncing a file is then faster. */
export const MOST_INLINE_BYTES = 32 << 10;
/** Age at which content without an entry is assumed to belong to a process that has disappeared. */
const STAGED_MS = 24 * 3_600_000;
/** Maximum time for which content is retained because another process is reading everything. */
const READ_FOR_MS = 3_600_000;

export type SqliteRecord = SqlRecord & { readonly sum: number };
export type SqliteBlob = SqlBlob & { readonly sum: number };

function sumOf(fields: readonly unknown[], body = '', fixed = ''): number {
  return crc32(fixed, crc32(body, crc32(JSON.stringify(fields))));
}

const sumOfRecord = (row: SqlRecord) =>
  sumOf(
    [row.kind, row.id, row.owner, row.parent, row.status, row.created_at, row.place],
    row.body,
    row.fixed ?? '',
  );
const sumOfBlob = (row: SqlBlob) =>
  sumOf([
    row.key,
    row.blob_id,
    row.size_bytes,
    row.chunk_count,
    row.created_at,
    row.updated_at,
    // Entries from earlier programs have no owner.
    ...(row.owner ? [row.owner] : []),
  ]);

const DAMAGE = 'its checksum does not match. Save the readable data: haze doctor --repair --data-dir FOLDER';

function readRecord(row: SqliteRecord): RecordRow {
  return sumOfRecord(row) === row.sum ? decodeRow(row) : { ...decodeRow(row), damage: DAMAGE };
}

/** @throws HazeError `storage-damaged` */
export function decodeRecord(row: SqliteRecord): RecordRow {
  if (sumOfRecord(row) === row.sum) return decodeRow(row);
  throw storageDamaged(`The record "${row.id}" of the kind "${row.kind}" is damaged.`);
}

/** @throws HazeError `storage-damaged` */
export function decodeEntry(row: SqliteBlob): BlobRow {
  if (sumOfBlob(row) === row.sum) return decodeBlob(row);
  throw storageDamaged(`The entry of the content "${row.key}" is damaged.`);
}

/** All columns of a record that its checksum covers. */
export const SUMMED_COLUMNS = `${WHOLE_RECORD_COLUMNS}, sum`;

const SQLITE: SqlDialect = {
  stretch: (columns, from, to) => {
    const conditions = columns.map(
      (column, at) => `${column} ${at < columns.length - 1 ? '=' : '>'} ${from[at]}`,
    );
    return [...conditions, `${columns.at(-1)} < ${to}`].join(' AND ');
  },
  recordColumns: SUMMED_COLUMNS,
  blobColumns: `${BLOB_COLUMNS}, sum`,
  decodeRow: (row) => readRecord(row as SqliteRecord),
  decodeBlob: (row) => decodeEntry(row as SqliteBlob),
};

/** Adds or replaces a record. Throws the driver's own errors. */
export function writeRecord(connection: SqliteConnection, row: RecordRow, keepsFixed = false): void {
  const [kind, id, owner, parent, status] = [row.kind, row.id, row.owner, row.parent, row.status].map(
    encodeText,
  );
  const { createdAt: created_at, order: place, body, fixed = null } = row;
  const sql = { kind, id, owner, parent, status, created_at, place, body } as Omit<SqlRecord, 'fixed'>;
  connection.all(
    `INSERT INTO records VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (kind, id) DO UPDATE SET
      owner = ?3, parent = ?4, status = ?5, created_at = ?6, place = ?7, body = ?8, sum = ?9`,
    [...Object.values(sql), sumOfRecord({ ...sql, fixed })],
  );
  if (keepsFixed) return;
  connection.all('DELETE FROM fixed WHERE kind = ?1 AND id = ?2', [sql.kind, sql.id]);
  if (fixed === null) return;
  const values = [sql.kind, sql.id, sql.owner, Buffer.byteLength(fixed), fixed];
  connection.all('INSERT INTO fixed VALUES (?1, ?2, ?3, ?4, ?5)', values);
}

/** Adds or replaces an entry, which protects its content from removal. Throws the driver's own errors. */
export function writeEntry(connection: SqliteConnection, row: BlobRow): void {
  const { blobId: blob_id, sizeBytes: size_bytes, chunkCount: chunk_count } = row;
  const times = { created_at: row.createdAt, updated_at: row.updatedAt };
  const owner = encodeText(row.owner);
  const sql: SqlBlob = { key: encodeText(row.key), blob_id, size_bytes, chunk_count, ...times, owner };
  connection.all(
    `INSERT INTO contents VALUES (?1, NULL) ON CONFLICT DO UPDATE SET until = NULL WHERE until IS NOT NULL`,
    [blob_id],
  );
  connection.all(
    `INSERT INTO blobs (key, blob_id, size_bytes, chunk_count, created_at, updated_at, owner, sum)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (key) DO UPDATE SET blob_id = ?2, size_bytes = ?3,
      chunk_count = ?4, created_at = ?5, updated_at = ?6, owner = ?7, sum = ?8`,
    [...Object.values(sql), sumOfBlob(sql)],
  );
}

/** Adds a chunk; if the chunk is large, its bytes are in a file instead. Throws the driver's own errors. */
export function writeChunk(
  connection: SqliteConnection,
  { blobId, index }: ChunkName,
  bytes: Uint8Array,
  {
    nowMs,
    mostInlineBytes = MOST_INLINE_BYTES,
  }: { readonly nowMs: number; readonly mostInlineBytes?: number },
): void {
  const inline = bytes.length > mostInlineBytes ? null : bytes;
  // An upload may take days, so every chunk extends the time.
  connection.all(
    'INSERT INTO contents VALUES (?1, ?2) ON CONFLICT DO UPDATE SET until = ?2 WHERE until IS NOT NULL',
    [blobId, nowMs + STAGED_MS],
  );
  connection.all('INSERT OR REPLACE INTO chunks VALUES (?1, ?2, ?3, ?4)', [
    blobId,
    index,
    inline,
    hashOf(bytes),
  ]);
}

/**
 * A chunk from the database or its file, verified; undefined if there is none.
 * @throws HazeError `storage-damaged`
 */
export async function readStoredChunk(
  connection: SqliteConnection,
  files: ContentFiles,
  name: ChunkName,
): Promise<Uint8Array | undefined> {
  const { rows } = await connection.query({
    text: 'SELECT bytes, hash FROM chunks WHERE blob_id = $1 AND number = $2',
    values: [name.blobId, name.index],
  });
  const [row] = rows as { bytes: ArrayBuffer | null; hash: ArrayBuffer }[];
  if (!row) return undefined;
  const hash = new Uint8Array(row.hash);
  if (row.bytes === null) {
    return files.read(name, hash).catch((error) => {
      throw toStoreError(error);
    });
  }
  const bytes = new Uint8Array(row.bytes);
  checkHash(bytes, hash, connection.path);
  return bytes;
}

/** Effects of a transaction outside the tables. */
export class Effects {
  /** Files that must be on disk before the commit. */
  readonly files: (ChunkName & { readonly bytes: Uint8Array })[] = [];
  /** Files that become obsolete with the commit. */
  readonly outdated: ChunkName[] = [];
  /** Records that were added or removed, or whose status changed. */
  readonly news: Change[] = [];
  freesRoom = false;
  changesStatus = false;
  /** True if the content of removed entries is waiting for a sweep. */
  sweeps = false;
  failure: { readonly error: unknown } | undefined;
}

/** Removes content with its rows; the files are deleted after the commit. */
function dropContent(connection: SqliteConnection, blobId: string, effects: Effects): void {
  const rows = connection.all('SELECT number FROM chunks WHERE blob_id = ?1 AND bytes IS NULL', [blobId]);
  for (const { number } of rows) effects.outdated.push({ blobId, index: Number(number) });
  connection.all('DELETE FROM contents WHERE blob_id = ?1', [blobId]);
}

/** Time (epoch milliseconds) until which other processes may read everything from a snapshot. */
function readUntil(connection: SqliteConnection): number {
  return Number(connection.all('SELECT max(until) AS until FROM readers')[0]?.until ?? 0);
}

/** Records that a process is starting to read everything from a snapshot. */
export function beginReading(connection: SqliteConnection, id: string, effects: Effects): void {
  // Lets the commit use the reserve, because users may export when the disk is full.
  effects.freesRoom = true;
  connection.all('INSERT INTO readers VALUES (?1, ?2)', [id, Date.now() + READ_FOR_MS]);
}

/** Records that a process has finished reading everything. Content stays while there are other readers. */
export function endReading(connection: SqliteConnection, id: string, effects: Effects): void {
  effects.freesRoom = true;
  const [own] = connection.all('DELETE FROM readers WHERE id = ?1 RETURNING until', [id]);
  const values = [Number(own?.until), readUntil(connection)];
  connection.all('UPDATE contents SET until = ?2 WHERE until = ?1', values);
}

/** Removes content that has lost its entry, now or as soon as no other process reads it. */
function outdate(connection: SqliteConnection, blobId: string, nowMs: number, effects: Effects): void {
  const untilMs = readUntil(connection);
  if (untilMs <= nowMs) dropContent(connection, blobId, effects);
  else connection.all('UPDATE contents SET until = ?2 WHERE blob_id = ?1', [blobId, untilMs]);
}

/** Removes content that will never get an entry. */
export function dropStaged(connection: SqliteConnection, blobId: string, effects: Effects): void {
  effects.freesRoom = true;
  const isNamed = connection.all('SELECT 1 AS named FROM blobs WHERE blob_id = ?1', [blobId]).length > 0;
  if (!isNamed) outdate(connection, blobId, Date.now(), effects);
}

/** Removes some expired content; returns true if there may be more. */
export function sweepContent(connection: SqliteConnection, nowMs: number, effects: Effects): boolean {
  effects.freesRoom = true;
  const most = 200;
  const rows = connection.all(`SELECT blob_id FROM contents WHERE until <= ?1 LIMIT ${most}`, [nowMs]);
  for (const { blob_id: blobId } of rows) dropContent(connection, String(blobId), effects);
  return rows.length === most;
}

/** Reads the tables. */
export function createSqliteReader(connection: SqliteConnection): TableReader {
  return createSqlReader(connection.query, SQLITE);
}

/** Reads and writes within a transaction. @param now epoch milliseconds by the machine's clock */
export function createSqliteWriter(
  connection: SqliteConnection,
  effects: Effects,
  now: () => number,
): TableWriter {
  const reader = createSqliteReader(connection);
  const run = async <T>(work: () => T): Promise<T> => {
    // The first failure becomes the transaction's failure.
    if (effects.failure) throw effects.failure.error;
    try {
      return work();
    } catch (error) {
      const converted = toSqliteError(error, connection.path);
      effects.failure = { error: converted };
      throw converted;
    }
  };
  const change = (text: string, values: Parameters<SqliteConnection['all']>[1]) =>
    run(() => connection.all(text, values));
  const noteRecord = ({ kind, id, status }: RecordRow, gone: boolean) => {
    // An import is reported as a single change, because it writes any number of records.
    if (effects.news[0]?.what === 'everything') return;
    effects.news.push({ what: 'record', kind, id, gone, ...(status !== '' && { status }) });
  };
  const forget = (row: BlobRow) => {
    effects.freesRoom = true;
    return change('DELETE FROM blobs WHERE key = ?1', [encodeText(row.key)]);
  };
  return {
    ...reader,
    nextSequence: async () => {
      const [row] = await change(
        "UPDATE meta SET value = value + 1 WHERE name = 'sequence' RETURNING value",
        [],
      );
      return Number(row!.value);
    },
    raiseSequence: async (above) => {
      await change("UPDATE meta SET value = max(value, ?1) WHERE name = 'sequence'", [above]);
    },
    putRecord: async (row, keepsFixed) => {
      const values = [encodeText(row.kind), encodeText(row.id)];
      const [before] = await change('SELECT status FROM records WHERE kind = ?1 AND id = ?2', values);
      const isNews = before?.status !== encodeText(row.status);
      effects.changesStatus ||= before !== undefined && isNews;
      await run(() => writeRecord(connection, row, keepsFixed && before !== undefined));
      if (isNews) noteRecord(row, false);
    },
    deleteRecord: async (row) => {
      effects.freesRoom = true;
      await change('DELETE FROM records WHERE kind = ?1 AND id = ?2', [
        encodeText(row.kind),
        encodeText(row.id),
      ]);
      noteRecord(row, true);
    },
    putBlob: (row) => run(() => writeEntry(connection, row)),
    deleteBlob: async (row) => {
      await forget(row);
      await run(() => outdate(connection, row.blobId, now(), effects));
    },
    forgetBlob: async (row) => {
      await forget(row);
      await change('UPDATE contents SET until = ?2 WHERE blob_id = ?1', [row.blobId, now() + STAGED_MS]);
    },
    putChunk: async (blobId, index, bytes) => {
      await run(() => writeChunk(connection, { blobId, index }, bytes, { nowMs: now() }));
      if (bytes.length > MOST_INLINE_BYTES) effects.files.push({ blobId, index, bytes });
    },
    clear: async () => {
      effects.freesRoom = true;
      effects.sweeps = true;
      await change('DELETE FROM records', []);
      await change('DELETE FROM blobs', []);
      await run(() =>
        connection.all('UPDATE contents SET until = ?1 WHERE until IS NULL', [readUntil(connection)]),
      );
      effects.news.push({ what: 'everything' });
    },
  };
}

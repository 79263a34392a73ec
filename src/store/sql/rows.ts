// The store's rows in SQL. Database strings cannot contain a NUL character or a lone surrogate, so such strings are
// escaped; bodies are JSON, which itself escapes these characters.
import type { BlobRow, RecordRow } from '../contract/tables.ts';

/** A statement; if it has a `name`, each connection prepares it only once. */
export interface Statement {
  readonly text: string;
  readonly name?: string;
  readonly values?: readonly unknown[];
}

export interface StatementResult {
  // biome-ignore lint/suspicious/noExplicitAny: the type of a statement's result is known where it is written.
  readonly rows: any[];
  readonly rowCount: number | null;
  readonly command: string;
}

/** Runs a statement on some connection. */
export type Query = (statement: Statement) => Promise<StatementResult>;

export interface SqlRecord extends Omit<RecordRow, 'createdAt' | 'order' | 'fixed' | 'damage'> {
  readonly created_at: number;
  readonly place: string;
  readonly fixed: string | null;
}

export interface SqlBlob {
  readonly key: string;
  readonly blob_id: string;
  readonly size_bytes: number;
  readonly chunk_count: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly owner: string;
}

/** The table's own columns. */
export const RECORD_COLUMNS = 'kind, id, owner, parent, status, created_at, place, body';
/** The same columns, plus each record's fixed fields. */
export const WHOLE_RECORD_COLUMNS = `${RECORD_COLUMNS},
  (SELECT large.body FROM fixed AS large WHERE large.kind = records.kind AND large.id = records.id) AS fixed`;
/** Columns of an entry; the cast makes drivers return the size as a JavaScript number. */
export const BLOB_COLUMNS =
  'key, blob_id, CAST(size_bytes AS double precision) AS size_bytes, chunk_count, created_at, updated_at, owner';

// Also escapes the greatest character, so that the unescaped character sorts after every string with a given prefix.
const UNFIT = /[\0\\]|\udbff\udfff|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/** Prefix of the names of cache content: sorts after all other names, which are hexadecimal. */
export const CACHED_NAME = '~';
/** Sorts after every character of an encoded string. */
export const AFTER_ALL = '\u{10ffff}';

/** Encodes a string for the database. */
export function encodeText(text: string): string {
  return text.replace(UNFIT, (found) =>
    Array.from({ length: found.length }, (_, at) => `\\${hex(found.charCodeAt(at))}`).join(''),
  );
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0');
}

/** Decodes a string from the database. */
export function decodeText(text: string): string {
  return text.replace(/\\([0-9a-f]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

export function decodeRow(row: SqlRecord): RecordRow {
  return {
    kind: decodeText(row.kind),
    id: decodeText(row.id),
    owner: decodeText(row.owner ?? ''),
    parent: decodeText(row.parent),
    status: decodeText(row.status),
    createdAt: row.created_at,
    order: row.place,
    body: row.body,
    ...(typeof row.fixed === 'string' && { fixed: row.fixed }),
  };
}

export function decodeBlob(row: SqlBlob): BlobRow {
  return {
    key: decodeText(row.key),
    blobId: row.blob_id,
    sizeBytes: row.size_bytes,
    chunkCount: row.chunk_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    owner: decodeText(row.owner),
  };
}

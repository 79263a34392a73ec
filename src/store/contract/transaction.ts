// Reads and transactions for callers, on top of a backend's tables: pages with continuation keys, records with parsed
// bodies, blobs with their chunks. The backend handles only rows and ranges.
import { HazeError } from '../../errors/haze-error.ts';
import { makeOrder, rangesFrom, rangesOf } from './record-index.ts';
import type {
  BlobInfo,
  BlobQuery,
  Change,
  DamagedRecord,
  NewRecord,
  ReadView,
  RecordFilter,
  RecordPage,
  RecordQuery,
  RecordType,
  StoredRecord,
  Transaction,
} from './store.ts';
import { recordDamaged } from './store-errors.ts';
import { joinBody, ownerOfBlob, splitBody } from './stored-for.ts';
import type { BlobRow, RecordRow, TableReader, TableWriter } from './tables.ts';

/** Chunk size of blobs that are written as a whole, so that a reader never needs all bytes of a blob in memory. */
export const CHUNK_SIZE_BYTES = 1 << 20;
const DEFAULT_LIMIT = 25;
const MAX_KEY_LENGTH = 2048;
const DELETE_BATCH = 100;

/** A transaction's environment. */
export interface TransactionContext {
  /** Epoch milliseconds. */
  now(): number;
  /** Returns a name that no blob in any store has ever had. */
  newBlobId(key: string): string;
  /** Receives the transaction's changes. */
  readonly changes: Change[];
}

function parseBody({ kind, id, body, fixed, damage }: RecordRow): unknown {
  if (damage !== undefined) throw recordDamaged(kind, id, damage);
  try {
    return joinBody(fixed === undefined ? { body } : { body, fixed });
  } catch {
    throw recordDamaged(kind, id, 'its body is not JSON');
  }
}

/** Converts a stored row to a record. @throws HazeError `record-damaged` */
export function toRecord<Body extends object>(row: RecordRow): StoredRecord<Body> {
  const { id, owner, parent, status, createdAt, order } = row;
  const body = parseBody(row);
  if (typeof body !== 'object' || body === null)
    throw recordDamaged(row.kind, id, 'its body is not an object');
  return { id, owner, parent, status, createdAt, order, body: body as Body };
}

/** Splits rows into readable records and reports of damaged rows. */
function toRecords<Body extends object>(rows: readonly RecordRow[]) {
  const records: StoredRecord<Body>[] = [];
  const damaged: DamagedRecord[] = [];
  for (const row of rows) {
    try {
      records.push(toRecord<Body>(row));
    } catch (error) {
      if (!(error instanceof HazeError)) throw error;
      damaged.push({ id: row.id, message: error.message });
    }
  }
  return damaged.length > 0 ? { records, damaged } : { records };
}

/** Converts a stored entry to the form that callers see. */
export function toBlobInfo(row: Omit<BlobRow, 'owner'>): BlobInfo {
  const { key, sizeBytes, chunkCount, createdAt, updatedAt } = row;
  return { key, sizeBytes, chunkCount, createdAt, updatedAt, version: `${row.blobId}-${chunkCount}` };
}

/** Rejects keys that do not fit into a backend's ranges. */
export function checkBlobKey(key: string): void {
  if (key === '' || key.length > MAX_KEY_LENGTH || key.includes('\uffff')) {
    const shown = JSON.stringify(key.slice(0, 100));
    throw new HazeError(
      'bad-blob-key',
      `${shown} is not a valid blob key: use 1 to ${MAX_KEY_LENGTH} characters.`,
    );
  }
}

/**
 * Maximum total number of characters in the bodies on a page, because parsing more would block the thread. A single
 * larger body is still allowed.
 */
const MOST_PAGE_LENGTH = 4_000_000;

/** Number of leading rows whose total length does not exceed this length, but at least one. */
function countWithin(rows: readonly RecordRow[], length: number): number {
  let left = length;
  const end = rows.findIndex(({ body, fixed = '' }) => {
    left -= body.length + fixed.length;
    return left < 0;
  });
  return end < 0 ? rows.length : Math.max(1, end);
}

async function listRecords<Body extends object>(
  reader: TableReader,
  kind: string,
  query: RecordQuery,
): Promise<RecordPage<Body>> {
  const limit = query.limit ?? DEFAULT_LIMIT;
  if (!Number.isInteger(limit) || limit < 1) {
    throw new HazeError(
      'bad-query',
      `A page cannot have ${limit} records: the limit must be a whole number of at least 1.`,
    );
  }
  const descending = query.descending ?? false;
  // One extra row shows whether another page follows.
  const rows = [...(await reader.scan(rangesFrom(kind, query), limit + 1, descending))];
  rows.sort((a, b) => (a.order < b.order === descending ? 1 : -1));
  const count = Math.min(limit, countWithin(rows, MOST_PAGE_LENGTH));
  const page = toRecords<Body>(rows.slice(0, count));
  const last = rows[count - 1];
  return rows.length > count && last ? { ...page, continuationKey: last.order } : page;
}

async function countRecords(reader: TableReader, kind: string, filter: RecordFilter): Promise<number> {
  return reader.count(rangesOf(kind, filter));
}

async function listBlobs(reader: TableReader, query: BlobQuery): Promise<readonly BlobInfo[]> {
  const rows = await reader.scanBlobs(query.prefix, query.after ?? '', query.limit ?? DEFAULT_LIMIT);
  return rows.map(toBlobInfo);
}

/** The interface's read operations, on top of a backend's tables. */
export function createReadView(reader: TableReader): ReadView {
  return {
    get: async <Body extends object>(type: RecordType<Body>, id: string) => {
      const row = await reader.record(type.kind, id);
      return row && toRecord<Body>(row);
    },
    list: (type, query) => listRecords(reader, type.kind, query),
    count: (type, filter) => countRecords(reader, type.kind, filter),
    nextOwner: (type, { after, status }) => reader.nextOwner(type.kind, status, after),
    blobInfo: async (key) => {
      const row = await reader.blob(key);
      return row && toBlobInfo(row);
    },
    listBlobs: (query) => listBlobs(reader, query),
    sizeOf: (owner) => reader.sizeOf(owner),
  };
}

async function insertRecord<Body extends object>(
  writer: TableWriter,
  kind: string,
  record: NewRecord<Body>,
): Promise<StoredRecord<Body>> {
  const { id, owner, parent = '', status = '', createdAt } = record;
  if (await writer.record(kind, id)) {
    throw new HazeError('record-exists', `A ${kind} with the ID "${id}" already exists.`);
  }
  const order = makeOrder(createdAt, await writer.nextSequence());
  const row = { kind, id, owner, parent, status, createdAt, order, ...splitBody(kind, record.body) };
  await writer.putRecord(row);
  return toRecord(row);
}

async function updateRecord<Body extends object>(
  writer: TableWriter,
  kind: string,
  id: string,
  change: { readonly status?: string; readonly body?: Body },
): Promise<StoredRecord<Body>> {
  const old = await writer.record(kind, id);
  if (!old) throw new HazeError('record-missing', `There is no ${kind} with the ID "${id}" to change.`);
  const { body, fixed } = change.body === undefined ? old : splitBody(kind, change.body);
  const { fixed: before, ...rest } = old;
  const status = change.status ?? old.status;
  const row: RecordRow = { ...rest, status, body, ...(fixed !== undefined && { fixed }) };
  await writer.putRecord(row, fixed === before);
  return toRecord(row);
}

async function putBlob(
  writer: TableWriter,
  context: TransactionContext,
  key: string,
  bytes: Uint8Array,
): Promise<BlobInfo> {
  checkBlobKey(key);
  const old = await writer.blob(key);
  const blobId = context.newBlobId(key);
  let chunkCount = 0;
  for (let at = 0; at < bytes.length; at += CHUNK_SIZE_BYTES) {
    await writer.putChunk(blobId, chunkCount, bytes.slice(at, at + CHUNK_SIZE_BYTES));
    chunkCount += 1;
  }
  if (old) await writer.deleteBlob(old);
  const time = context.now();
  const owner = old?.owner || (await ownerOfBlob(writer, key));
  const row = { key, blobId, sizeBytes: bytes.length, chunkCount, createdAt: time, updatedAt: time, owner };
  return putRow(writer, context, row);
}

async function putRow(writer: TableWriter, { changes }: TransactionContext, row: BlobRow): Promise<BlobInfo> {
  await writer.putBlob(row);
  changes.push({ what: 'blob', key: row.key, gone: false });
  return toBlobInfo(row);
}

async function appendChunk(
  writer: TableWriter,
  context: TransactionContext,
  key: string,
  bytes: Uint8Array,
): Promise<BlobInfo> {
  checkBlobKey(key);
  const time = context.now();
  const old = (await writer.blob(key)) ?? {
    key,
    blobId: context.newBlobId(key),
    sizeBytes: 0,
    chunkCount: 0,
    createdAt: time,
    owner: await ownerOfBlob(writer, key),
  };
  await writer.putChunk(old.blobId, old.chunkCount, bytes.slice());
  const [sizeBytes, chunkCount] = [old.sizeBytes + bytes.length, old.chunkCount + 1];
  return putRow(writer, context, { ...old, sizeBytes, chunkCount, updatedAt: time });
}

async function deleteBlobs(
  writer: TableWriter,
  context: TransactionContext,
  prefix: string,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const rows = await writer.scanBlobs(prefix, '', DELETE_BATCH);
    for (const row of rows) {
      await writer.deleteBlob(row);
      context.changes.push({ what: 'blob', key: row.key, gone: true });
    }
    removed += rows.length;
    if (rows.length < DELETE_BATCH) return removed;
  }
}

function changeOf(kind: string, { id, status }: { readonly id: string; readonly status: string }): Change {
  return { what: 'record', kind, id, gone: false, ...(status !== '' && { status }) };
}

/** A transaction for callers; adds its changes to `context.changes`. */
export function createTransaction(writer: TableWriter, context: TransactionContext): Transaction {
  const { changes } = context;
  return {
    ...createReadView(writer),
    insert: async (type, record) => {
      const stored = await insertRecord(writer, type.kind, record);
      changes.push(changeOf(type.kind, stored));
      return stored;
    },
    update: async (type, id, change) => {
      const stored = await updateRecord(writer, type.kind, id, change);
      changes.push(changeOf(type.kind, stored));
      return stored;
    },
    delete: async (type, id) => {
      const row = await writer.record(type.kind, id);
      if (!row) return false;
      await writer.deleteRecord(row);
      changes.push({ what: 'record', kind: type.kind, id, gone: true });
      return true;
    },
    putBlob: (key, bytes) => putBlob(writer, context, key, bytes),
    appendChunk: (key, bytes) => appendChunk(writer, context, key, bytes),
    touchBlob: async (key) => {
      const row = await writer.blob(key);
      if (row) await writer.putBlob({ ...row, updatedAt: context.now() });
      return row !== undefined;
    },
    deleteBlob: async (key) => {
      const row = await writer.blob(key);
      if (!row) return false;
      await writer.deleteBlob(row);
      changes.push({ what: 'blob', key, gone: true });
      return true;
    },
    deleteBlobs: (prefix) => deleteBlobs(writer, context, prefix),
  };
}

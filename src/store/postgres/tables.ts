// Reads and writes the store's tables. Each method is a single statement, so it reads a consistent state; a
// transaction's changes are recorded as news for other processes.

import type { Change } from '../contract/store.ts';
import type { OrderRange, RecordRow, TableReader, TableWriter } from '../contract/tables.ts';
import { createSqlReader, joinRanges, type SqlDialect, withoutEmpty } from '../sql/reads.ts';
import {
  BLOB_COLUMNS,
  decodeBlob,
  decodeRow,
  encodeText,
  type Query,
  RECORD_COLUMNS,
  type SqlBlob,
  type SqlRecord,
  type Statement,
  WHOLE_RECORD_COLUMNS,
} from '../sql/rows.ts';
import { chooseEvidence, type Evidence, goneEvidence, writtenEvidence } from './evidence.ts';
import { fixedStatement } from './layout.ts';

/** Time during which readers in any process can finish reading replaced or removed content. */
export const OUTDATED_FOR = '15 minutes';
/** Age at which content without an entry is assumed to belong to a process that has disappeared. */
const STAGED_FOR = '24 hours';

/**
 * Writes ranges as row comparisons, because only an index on the same columns provides their order. With `owner = …`,
 * PostgreSQL might choose another index, such as the index by place over all owners. PostgreSQL assumes that each
 * owner's rows are spread over all times and that its statistics are current. Plans are valid for all values, so each
 * plan is made only once.
 */
const DIALECT: SqlDialect = {
  stretch: (columns, from, to) => {
    const row = `(${columns.join(', ')})`;
    return `${row} > (${from.join(', ')}) AND ${row} < (${[...from.slice(0, -1), to].join(', ')})`;
  },
  recordColumns: WHOLE_RECORD_COLUMNS,
  blobColumns: BLOB_COLUMNS,
  decodeRow: (row) => decodeRow(row as SqlRecord),
  decodeBlob: (row) => decodeBlob(row as SqlBlob),
};

const XID = 'pg_current_xact_id()::text AS xid';

/**
 * The first row that no other transaction has locked, in the first range that has such a row; locks this row.
 * PostgreSQL reads the parts one after another, and stops at the limit.
 */
function holdStatement(ranges: readonly OrderRange[]): Statement {
  const { parts, values, form } = joinRanges(DIALECT, ranges, 'ASC', {
    select: `${WHOLE_RECORD_COLUMNS}, ${XID}`,
    limit: 'LIMIT 1 FOR UPDATE SKIP LOCKED',
  });
  return { name: `hold ${form}`, text: `${parts.join(' UNION ALL ')} LIMIT 1`, values };
}

/** Creates a reader of the tables, for the backend. */
export function createPostgresReader(query: Query): TableReader {
  return createSqlReader(query, DIALECT);
}

/** A transaction's notes for other processes. */
export interface PostgresNotes {
  /** PostgreSQL's ID for the transaction, once the transaction has written. */
  transactionId: string | undefined;
  /** Evidence for a later check of the commit. */
  evidence: Evidence | undefined;
  /** Records that were added or removed, or whose status changed. */
  readonly news: Change[];
  /** The news number. Each number is used only once, possibly by a transaction that later fails. */
  newsNumber: number | undefined;
  /** The last write of a claim; COMMIT follows it without waiting for its response. */
  lastWrite: Promise<void> | undefined;
}

const BLOB_NAMES = 'key, blob_id, size_bytes, chunk_count, created_at, updated_at, owner';
const NEWS_NUMBER = `nextval('news')::double precision AS news_number`;

/**
 * Reads and writes through a transaction's connection.
 * @param manner `isFull`: no note can be written, and content without an entry is removed immediately, even while
 * other processes read it. `isClaim`: a write resolves as soon as it is sent
 */
export function createPostgresWriter(
  query: Query,
  notes: PostgresNotes,
  { isFull = false, isClaim = false }: { readonly isFull?: boolean; readonly isClaim?: boolean } = {},
): TableWriter {
  const reader = createPostgresReader(query);
  /** Records as this transaction has read or written them, unaffected by changes that other transactions make. */
  const known = new Map<string, RecordRow | undefined>();
  const nameOf = ({ kind, id }: { readonly kind: string; readonly id: string }) => JSON.stringify([kind, id]);
  const writeNow = async (statement: Statement, evidence?: Evidence) => {
    const { rows } = await query(statement);
    notes.transactionId ??= rows[0]?.xid;
    notes.newsNumber ??= rows[0]?.news_number;
    notes.evidence = chooseEvidence(notes.evidence, evidence);
  };
  const write = async (statement: Statement, evidence?: Evidence) => {
    await notes.lastWrite;
    if (!isClaim) return writeNow(statement, evidence);
    notes.evidence = chooseEvidence(notes.evidence, evidence);
    notes.lastWrite = writeNow(statement);
    // Ignores a failure here: the engine awaits the write together with COMMIT.
    notes.lastWrite.catch(() => undefined);
  };
  /** Performs a write that is reported to other processes; the first such write in a transaction takes a number. */
  const writeNews = async (statement: Statement, evidence?: Evidence) => {
    await notes.lastWrite;
    if (notes.newsNumber !== undefined) return write(statement, evidence);
    const name = statement.name && `${statement.name} first`;
    return write(
      { ...statement, ...(name && { name }), text: `${statement.text}, ${NEWS_NUMBER}` },
      evidence,
    );
  };
  const noteRecord = ({ kind, id, status }: RecordRow, gone: boolean) => {
    // An import is reported as a single change, because it writes any number of records.
    if (notes.news[0]?.what === 'everything') return;
    notes.news.push({ what: 'record', kind, id, gone, ...(status !== '' && { status }) });
  };
  const forgetContent = (blobId: string) => {
    if (isFull)
      return write({ text: `DELETE FROM chunks WHERE blob_id = $1 RETURNING ${XID}`, values: [blobId] });
    return write({
      name: 'stage',
      text: `INSERT INTO staged VALUES ($1, now() + $2::interval)
        ON CONFLICT (blob_id) DO UPDATE SET until = excluded.until RETURNING ${XID}`,
      values: [blobId, OUTDATED_FOR],
    });
  };
  const deleteBlob: TableWriter['deleteBlob'] = async ({ key, blobId }) => {
    const values = [encodeText(key)];
    await write(
      { name: 'delete-blob', text: `DELETE FROM blobs WHERE key = $1 RETURNING ${XID}`, values },
      goneEvidence('blobs WHERE key = $1', values),
    );
    await forgetContent(blobId);
  };
  return {
    ...reader,
    record: async (kind, id) => {
      const name = nameOf({ kind, id });
      if (!known.has(name)) known.set(name, await reader.record(kind, id));
      return known.get(name);
    },
    holdFirst: async (given) => {
      const ranges = withoutEmpty(given);
      if (ranges.length === 0) return undefined;
      const { rows } = await query(holdStatement(ranges));
      const row = rows[0] && decodeRow(rows[0] as SqlRecord);
      notes.transactionId ??= rows[0]?.xid;
      if (row) known.set(nameOf(row), row);
      return row;
    },
    nextSequence: async () => {
      const { rows } = await query({
        name: 'next-place',
        text: `SELECT nextval('places')::double precision AS next`,
      });
      return rows[0].next as number;
    },
    raiseSequence: async (above) => {
      // Sequences are not transactional: if a failed transaction raises a sequence, this leaves only a gap.
      await query({
        text: `SELECT setval('places', greatest(nextval('places'), $1::bigint))`,
        values: [above],
      });
    },
    putRecord: async (row, keepsFixed = false) => {
      const before = known.get(nameOf(row))?.status;
      const names = [row.kind, row.id, row.owner, row.parent, row.status].map(encodeText);
      const isNews = before !== row.status;
      await (isNews ? writeNews : write)(
        {
          name: 'put-record',
          text: `INSERT INTO records (${RECORD_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (kind, id) DO UPDATE SET owner = excluded.owner, parent = excluded.parent,
              status = excluded.status, created_at = excluded.created_at, place = excluded.place,
              body = excluded.body, changed_at = clock_timestamp()
            RETURNING ${XID}`,
          values: [...names, row.createdAt, row.order, row.body],
        },
        writtenEvidence('records WHERE kind = $2 AND id = $3 AND status = $4 AND body = $5', [
          names[0],
          names[1],
          names[4],
          row.body,
        ]),
      );
      const hadFixed = known.get(nameOf(row))?.fixed !== undefined;
      if (row.fixed !== undefined && !keepsFixed) {
        await write(fixedStatement(names.slice(0, 3), row.fixed));
      } else if (row.fixed === undefined && hadFixed) {
        await write({
          name: 'delete-fixed',
          text: `DELETE FROM fixed WHERE kind = $1 AND id = $2 RETURNING ${XID}`,
          values: names.slice(0, 2),
        });
      }
      if (isNews) noteRecord(row, false);
      // Does not keep an import's records, because an import may be larger than memory.
      if (notes.news[0]?.what !== 'everything') known.set(nameOf(row), row);
    },
    deleteRecord: async (row) => {
      const values = [encodeText(row.kind), encodeText(row.id)];
      await writeNews(
        {
          name: 'delete-record',
          text: `DELETE FROM records WHERE kind = $1 AND id = $2 RETURNING ${XID}`,
          values,
        },
        goneEvidence('records WHERE kind = $1 AND id = $2', values),
      );
      known.set(nameOf(row), undefined);
      noteRecord(row, true);
    },
    putBlob: async (row) => {
      const key = encodeText(row.key);
      await write(
        {
          name: 'put-blob',
          text: `WITH named AS (DELETE FROM staged WHERE blob_id = $2)
            INSERT INTO blobs (${BLOB_NAMES}) VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (key) DO UPDATE SET blob_id = excluded.blob_id, size_bytes = excluded.size_bytes,
              chunk_count = excluded.chunk_count, created_at = excluded.created_at, updated_at = excluded.updated_at,
              owner = excluded.owner
            RETURNING ${XID}`,
          values: [
            key,
            row.blobId,
            row.sizeBytes,
            row.chunkCount,
            row.createdAt,
            row.updatedAt,
            encodeText(row.owner),
          ],
        },
        writtenEvidence('blobs WHERE key = $2 AND blob_id = $3 AND chunk_count = $4 AND updated_at = $5', [
          key,
          row.blobId,
          row.chunkCount,
          row.updatedAt,
        ]),
      );
    },
    // Always removes content later, because readers in other processes are unknown here.
    deleteBlob,
    forgetBlob: deleteBlob,
    putChunk: async (blobId, index, bytes) => {
      await write(
        {
          name: 'put-chunk',
          text: `INSERT INTO chunks VALUES ($1, $2, $3) RETURNING ${XID}`,
          values: [blobId, index, bufferOf(bytes)],
        },
        // Replaced or removed content stays for a while, so a missing chunk must never have been stored.
        {
          kind: 'own',
          look: () => ({
            text: 'SELECT FROM chunks WHERE blob_id = $1 AND index = $2',
            values: [blobId, index],
          }),
        },
      );
    },
    clear: async () => {
      await query({ text: 'SET LOCAL statement_timeout = 0' });
      await query({ text: 'SET LOCAL lock_timeout = 0' });
      await writeNews({ text: `WITH gone AS (DELETE FROM records) SELECT ${XID}` });
      if (isFull) {
        await write({
          text: `WITH gone AS (DELETE FROM blobs RETURNING blob_id)
            DELETE FROM chunks WHERE blob_id IN (SELECT blob_id FROM gone) RETURNING ${XID}`,
        });
      } else
        await write({
          text: `WITH gone AS (DELETE FROM blobs RETURNING blob_id)
          INSERT INTO staged SELECT blob_id, now() + $1::interval FROM gone
          ON CONFLICT (blob_id) DO UPDATE SET until = excluded.until RETURNING ${XID}`,
          values: [OUTDATED_FOR],
        });
      known.clear();
      notes.news.push({ what: 'everything' });
    },
  };
}

/** The same bytes, in the form that the driver sends as binary. */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Stores a chunk that has no entry yet. */
export function stageStatement(blobId: string, index: number, bytes: Uint8Array): Statement {
  return {
    name: 'stage-chunk',
    text: `WITH marked AS (
        INSERT INTO staged VALUES ($1, now() + $4::interval)
        ON CONFLICT (blob_id) DO UPDATE SET until = excluded.until)
      INSERT INTO chunks VALUES ($1, $2, $3)
      ON CONFLICT (blob_id, index) DO UPDATE SET bytes = excluded.bytes`,
    values: [blobId, index, bufferOf(bytes), STAGED_FOR],
  };
}

export function readChunkStatement(blobId: string, index: number): Statement {
  return {
    name: 'read-chunk',
    text: 'SELECT bytes FROM chunks WHERE blob_id = $1 AND index = $2',
    values: [blobId, index],
  };
}

/**
 * Removes content that will never get an entry. Content that once had an entry may have readers elsewhere, and is
 * removed when its retention time is over.
 */
export function dropStagedStatement(blobId: string): Statement {
  return {
    name: 'drop-staged',
    text: `WITH gone AS (
        DELETE FROM staged WHERE blob_id = $1 AND until > now() + $2::interval RETURNING blob_id)
      DELETE FROM chunks WHERE blob_id IN (SELECT blob_id FROM gone)`,
    values: [blobId, OUTDATED_FOR],
  };
}

/** Removes expired content. */
export const SWEEP_STATEMENT: Statement = {
  text: `WITH gone AS (DELETE FROM staged WHERE until < now() RETURNING blob_id)
    DELETE FROM chunks WHERE blob_id IN (SELECT blob_id FROM gone)`,
};

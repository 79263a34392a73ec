// Reads and writes the store's tables. Each method is one statement, so each is of one moment; changes of a transaction
// are noted as news for other processes.

import { partsOfTerm } from '../contract/record-index.ts';
import type { Change } from '../contract/store.ts';
import type { OrderRange, RecordRow, TableReader, TableWriter } from '../contract/tables.ts';
import { chooseEvidence, type Evidence, goneEvidence, writtenEvidence } from './evidence.ts';
import { recordStatement } from './record-reads.ts';
import {
  AFTER_ALL,
  BLOB_COLUMNS,
  decodeBlob,
  decodeRow,
  decodeText,
  encodeText,
  type Query,
  RECORD_COLUMNS,
  type SqlBlob,
  type SqlRecord,
  type Statement,
} from './rows.ts';

/** Time for which readers in any process can finish reading replaced or removed content. */
export const OUTDATED_FOR = '15 minutes';
/** Age after which content without an entry was left by a process that is gone. */
const STAGED_FOR = '24 hours';

/** SQL condition of a range. */
interface RangeQuestion {
  /** Condition; its values are appended to the statement's values. */
  readonly condition: string;
  /** Columns of the index that has these rows side by side. */
  readonly columns: readonly string[];
  readonly form: string;
}

/** LIKE pattern that matches exactly this text. */
function patternOf(text: string): string {
  return encodeText(text).replace(/[\\%_]/g, '\\$&');
}

/**
 * The range as one stretch of one index. For `owner = …`, ordered by place, PostgreSQL could choose another index, such
 * as place over the rows of all owners. It misjudges the cost: it assumes that each owner's rows are spread over all
 * times, and that its statistics are current. An exact LIKE finds the same rows by the same index, with an order by all
 * columns that only this index has.
 */
function questionOf(range: OrderRange, values: unknown[]): RangeQuestion {
  const parts = Object.entries(partsOfTerm(range.term)) as [string, string][];
  const conditions = parts.map(([column, value]) => {
    values.push(patternOf(value));
    return `${column} LIKE $${values.length}`;
  });
  // Separate conditions, so that PostgreSQL uses the indices of rows with a parent or status.
  for (const [column] of parts) {
    if (column === 'parent' || column === 'status') conditions.push(`${column} <> ''`);
  }
  values.push(range.after, range.before);
  conditions.push(`place > $${values.length - 1}`, `place < $${values.length}`);
  const columns = [...parts.map(([column]) => column), 'place'];
  return { condition: conditions.join(' AND '), columns, form: columns.join('-') };
}

/** The order of an index. */
function orderOf({ columns }: RangeQuestion, way: 'ASC' | 'DESC'): string {
  return `ORDER BY ${columns.map((column) => `${column} ${way}`).join(', ')}`;
}

/** Rows without status or parent are in no such list. */
function isEmpty({ term }: OrderRange): boolean {
  const { parent, status } = partsOfTerm(term);
  return parent === '' || status === '';
}

function scanStatement(ranges: readonly OrderRange[], limit: number, descending: boolean): Statement {
  const values: unknown[] = [limit];
  const way = descending ? 'DESC' : 'ASC';
  const forms: string[] = [];
  const parts = ranges.map((range) => {
    const question = questionOf(range, values);
    forms.push(question.form);
    return `(SELECT ${RECORD_COLUMNS} FROM records WHERE ${question.condition} ${orderOf(question, way)} LIMIT $1)`;
  });
  const name = `scan ${way} ${ranges.length} ${forms[0]}`;
  if (parts.length === 1) return { name, text: parts[0]!, values };
  return { name, text: `${parts.join(' UNION ALL ')} ORDER BY place ${way} LIMIT $1`, values };
}

/**
 * The first row, of the first range that has one, that no other transaction has locked; locks this row. PostgreSQL reads
 * the parts one after another, and no further than the limit.
 */
function holdStatement(ranges: readonly OrderRange[]): Statement {
  const values: unknown[] = [];
  const forms: string[] = [];
  const parts = ranges.map((range, at) => {
    const question = questionOf(range, values);
    forms.push(question.form);
    return `SELECT * FROM (SELECT ${RECORD_COLUMNS} FROM records WHERE ${question.condition}
      ${orderOf(question, 'ASC')} LIMIT 1 FOR UPDATE SKIP LOCKED) AS first${at}`;
  });
  const text = `${parts.join(' UNION ALL ')} LIMIT 1`;
  return { name: `hold ${ranges.length} ${forms[0]}`, text, values };
}

function countStatement(ranges: readonly OrderRange[]): Statement {
  const values: unknown[] = [];
  const forms: string[] = [];
  const parts = ranges.map((range) => {
    const question = questionOf(range, values);
    forms.push(question.form);
    // The order selects the index.
    return `(SELECT count(*) FROM (SELECT FROM records WHERE ${question.condition} ${orderOf(question, 'ASC')}) AS found)`;
  });
  const name = `count ${ranges.length} ${forms[0]}`;
  return { name, text: `SELECT (${parts.join(' + ')})::double precision AS count`, values };
}

/**
 * The next owner after this one in each state, and the first of these. As for lists, a single index has the order: it
 * starts where the last turn ended, and reads one row for each state, however many jobs and owners there are.
 */
function nextOwnerStatement(kind: string, statuses: readonly string[], after: string): Statement {
  const values: unknown[] = [patternOf(kind), encodeText(after)];
  const parts = statuses.map((status) => {
    values.push(patternOf(status));
    return `(SELECT owner FROM records WHERE kind LIKE $1 AND status LIKE $${values.length} AND status <> ''
      AND owner > $2 ORDER BY kind, status, owner LIMIT 1)`;
  });
  return {
    name: `next-owner ${statuses.length}`,
    text: `SELECT least(${parts.join(', ')}) AS owner`,
    values,
  };
}

/** Reads the tables, for the backend. */
export function createPostgresReader(query: Query): TableReader {
  return {
    record: async (kind, id) => {
      const { rows } = await query(recordStatement(kind, id));
      return rows[0] && decodeRow(rows[0] as SqlRecord);
    },
    scan: async (given, limit, descending) => {
      const ranges = given.filter((range) => !isEmpty(range));
      if (ranges.length === 0) return [];
      const { rows } = await query(scanStatement(ranges, limit, descending));
      return (rows as SqlRecord[]).map(decodeRow);
    },
    count: async (given) => {
      const ranges = given.filter((range) => !isEmpty(range));
      if (ranges.length === 0) return 0;
      const { rows } = await query(countStatement(ranges));
      return rows[0].count as number;
    },
    nextOwner: async (kind, given, after) => {
      const statuses = given.filter(Boolean);
      if (statuses.length === 0) return undefined;
      const { rows } = await query(nextOwnerStatement(kind, statuses, after));
      const owner: string | null = rows[0].owner;
      return owner === null ? undefined : decodeText(owner);
    },
    blob: async (key) => {
      const { rows } = await query({
        name: 'blob',
        text: `SELECT ${BLOB_COLUMNS} FROM blobs WHERE key = $1`,
        values: [encodeText(key)],
      });
      return rows[0] && decodeBlob(rows[0] as SqlBlob);
    },
    scanBlobs: async (prefix, after, limit) => {
      const begin = encodeText(prefix);
      const { rows } = await query({
        name: 'scan-blobs',
        text: `SELECT ${BLOB_COLUMNS} FROM blobs WHERE key >= $1 AND key > $2 AND key < $3 ORDER BY key LIMIT $4`,
        values: [begin, encodeText(after), begin + AFTER_ALL, limit],
      });
      return (rows as SqlBlob[]).map(decodeBlob);
    },
  };
}

/** Notes of a transaction for other processes. */
export interface PostgresNotes {
  /** PostgreSQL's ID of the transaction, once it has written. */
  transactionId: string | undefined;
  /** Proof for a later check of the commit. */
  evidence: Evidence | undefined;
  /** Records that were added, removed or got another status. */
  readonly news: Change[];
  /** Number of the news; each number is taken once, by a transaction that may fail. */
  newsNumber: number | undefined;
}

const XID = 'pg_current_xact_id()::text AS xid';
const NEWS_NUMBER = `nextval('news')::double precision AS news_number`;

/**
 * Reads and writes over the connection of a transaction.
 * @param isFull no note can be written: content without an entry is removed at once, even while other processes read it
 */
export function createPostgresWriter(query: Query, notes: PostgresNotes, isFull = false): TableWriter {
  const reader = createPostgresReader(query);
  /** Records as this transaction has read or written them; changes of others do not affect them. */
  const known = new Map<string, RecordRow | undefined>();
  const nameOf = ({ kind, id }: { readonly kind: string; readonly id: string }) => JSON.stringify([kind, id]);
  const write = async (statement: Statement, evidence?: Evidence) => {
    const { rows } = await query(statement);
    notes.transactionId ??= rows[0]?.xid;
    notes.newsNumber ??= rows[0]?.news_number;
    notes.evidence = chooseEvidence(notes.evidence, evidence);
  };
  /** A write that others hear of: the first one of a transaction takes a number. */
  const writeNews = (statement: Statement, evidence?: Evidence) => {
    if (notes.newsNumber !== undefined) return write(statement, evidence);
    const name = statement.name && `${statement.name} first`;
    return write(
      { ...statement, ...(name && { name }), text: `${statement.text}, ${NEWS_NUMBER}` },
      evidence,
    );
  };
  const noteRecord = ({ kind, id, status }: RecordRow, gone: boolean) => {
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
      const ranges = given.filter((range) => !isEmpty(range));
      if (ranges.length === 0) return undefined;
      const { rows } = await query(holdStatement(ranges));
      const row = rows[0] && decodeRow(rows[0] as SqlRecord);
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
      // Sequences are outside transactions: a raise of a failed transaction only leaves a gap.
      await query({
        text: `SELECT setval('places', greatest(nextval('places'), $1::bigint))`,
        values: [above],
      });
    },
    putRecord: async (row) => {
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
      if (isNews) noteRecord(row, false);
      known.set(nameOf(row), row);
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
            INSERT INTO blobs VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (key) DO UPDATE SET blob_id = excluded.blob_id, size_bytes = excluded.size_bytes,
              chunk_count = excluded.chunk_count, created_at = excluded.created_at, updated_at = excluded.updated_at
            RETURNING ${XID}`,
          values: [key, row.blobId, row.sizeBytes, row.chunkCount, row.createdAt, row.updatedAt],
        },
        writtenEvidence('blobs WHERE key = $2 AND blob_id = $3 AND chunk_count = $4 AND updated_at = $5', [
          key,
          row.blobId,
          row.chunkCount,
          row.updatedAt,
        ]),
      );
    },
    // Readers in other processes are unknown here, so content is always removed later.
    deleteBlob,
    forgetBlob: deleteBlob,
    putChunk: async (blobId, index, bytes) => {
      await write(
        {
          name: 'put-chunk',
          text: `INSERT INTO chunks VALUES ($1, $2, $3) RETURNING ${XID}`,
          values: [blobId, index, bufferOf(bytes)],
        },
        // Replacing or removing the blob leaves its content for a while.
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
 * Removes content that will get no entry. Content that once had an entry may have readers elsewhere, and goes when its
 * time is over.
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

/** Removes content whose time is over. */
export const SWEEP_STATEMENT: Statement = {
  text: `WITH gone AS (DELETE FROM staged WHERE until < now() RETURNING blob_id)
    DELETE FROM chunks WHERE blob_id IN (SELECT blob_id FROM gone)`,
};

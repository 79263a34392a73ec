// The store's read operations in SQL, written once for SQLite and PostgreSQL. Each read is a single statement, so it
// sees a consistent state. A small table holds the differences between the two databases.
import { partsOfTerm } from '../contract/record-index.ts';
import type { BlobRow, OrderRange, RecordRow, TableReader } from '../contract/tables.ts';
import { AFTER_ALL, decodeText, encodeText, type Query, type Statement } from './rows.ts';

/** Differences between the two databases. */
export interface SqlDialect {
  /**
   * Condition for one contiguous range of an index.
   * @param columns columns of the index
   * @param from, to bounds of the range, as parameters
   */
  readonly stretch: (columns: readonly string[], from: readonly string[], to: string) => string;
  readonly recordColumns: string;
  readonly blobColumns: string;
  readonly decodeRow: (row: object) => RecordRow;
  readonly decodeBlob: (row: object) => BlobRow;
}

/** SQL condition for a range. */
interface RangeQuestion {
  /** Condition whose values are appended to the statement's values. */
  readonly condition: string;
  /** Columns of the index in which these rows are adjacent. */
  readonly columns: readonly string[];
  readonly form: string;
}

/** Converts the range to one contiguous range of one index. */
function questionOf({ stretch }: SqlDialect, range: OrderRange, values: unknown[]): RangeQuestion {
  const parts = Object.entries(partsOfTerm(range.term)) as [string, string][];
  const add = (value: string) => `$${values.push(value)}`;
  const columns = [...parts.map(([column]) => column), 'place'];
  const from = [...parts.map(([, value]) => add(encodeText(value))), add(range.after)];
  const conditions = [stretch(columns, from, add(range.before))];
  // Separate conditions, so that the database uses the indices for rows with a parent or status.
  for (const [column] of parts) {
    if (column === 'parent' || column === 'status') conditions.push(`${column} <> ''`);
  }
  return { condition: conditions.join(' AND '), columns, form: columns.join('-') };
}

/**
 * One SELECT for each range. `first`: values that precede the ranges' values in the statement. A SELECT's order
 * determines which index it uses.
 */
export function joinRanges(
  dialect: SqlDialect,
  ranges: readonly OrderRange[],
  way: 'ASC' | 'DESC',
  { select, limit, first = [] }: { select: string; limit: string; first?: readonly unknown[] },
): { readonly parts: readonly string[]; readonly values: readonly unknown[]; readonly form: string } {
  const values: unknown[] = [...first];
  const forms: string[] = [];
  const parts = ranges.map((range, at) => {
    const { condition, columns, form } = questionOf(dialect, range, values);
    forms.push(form);
    const order = columns.map((column) => `${column} ${way}`).join(', ');
    return `SELECT * FROM (SELECT ${select} FROM records WHERE ${condition} ORDER BY ${order} ${limit}) AS part${at}`;
  });
  return { parts, values, form: `${ranges.length} ${forms[0]}` };
}

/** Ranges that may contain rows: a list by status or parent contains no rows without a status or parent. */
export function withoutEmpty(ranges: readonly OrderRange[]): readonly OrderRange[] {
  return ranges.filter(({ term }) => {
    const { parent, status } = partsOfTerm(term);
    return parent !== '' && status !== '';
  });
}

function scanStatement(
  dialect: SqlDialect,
  ranges: readonly OrderRange[],
  limit: number,
  way: 'ASC' | 'DESC',
): Statement {
  const select = dialect.recordColumns;
  const { parts, values, form } = joinRanges(dialect, ranges, way, {
    select,
    limit: 'LIMIT $1',
    first: [limit],
  });
  const order = parts.length === 1 ? '' : ` ORDER BY place ${way} LIMIT $1`;
  return { name: `scan ${way} ${form}`, text: parts.join(' UNION ALL ') + order, values };
}

function countStatement(dialect: SqlDialect, ranges: readonly OrderRange[]): Statement {
  const { parts, values, form } = joinRanges(dialect, ranges, 'ASC', { select: '1 AS one', limit: '' });
  const counts = parts.map((part) => `(SELECT count(*) FROM (${part}) AS found)`);
  return {
    name: `count ${form}`,
    text: `SELECT CAST(${counts.join(' + ')} AS double precision) AS count`,
    values,
  };
}

/**
 * Finds the next owner after this one in each state, and chooses the first of them. A single index has this order, so
 * the search resumes at the previous owner and reads one row for each state, however many jobs and owners there are.
 */
function nextOwnerStatement(
  { stretch }: SqlDialect,
  kind: string,
  statuses: readonly string[],
  after: string,
): Statement {
  const values: unknown[] = [encodeText(kind), encodeText(after), AFTER_ALL];
  const parts = statuses.map((status, at) => {
    const from = ['$1', `$${values.push(encodeText(status))}`, '$2'];
    return `SELECT * FROM (SELECT owner FROM records WHERE ${stretch(['kind', 'status', 'owner'], from, '$3')}
      AND status <> '' ORDER BY kind, status, owner LIMIT 1) AS part${at}`;
  });
  return {
    name: `next-owner ${statuses.length}`,
    text: `SELECT min(owner) AS owner FROM (${parts.join(' UNION ALL ')}) AS found`,
    values,
  };
}

/** Reads a record. */
export function recordStatement(
  { recordColumns }: Pick<SqlDialect, 'recordColumns'>,
  kind: string,
  id: string,
): Statement {
  return {
    name: 'record',
    text: `SELECT ${recordColumns} FROM records WHERE kind = $1 AND id = $2`,
    values: [encodeText(kind), encodeText(id)],
  };
}

/** Creates a reader of the tables, for a backend. */
export function createSqlReader(query: Query, dialect: SqlDialect): TableReader {
  const { blobColumns, decodeRow, decodeBlob } = dialect;
  return {
    record: async (kind, id) => {
      const { rows } = await query(recordStatement(dialect, kind, id));
      return rows[0] && decodeRow(rows[0]);
    },
    scan: async (given, limit, descending) => {
      const ranges = withoutEmpty(given);
      if (ranges.length === 0) return [];
      const { rows } = await query(scanStatement(dialect, ranges, limit, descending ? 'DESC' : 'ASC'));
      return rows.map(decodeRow);
    },
    count: async (given) => {
      const ranges = withoutEmpty(given);
      if (ranges.length === 0) return 0;
      const { rows } = await query(countStatement(dialect, ranges));
      return rows[0].count as number;
    },
    nextOwner: async (kind, given, after) => {
      const statuses = given.filter(Boolean);
      if (statuses.length === 0) return undefined;
      const { rows } = await query(nextOwnerStatement(dialect, kind, statuses, after));
      const owner: string | null = rows[0].owner;
      return owner === null ? undefined : decodeText(owner);
    },
    blob: async (key) => {
      const { rows } = await query({
        name: 'blob',
        text: `SELECT ${blobColumns} FROM blobs WHERE key = $1`,
        values: [encodeText(key)],
      });
      return rows[0] && decodeBlob(rows[0]);
    },
    scanBlobs: async (prefix, after, limit) => {
      const begin = encodeText(prefix);
      const { rows } = await query({
        name: 'scan-blobs',
        text: `SELECT ${blobColumns} FROM blobs WHERE key >= $1 AND key > $2 AND key < $3 ORDER BY key LIMIT $4`,
        values: [begin, encodeText(after), begin + AFTER_ALL, limit],
      });
      return rows.map(decodeBlob);
    },
    sizeOf: async (owner) => {
      const [condition, values] =
        owner === undefined ? ["owner <> ''", []] : ['owner = $1', [encodeText(owner)]];
      const sums = ['blobs', 'fixed'].map(
        (table) => `(SELECT coalesce(sum(size_bytes), 0) FROM ${table} WHERE ${condition} AND owner <> '')`,
      );
      const { rows } = await query({
        name: `size of ${owner === undefined ? 'all' : 'one'}`,
        text: `SELECT CAST(${sums.join(' + ')} AS double precision) AS size`,
        values,
      });
      return rows[0].size as number;
    },
  };
}

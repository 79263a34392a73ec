// Reads single records outside transactions: all records requested at the same time are read by one statement, in one
// round trip. A request reads its key and the record in its path, and simultaneous requests usually have the same key.

import type { RecordRow, TableReader } from '../contract/tables.ts';
import { recordStatement } from '../sql/reads.ts';
import {
  decodeRow,
  encodeText,
  type Query,
  type SqlRecord,
  type Statement,
  WHOLE_RECORD_COLUMNS,
} from '../sql/rows.ts';

interface Waiter {
  readonly resolve: (row: RecordRow | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** A record, and all callers that are waiting for it. */
interface Wanted {
  readonly kind: string;
  readonly id: string;
  readonly waiters: Waiter[];
}

/** Maximum number of records in one statement. */
const MOST = 100;

const nameOf = ({ kind, id }: Pick<RecordRow, 'kind' | 'id'>) => JSON.stringify([kind, id]);

/**
 * Reads several records: the OFFSET makes PostgreSQL look them up one by one by primary key, regardless of its
 * statistics.
 */
function recordsStatement(wanted: readonly Wanted[]): Statement {
  return {
    name: 'records',
    text: `SELECT found.* FROM unnest($1::text[], $2::text[]) AS wanted(its_kind, its_id),
      LATERAL (SELECT ${WHOLE_RECORD_COLUMNS} FROM records WHERE kind = its_kind AND id = its_id OFFSET 0) AS found`,
    values: [wanted.map(({ kind }) => encodeText(kind)), wanted.map(({ id }) => encodeText(id))],
  };
}

/** Reads records by key. All reads in one turn of the event loop run as a single statement, as of a single moment. */
export function createRecordReads(query: Query): TableReader['record'] {
  let next = new Map<string, Wanted>();
  const read = async (asked: readonly Wanted[]) => {
    const [first] = asked;
    const isOne = first && asked.length === 1;
    try {
      const { rows } = await query(
        isOne
          ? recordStatement({ recordColumns: WHOLE_RECORD_COLUMNS }, first.kind, first.id)
          : recordsStatement(asked),
      );
      const found = new Map((rows as SqlRecord[]).map(decodeRow).map((row) => [nameOf(row), row]));
      for (const wanted of asked) {
        for (const { resolve } of wanted.waiters) resolve(found.get(nameOf(wanted)));
      }
    } catch (error) {
      for (const { waiters } of asked) for (const { reject } of waiters) reject(error);
    }
  };
  const readAll = () => {
    const asked = [...next.values()];
    next = new Map();
    for (let at = 0; at < asked.length; at += MOST) void read(asked.slice(at, at + MOST));
  };
  return (kind, id) => {
    // Runs after all network events that have arrived, and their immediate consequences.
    if (next.size === 0) setImmediate(readAll);
    const name = nameOf({ kind, id });
    const wanted = next.get(name) ?? { kind, id, waiters: [] };
    next.set(name, wanted);
    return new Promise((resolve, reject) => wanted.waiters.push({ resolve, reject }));
  };
}

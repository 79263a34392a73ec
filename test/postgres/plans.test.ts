// Queries for lists, counts and the next owner read exactly the rows that they return, as reported by PostgreSQL
// itself. This holds whatever rows other users have, and whatever the table statistics say.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rangesFrom } from '../../src/store/contract/record-index.ts';
import type { RecordQuery } from '../../src/store/contract/store.ts';
import { PostgresConnections } from '../../src/store/postgres/connections.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { createRecordReads } from '../../src/store/postgres/record-reads.ts';
import { createPostgresReader } from '../../src/store/postgres/tables.ts';
import type { Query } from '../../src/store/sql/rows.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const PAGE = 26;
/** All of Ann's rows are older than Bob's, and nearly all of Bob's rows belong to one build and have the same state. */
const FILL = `INSERT INTO haze.records (kind, id, owner, parent, status, created_at, place, body)
  SELECT 'task', 'tsk_' || n, CASE WHEN n <= 5000 THEN 'ann' ELSE 'bob_50%' END,
    CASE WHEN n % 1000 = 1 THEN 'bld_2' ELSE 'bld_1' END, CASE WHEN n % 1000 = 2 THEN 'Stopped' ELSE 'Completed' END,
    n, lpad(to_hex(n), 12, '0') || lpad(to_hex(n), 10, '0'), '{}' FROM generate_series(1, 30000) AS n`;

/**
 * 3 000 users with ten builds each. Every third user has pending builds, and only the last user has a build that was
 * requeued.
 */
const QUEUE = `INSERT INTO haze.records (kind, id, owner, parent, status, created_at, place, body)
  SELECT 'build', 'bld_' || n, 'usr_' || lpad((n % 3000)::text, 4, '0'), '', CASE WHEN n = 32999 THEN 'Rescheduled'
    WHEN n % 3 = 0 THEN 'Accepted' ELSE 'Completed' END,
    n, lpad(to_hex(n), 12, '0') || lpad(to_hex(n), 10, '0'), '{}' FROM generate_series(30001, 60000) AS n`;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

let server: PostgresServer;
let connections: PostgresConnections;
let rowsRead = 0;
let statements = 0;

/** The number of rows read from tables. */
function countRows(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, one) => sum + countRows(one), 0);
  // The fixed fields of each row are read along with it.
  const inputs = (node.Plans ?? []).filter((one) => one['Parent Relationship'] !== 'SubPlan');
  if (!/Scan$/.test(node['Node Type']) || inputs.length > 0) return below;
  return below + node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
}

const query: Query = async ({ text, values }) => {
  // The generic plan, as used for a named statement.
  const literals = (values ?? []).map((value) =>
    pg.escapeLiteral(
      Array.isArray(value) ? `{${value.map((one) => JSON.stringify(one)).join()}}` : String(value),
    ),
  );
  await connections.query({ text: `PREPARE asked AS ${text}` });
  const told = await connections.query({
    text: `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE asked${literals.length > 0 ? `(${literals.join()})` : ''}`,
  });
  await connections.query({ text: 'DEALLOCATE asked' });
  statements += 1;
  rowsRead = countRows(told.rows[0]['QUERY PLAN'][0].Plan);
  return connections.query({ text, values: values ?? [] });
};
const reader = createPostgresReader(query);

beforeAll(async () => {
  server = await startPostgres(['autovacuum = off']);
  await (await openPostgresStore({ url: server.url() })).close();
  connections = new PostgresConnections({ url: server.url(), namespace: 'haze', most: 1, patienceMs: 1000 });
  await server.query(FILL);
  await server.query(QUEUE);
});
afterAll(async () => {
  await connections.close();
  await server.remove();
});

const LISTS: readonly (Omit<RecordQuery, 'limit'> & { readonly count: number })[] = [
  { owner: 'ann', count: 5000 },
  { owner: 'ann', status: ['Completed', 'Stopped'], count: 5000 },
  { owner: 'ann', parent: 'bld_2', count: 5 },
  { owner: 'ann', parent: 'bld_2', status: ['Completed'], count: 5 },
  { owner: 'ann', status: ['Stopped'], count: 5 },
  { owner: 'bob_50%', parent: 'bld_2', count: 25 },
  { owner: 'bob_50%', from: 100, to: 6000, count: 999 },
  { owner: 'bob\\_50%', count: 0 },
  { owner: 'bob_%', count: 0 },
  { owner: 'nobody', status: ['Completed'], count: 0 },
  { status: ['Stopped', 'Accepted'], count: 30 },
  { count: 30_000 },
];

test.each(['nothing is', 'all is'])(
  'lists and counts read only the rows that they return, when %s known about the table',
  async (known) => {
    if (known === 'all is') await server.query('ANALYZE haze.records');
    for (const { count, ...filter } of LISTS) {
      for (const descending of [true, false]) {
        const ranges = rangesFrom('task', { ...filter, limit: PAGE, descending });
        const rows = await reader.scan(ranges, PAGE, descending);
        const places = rows.map(({ order }) => order);
        expect(rows).toHaveLength(Math.min(count, PAGE));
        expect(places).toEqual(descending ? [...places].sort().reverse() : [...places].sort());
        expect(rowsRead, JSON.stringify(filter)).toBeLessThanOrEqual(PAGE * ranges.length);
        expect(await reader.count(ranges)).toBe(count);
        expect(rowsRead, JSON.stringify(filter)).toBe(count);
      }
    }
  },
);

test.each(['nothing is', 'all is'])(
  'finding the next owner reads one row per state, when %s known about the table',
  async (known) => {
    if (known === 'all is') await server.query('ANALYZE haze.records');
    const turns = [
      [['Accepted'], '', 'usr_0000'],
      [['Accepted'], 'usr_1000', 'usr_1002'],
      [['Accepted', 'Rescheduled'], 'usr_2996', 'usr_2997'],
      [['Rescheduled'], '', 'usr_2999'],
      [['Accepted', 'Rescheduled'], 'usr_2997', 'usr_2999'],
      [['Accepted', 'Rescheduled'], 'usr_2999', undefined],
      [['Accept%', 'Never'], '', undefined],
    ] as const;
    for (const [states, after, next] of turns) {
      expect(await reader.nextOwner('build', states, after)).toBe(next);
      expect(rowsRead, `${states} behind ${after}`).toBeLessThanOrEqual(states.length);
    }
  },
);

test.each(['nothing is', 'all is'])(
  'concurrent record reads take one statement and one row each, when %s known about the table',
  async (known) => {
    if (known === 'all is') await server.query('ANALYZE haze.records');
    const read = createRecordReads(query);
    const before = statements;
    const asked = ['tsk_7', 'tsk_30000', 'tsk_0', 'tsk_7', 'bld_30001', '\0'].map((id) => read('task', id));
    const found = await Promise.all([...asked, read('build', 'bld_30001')]);
    expect(found.map((row) => row && `${row.kind} ${row.id} ${row.owner}`)).toEqual([
      'task tsk_7 ann',
      'task tsk_30000 bob_50%',
      undefined,
      'task tsk_7 ann',
      undefined,
      undefined,
      'build bld_30001 usr_0001',
    ]);
    expect(statements - before).toBe(1);
    await Promise.all(['tsk_1', 'tsk_2', 'tsk_30000'].map((id) => read('task', id)));
    // One row for each of the three names in the statement, plus one row for each record.
    expect(rowsRead).toBe(6);
    expect((await read('task', 'tsk_1'))?.owner).toBe('ann');
    expect(rowsRead).toBe(1);
  },
);

test('an owner’s storage size is computed from that owner’s rows only', async () => {
  await server.query(`INSERT INTO haze.blobs (key, blob_id, size_bytes, chunk_count, created_at, updated_at, owner)
    SELECT 'files/x/' || n, n, 10, 1, 0, 0, CASE WHEN n <= 3 THEN 'ann' WHEN n <= 2000 THEN 'bob' ELSE '' END
    FROM generate_series(1, 3000) AS n`);
  expect([await reader.sizeOf('ann'), rowsRead]).toEqual([30, 3]);
  expect([await reader.sizeOf(undefined), rowsRead]).toEqual([20_000, 2000]);
});

test('a database failure reaches all concurrent reads', async () => {
  const failure = new Error('refused');
  const read = createRecordReads(async () => {
    throw failure;
  });
  const asked = ['a', 'b', 'a'].map((id) => read('task', id).catch((error: unknown) => error));
  expect(await Promise.all(asked)).toEqual([failure, failure, failure]);
});

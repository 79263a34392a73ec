// Measures a server on PostgreSQL with a million records: response times for a task's status and for a page of a list,
// and the growth of the processes over many requests. One request in 400 creates a task, which a worker runs.
// HAZE_BENCH_REQUESTS is the number of requests, 100 000 by default; a million is a day's worth. All tasks must
// complete. Growth while processes warm up is reported separately, because engines let their heaps grow during the
// first few hundred tasks in any case. A heap grows by about 40 MB between two garbage collections, so a process's size
// is the median of several readings.

import { readFile } from 'node:fs/promises';
import { type Measurement, measurement, median, quantile } from '../../scripts/measurement.ts';
import { tasks } from '../../src/jobs/records/records.ts';
import { beginHistory } from '../../src/jobs/records/states.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { type HazeChild, startServer, startWorker } from '../../test/postgres/haze-processes.ts';
import type { PostgresServer } from '../../test/postgres/postgres-server.ts';
import { callOf, PROGRAM, untilEnded } from '../../test/server/client.ts';
import { onPostgres } from './on-postgres.ts';

const RECORDS = 1_000_000;
const REQUESTS = Number(process.env.HAZE_BENCH_REQUESTS ?? 100_000);
const WARM_UP_REQUESTS = 100_000;
/** Number of readings of the processes in each half of the requests; only the later readings count. */
const LOOKS = 10;
const CLIENTS = 8;
const QUESTIONS = 1000;
/** One request in LIST_EVERY reads a page of a list; one in TASK_EVERY creates a task. */
const LIST_EVERY = 10;
const TASK_EVERY = 400;
const ID_OF = (n: number) => `tsk_${n.toString(16).padStart(32, '0')}`;
/** Copies one task in three alternating states, with creation times one second apart. */
const COPY = `INSERT INTO haze.records (kind, id, owner, parent, status, created_at, place, body)
  SELECT kind, 'tsk_' || lpad(to_hex(n), 32, '0'), owner, parent,
    (ARRAY['Completed', 'Stopped', 'Cancelled'])[1 + n % 3], created_at + 1000::bigint * n,
    lpad(to_hex((created_at + 1000::bigint * n)::bigint), 12, '0') || lpad(to_hex(n + 1000), 10, '0'), body
  FROM haze.records, generate_series(1, ${RECORDS}) AS n WHERE kind = 'task' AND id = '${ID_OF(0)}'`;
const INDICES = `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
  WHERE schemaname = 'haze' AND tablename = 'records' AND indexname <> 'records_pkey'`;

type Call = ReturnType<typeof callOf>;

/** Adds a million tasks to the server's own account. */
async function fill(postgres: PostgresServer, owner: string): Promise<void> {
  const store = await openPostgresStore({ url: postgres.url() });
  const createdAt = Date.UTC(2026, 0, 1);
  const body = { ...beginHistory('task', createdAt), BuildID: 'bld', Arguments: '', DataSources: [] };
  const parent = `bld_${'0'.repeat(32)}`;
  await store.transaction((tx) =>
    tx.insert(tasks, { id: ID_OF(0), owner, parent, status: 'Completed', createdAt, body }),
  );
  await store.close();
  // Creating an index at the end is faster than keeping it up to date.
  const { rows: indices } = await postgres.query(INDICES);
  for (const { name } of indices) await postgres.query(`DROP INDEX haze.${name}`);
  await postgres.query(COPY);
  for (const { definition } of indices) await postgres.query(definition);
  await postgres.query(`SELECT setval('haze.places', ${2 * RECORDS})`);
  await postgres.query('VACUUM ANALYZE haze.records');
}

async function timesOf(ask: (at: number) => Promise<{ status: number }>): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < QUESTIONS; at += 1) {
    const startedMs = performance.now();
    const { status } = await ask(at);
    if (status !== 200) throw new Error(`answered ${status}`);
    times.push(performance.now() - startedMs);
  }
  return times;
}

/** Megabytes of a process's own memory, without memory shared among the database's processes. */
async function megabytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^RssAnon:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** Megabytes used by each database process. */
async function memoryOf(postgres: PostgresServer): Promise<number[]> {
  const { rows } = await postgres.query('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
  return Promise.all(rows.map(({ pid }) => megabytesOf(pid as number)));
}

type Sizes = Readonly<Record<string, number>>;

/** Sizes of all processes; for the database, the size of its largest process. */
async function sizesOf([server, worker]: readonly HazeChild[], postgres: PostgresServer): Promise<Sizes> {
  return {
    'the server': await megabytesOf(server!.child.pid!),
    'the worker': await megabytesOf(worker!.child.pid!),
    'the largest process of the database': Math.max(...(await memoryOf(postgres))),
  };
}

/** Growth of each process, from the median readings. */
function growthOf(before: Sizes, after: Sizes): [string, number][] {
  return Object.entries(before).map(([who, size]) => [who, after[who]! - size]);
}

/** Sends `count` requests, and returns each process's median size over the second half of them. */
async function askAndLook(ask: (count: number) => Promise<void>, count: number, look: () => Promise<Sizes>) {
  const looks: Sizes[] = [];
  for (let part = 0; part < LOOKS; part += 1) {
    await ask(count / LOOKS);
    looks.push(await look());
  }
  const later = looks.slice(LOOKS / 2);
  const middle = (who: string) => median(later.map((sizes) => sizes[who]!));
  return Object.fromEntries(Object.keys(later[0]!).map((who) => [who, middle(who)]));
}

const listPath = (at: number) => `/tasks?limit=25${at % 2 ? '&status=Stopped,Cancelled' : ''}`;
const taskPath = (at: number) => `/tasks/${ID_OF(1 + ((at * 7919) % RECORDS))}`;

async function measureAnswers(call: Call): Promise<{ gets: number[]; lists: number[] }> {
  await timesOf((at) => call('GET', taskPath(at)));
  await timesOf((at) => call('GET', listPath(at)));
  const gets = await timesOf((at) => call('GET', taskPath(at)));
  let page = '';
  const lists = await timesOf(async (at) => {
    const reply = await call('GET', listPath(at) + page);
    const { ContinuationKey } = reply.body;
    page = ContinuationKey ? `&startKey=${encodeURIComponent(ContinuationKey)}` : '';
    return reply;
  });
  return { gets, lists };
}

/** @throws Error if a request is rejected */
async function askAll(call: Call, buildId: string, count: number): Promise<void> {
  const ask = async (client: number) => {
    for (let n = client; n < count; n += CLIENTS) {
      const { status, text } =
        n % TASK_EVERY === 0
          ? await call('POST', `/builds/${buildId}/tasks`, {})
          : await call('GET', n % LIST_EVERY === 0 ? listPath(n) : taskPath(n));
      if (status >= 300) throw new Error(`request ${n} was answered ${status}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => ask(client)));
}

/**
 * Waits for the tasks that the requests created.
 * @throws Error if a task did not complete
 */
async function untilAllComplete(postgres: PostgresServer, buildId: string): Promise<number> {
  for (;;) {
    const { rows } = await postgres.query(
      `SELECT status, count(*)::int AS count FROM haze.records
        WHERE kind = 'task' AND parent = '${buildId}' GROUP BY status`,
    );
    const counts = new Map(rows.map(({ status, count }) => [status as string, count as number]));
    const bad = [...counts].filter(([status]) => status === 'Stopped' || status === 'Cancelled');
    if (bad.length > 0) throw new Error(`of the tasks ${bad[0]![1]} are ${bad[0]![0]}`);
    const done = counts.get('Completed') ?? 0;
    if ([...counts.values()].every((count) => count === done) && counts.size <= 1) return done;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

export function run(): Promise<Measurement[]> {
  return onPostgres(async ({ postgres, home, children }) => {
    const place = { database: postgres.url(), home };
    const server = await startServer(place, ['--jobs', '0']);
    children.push(server, await startWorker(place, ['--jobs', '1']));
    const call = callOf({ base: server.read('base address'), key: server.read('API key') });
    const { body: build } = await call('POST', '/sourcecode/builds', { Code: PROGRAM, Language: 'C' });
    await untilEnded(call, `/builds/${build.BuildID}`);
    // Fails on a rejected or stopped task here, rather than only after a million requests.
    await askAll(call, build.BuildID, 1);
    await untilAllComplete(postgres, build.BuildID);
    await fill(postgres, build.Owner);
    const { gets, lists } = await measureAnswers(call);
    const look = () => sizesOf(children, postgres);
    const ask = (count: number) => askAll(call, build.BuildID, count);
    const cold = await look();
    const warm = await askAndLook(ask, WARM_UP_REQUESTS, look);
    const startedMs = performance.now();
    const last = await askAndLook(ask, REQUESTS, look);
    const seconds = (performance.now() - startedMs) / 1000;
    const completed = await untilAllComplete(postgres, build.BuildID);
    return [
      measurement('records', RECORDS, ''),
      measurement('status of a task over HTTP, median', median(gets), 'ms', 3),
      measurement('page of a list over HTTP, 99 %', quantile(lists, 0.99), 'ms', 20),
      measurement('requests', REQUESTS, ''),
      measurement('tasks created, all of them completed', completed, ''),
      measurement('requests per second', REQUESTS / seconds, '1/s'),
      ...growthOf(cold, warm).map(([who, value]) =>
        measurement(`growth of ${who} over ${WARM_UP_REQUESTS} requests before them`, value, 'MB'),
      ),
      ...growthOf(warm, last).map(([who, value]) =>
        measurement(`growth of ${who} over them`, value, 'MB', 50),
      ),
    ];
  });
}

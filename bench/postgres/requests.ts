// A server on PostgreSQL with a million records: how soon it answers the status of a task and a page of a list, and how much
// its processes grow over many requests, of which one in 400 makes a task that a worker runs. HAZE_BENCH_REQUESTS says
// how many there are: 100 000, and those of a day are a million.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tasks } from '../../src/jobs/records.ts';
import { beginHistory } from '../../src/jobs/states.ts';
import { openPostgresStore } from '../../src/store/postgres-store.ts';
import { type HazeChild, startServer, startWorker } from '../../test/postgres/haze-processes.ts';
import { type PostgresServer, startPostgres } from '../../test/postgres/postgres-server.ts';
import { callOf, PROGRAM, untilEnded } from '../../test/server/client.ts';
import { type Measurement, median, quantile } from '../measurement.ts';

const RECORDS = 1_000_000;
const REQUESTS = Number(process.env.HAZE_BENCH_REQUESTS ?? 100_000);
const CLIENTS = 8;
const QUESTIONS = 1000;
/** Of so many requests one is for a page of a list, and one makes a task. */
const LIST_EVERY = 10;
const TASK_EVERY = 400;
const ID_OF = (n: number) => `tsk_${n.toString(16).padStart(32, '0')}`;
/** Copies of one task, each a second after the other, in three states. */
const COPY = `INSERT INTO haze.records (kind, id, owner, parent, status, created_at, place, body)
  SELECT kind, 'tsk_' || lpad(to_hex(n), 32, '0'), owner, parent,
    (ARRAY['Completed', 'Stopped', 'Cancelled'])[1 + n % 3], created_at + 1000::bigint * n,
    lpad(to_hex((created_at + 1000::bigint * n)::bigint), 12, '0') || lpad(to_hex(n + 1000), 10, '0'), body
  FROM haze.records, generate_series(1, ${RECORDS}) AS n WHERE kind = 'task' AND id = '${ID_OF(0)}'`;
const INDICES = `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
  WHERE schemaname = 'haze' AND tablename = 'records' AND indexname <> 'records_pkey'`;

type Call = ReturnType<typeof callOf>;

/** A million tasks of the server's own account. */
async function fill(postgres: PostgresServer, owner: string): Promise<void> {
  const store = await openPostgresStore({ url: postgres.url() });
  const createdAt = Date.UTC(2026, 0, 1);
  const body = { ...beginHistory(createdAt, ''), BuildID: 'bld', Arguments: '', DataSources: [] };
  const parent = `bld_${'0'.repeat(32)}`;
  await store.transaction((tx) =>
    tx.insert(tasks, { id: ID_OF(0), owner, parent, status: 'Completed', createdAt, body }),
  );
  await store.close();
  // An index is made faster than it is kept.
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

/** Megabytes that a process has for itself: what those of the database share is not theirs. */
async function megabytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^RssAnon:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** The same of each process of the database. */
async function memoryOf(postgres: PostgresServer): Promise<Map<number, number>> {
  const { rows } = await postgres.query('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
  const pids = rows.map(({ pid }) => pid as number);
  return new Map(await Promise.all(pids.map(async (pid) => [pid, await megabytesOf(pid)] as const)));
}

/** How much has been added meanwhile; of the database's processes the most. */
async function beginGrowth([server, worker]: readonly HazeChild[], postgres: PostgresServer) {
  const look = async () => ({
    server: await megabytesOf(server!.child.pid!),
    worker: await megabytesOf(worker!.child.pid!),
    database: await memoryOf(postgres),
  });
  const before = await look();
  return async (): Promise<Record<string, number>> => {
    const after = await look();
    const ofDatabase = [...after.database].map(([pid, now]) => now - (before.database.get(pid) ?? 0));
    return {
      'the server': after.server - before.server,
      'the worker': after.worker - before.worker,
      'the process of the database that grew most': Math.max(...ofDatabase),
    };
  };
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

async function askAll(call: Call, buildId: string, count: number): Promise<void> {
  const ask = async (client: number) => {
    for (let n = client; n < count; n += CLIENTS) {
      if (n % TASK_EVERY === 0) await call('POST', `/builds/${buildId}/tasks`);
      else await call('GET', n % LIST_EVERY === 0 ? listPath(n) : taskPath(n));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => ask(client)));
}

export async function run(): Promise<Measurement[]> {
  const postgres = await startPostgres(['fsync = on']);
  const place = { database: postgres.url(), home: await mkdtemp(join(tmpdir(), 'haze-bench-')) };
  const children: HazeChild[] = [];
  try {
    const server = await startServer(place, ['--jobs', '0']);
    children.push(server, await startWorker(place, ['--jobs', '1']));
    const call = callOf({ base: server.read('base address'), key: server.read('API key') });
    const { body: build } = await call('POST', '/sourcecode/builds', { Code: PROGRAM, Language: 'C' });
    await untilEnded(call, `/builds/${build.BuildID}`);
    await fill(postgres, build.Owner);
    const { gets, lists } = await measureAnswers(call);
    const startedMs = performance.now();
    await askAll(call, build.BuildID, REQUESTS / 10);
    const findGrowth = await beginGrowth(children, postgres);
    await askAll(call, build.BuildID, (9 * REQUESTS) / 10);
    const seconds = (performance.now() - startedMs) / 1000;
    const growth = Object.entries(await findGrowth());
    return [
      { name: 'records', value: RECORDS, unit: '' },
      { name: 'status of a task over HTTP, median', value: median(gets), unit: 'ms', goal: 3 },
      { name: 'page of a list over HTTP, 99 %', value: quantile(lists, 0.99), unit: 'ms', goal: 20 },
      { name: 'requests', value: REQUESTS, unit: '' },
      { name: 'requests a second', value: REQUESTS / seconds, unit: '1/s' },
      ...growth.map(([who, value]) => ({
        name: `growth of ${who} over nine tenths of them`,
        value,
        unit: 'MB',
        goal: 50,
      })),
    ];
  } finally {
    await Promise.all(children.map((child) => child.end('SIGKILL')));
    await postgres.remove();
    await rm(place.home, { recursive: true, force: true });
  }
}

// A server on PostgreSQL with a million records: how soon it answers the status of a task and a page of a list, and how much its
// memory grows over many requests. HAZE_BENCH_REQUESTS says how many (a million: those of a day).
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tasks } from '../../src/jobs/records.ts';
import { beginHistory } from '../../src/jobs/states.ts';
import { openPostgresStore } from '../../src/store/postgres-store.ts';
import { startServer } from '../../test/postgres/haze-processes.ts';
import { type PostgresServer, startPostgres } from '../../test/postgres/postgres-server.ts';
import { callOf } from '../../test/server/client.ts';
import { type Measurement, median, quantile } from '../measurement.ts';

const RECORDS = 1_000_000;
const REQUESTS = Number(process.env.HAZE_BENCH_REQUESTS ?? 1_000_000);
const CLIENTS = 8;
const QUESTIONS = 300;
const ID_OF = (n: number) => `tsk_${n.toString(16).padStart(32, '0')}`;
/** Copies of one task, each a second after the other, in three states. */
const COPY = `INSERT INTO haze.records (kind, id, owner, parent, status, created_at, place, body)
  SELECT kind, 'tsk_' || lpad(to_hex(n), 32, '0'), owner, parent,
    (ARRAY['Completed', 'Stopped', 'Cancelled'])[1 + n % 3], created_at + 1000::bigint * n,
    lpad(to_hex((created_at + 1000::bigint * n)::bigint), 12, '0') || lpad(to_hex(n + 1000), 10, '0'), body
  FROM haze.records, generate_series(1, ${RECORDS}) AS n WHERE kind = 'task' AND id = '${ID_OF(0)}'`;

/** A million tasks of the server's own account. */
async function fill(postgres: PostgresServer, owner: string): Promise<void> {
  const store = await openPostgresStore({ url: postgres.url() });
  const createdAt = Date.UTC(2026, 0, 1);
  const body = { ...beginHistory(createdAt, ''), BuildID: 'bld', Arguments: '', DataSources: [] };
  await store.transaction((tx) =>
    tx.insert(tasks, {
      id: ID_OF(0),
      owner,
      parent: `bld_${'0'.repeat(32)}`,
      status: 'Completed',
      createdAt,
      body,
    }),
  );
  await store.close();
  await postgres.query(COPY);
  await postgres.query(`SELECT setval('haze.places', ${2 * RECORDS})`);
  await postgres.query('ANALYZE haze.records');
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

const megabytesOf = async (pid: number) =>
  Number(/^VmRSS:\s*(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

export async function run(): Promise<Measurement[]> {
  const postgres = await startPostgres(['fsync = on']);
  const home = await mkdtemp(join(tmpdir(), 'haze-bench-'));
  const server = await startServer({ database: postgres.url(), home }, ['--jobs', '0']);
  try {
    const call = callOf({ base: server.read('base address'), key: server.read('API key') });
    await fill(postgres, (await call('GET', '/users/me')).body.UserID);
    const anyTask = (at: number) => ID_OF(1 + ((at * 7919) % RECORDS));
    const get = (at: number) => call('GET', `/tasks/${anyTask(at)}`);
    const list = (at: number) => call('GET', `/tasks?limit=25${at % 2 ? '&status=Stopped,Cancelled' : ''}`);
    await timesOf(get);
    await timesOf(list);
    const gets = await timesOf(get);
    let page = '';
    const lists = await timesOf(async (at) => {
      const reply = await call('GET', `/tasks?limit=25${at % 2 ? '&status=Stopped,Cancelled' : ''}${page}`);
      const { ContinuationKey } = reply.body;
      page = ContinuationKey ? `&startKey=${encodeURIComponent(ContinuationKey)}` : '';
      return reply;
    });
    const ask = async (client: number, count: number) => {
      for (let n = 0; n < count; n += 1) await (n % 10 === 0 ? list(n) : get(n * CLIENTS + client));
    };
    const askAll = (count: number) =>
      Promise.all(Array.from({ length: CLIENTS }, (_, client) => ask(client, Math.ceil(count / CLIENTS))));
    const startedMs = performance.now();
    await askAll(REQUESTS / 10);
    const before = await megabytesOf(server.child.pid!);
    await askAll((9 * REQUESTS) / 10);
    const grown = (await megabytesOf(server.child.pid!)) - before;
    const seconds = (performance.now() - startedMs) / 1000;
    return [
      { name: 'records', value: RECORDS, unit: '' },
      { name: 'status of a task over HTTP, median', value: median(gets), unit: 'ms', goal: 3 },
      { name: 'page of a list over HTTP, 99 %', value: quantile(lists, 0.99), unit: 'ms', goal: 20 },
      { name: 'requests', value: REQUESTS, unit: '' },
      { name: 'requests a second', value: REQUESTS / seconds, unit: '1/s' },
      { name: 'growth of the server over nine tenths of them', value: grown, unit: 'MB', goal: 50 },
    ];
  } finally {
    await server.end('SIGKILL');
    await postgres.remove();
    await rm(home, { recursive: true, force: true });
  }
}

// Several executors claim pending tasks on PostgreSQL in parallel. Compares the store's claims with a bare UPDATE … FOR
// UPDATE SKIP LOCKED on the same rows, and with the folder's claims. Each executor has its own connections, as a
// separate process would. Then measures a query among many records.

import pg from 'pg';
import { type Measurement, measurement, median, quantile } from '../../scripts/measurement.ts';
import { claimOldest } from '../../src/jobs/records/held-job.ts';
import { type TaskBody, tasks } from '../../src/jobs/records/records.ts';
import { beginHistory } from '../../src/jobs/records/states.ts';
import type { Store } from '../../src/store/contract/store.ts';
import { openFolderStore } from '../../src/store/folder/folder-store.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import type { PostgresServer } from '../../test/postgres/postgres-server.ts';
import { onPostgres } from './on-postgres.ts';

const CLAIMS = 400;
const RECORDS = 100_000;
const BATCH = 1000;
const QUESTIONS = 300;

const RULES = { maxStarts: 10, maxLoneLosses: 2, isBusy: false };
const BARE = `UPDATE records SET status = 'Initialising' WHERE (kind, id) = (
  SELECT kind, id FROM records WHERE kind = 'task' AND status = 'Accepted' AND status <> ''
  ORDER BY place LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id`;

async function fill(store: Store, count: number, status: string): Promise<void> {
  for (let at = 0; at < count; at += BATCH) {
    await store.transaction(async (tx) => {
      for (let task = at; task < Math.min(count, at + BATCH); task += 1) {
        const body: TaskBody = { ...beginHistory('task', 0), BuildID: 'bld', Arguments: '', DataSources: [] };
        const owner = `usr_${task % 10}`;
        await tx.insert(tasks, {
          id: `${status} ${task}`,
          owner,
          parent: 'bld',
          status,
          createdAt: task,
          body,
        });
      }
    });
  }
}

/** Claims per second by all claimers together. */
async function rateOf(claimers: readonly (() => Promise<boolean>)[]): Promise<number> {
  let claimed = 0;
  const startedMs = performance.now();
  await Promise.all(
    claimers.map(async (claim) => {
      while (await claim()) claimed += 1;
    }),
  );
  if (claimed !== CLAIMS) throw new Error(`${claimed} of ${CLAIMS} were claimed`);
  return (1000 * claimed) / (performance.now() - startedMs);
}

function claimerOf(store: Store, executorId: string): () => Promise<boolean> {
  const rules = { ...RULES, turn: { owner: '' } };
  return async () => (await claimOldest({ store, executorId, now: Date.now }, tasks, rules)) !== undefined;
}

async function measureClaims(server: PostgresServer, count: number): Promise<Measurement[]> {
  const open = (namespace: string) => openPostgresStore({ url: server.url(), namespace, connections: 3 });
  const stores = await Promise.all(Array.from({ length: count }, () => open(`own_${count}`)));
  await fill(stores[0]!, CLAIMS, 'Accepted');
  const own = await rateOf(stores.map((store, at) => claimerOf(store, `exe_${at}`)));
  await Promise.all(stores.map((store) => store.close()));
  const bare = await open(`bare_${count}`);
  await fill(bare, CLAIMS, 'Accepted');
  const clients = await Promise.all(
    Array.from({ length: count }, async () => {
      const client = new pg.Client({
        connectionString: server.url(),
        options: `-c search_path=bare_${count}`,
      });
      await client.connect();
      return client;
    }),
  );
  const skipping = await rateOf(
    clients.map((client) => async () => (await client.query(BARE)).rowCount === 1),
  );
  await Promise.all(clients.map((client) => client.end()));
  await bare.close();
  return [
    { name: `claims by ${count} executors`, value: own, unit: '1/s', ...(count === 8 && { goal: 1000 }) },
    measurement(`the same, bare SKIP LOCKED`, skipping, '1/s'),
  ];
}

async function measureFolder(folder: string): Promise<Measurement> {
  const store = await openFolderStore(folder);
  await fill(store, CLAIMS, 'Accepted');
  const value = await rateOf([claimerOf(store, 'exe')]);
  await store.close();
  return measurement('claims in a folder', value, '1/s');
}

async function measureQuestions(server: PostgresServer): Promise<Measurement[]> {
  const store = await openPostgresStore({ url: server.url(), namespace: 'many' });
  await fill(store, RECORDS, 'Completed');
  await server.query('ANALYZE many.records');
  const time = async (ask: (at: number) => Promise<unknown>): Promise<number[]> => {
    const times: number[] = [];
    for (let at = 0; at < QUESTIONS; at += 1) {
      const startedMs = performance.now();
      await ask(at);
      times.push(performance.now() - startedMs);
    }
    return times;
  };
  const gets = await time((at) => store.get(tasks, `Completed ${(at * 331) % RECORDS}`));
  const status = ['Completed', 'Stopped'];
  const lists = await time((at) =>
    store.list(tasks, { owner: `usr_${at % 10}`, status, limit: 100, descending: true }),
  );
  await store.close();
  return [
    measurement('get, median', median(gets), 'ms', 3),
    measurement(`list of ${RECORDS} records, 99 %`, quantile(lists, 0.99), 'ms', 20),
  ];
}

export function run(): Promise<Measurement[]> {
  return onPostgres(async ({ postgres, home }) => {
    const found = [await measureFolder(home)];
    for (const count of [1, 2, 4, 8, 16]) found.push(...(await measureClaims(postgres, count)));
    return [...found, ...(await measureQuestions(postgres))];
  });
}

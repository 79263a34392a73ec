// Compares a data folder with PostgreSQL: transactions that store a task, outputs, and claims. Then measures a folder
// with 10⁵ tasks, which another process opens. HAZE_BENCH_TASKS and HAZE_BENCH_OUTPUT_BYTES set the number of tasks in
// the folder and the size of each of its 20 000 outputs.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Measurement, measurement, quantile } from '../../scripts/measurement.ts';
import { claimOldest } from '../../src/jobs/records/held-job.ts';
import { type TaskBody, taskStreamKey, tasks } from '../../src/jobs/records/records.ts';
import { beginHistory } from '../../src/jobs/records/states.ts';
import type { Store } from '../../src/store/contract/store.ts';
import { openFolderStore } from '../../src/store/folder/folder-store.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { type PostgresServer, startPostgres } from '../../test/postgres/postgres-server.ts';

const TASKS = Number(process.env.HAZE_BENCH_TASKS ?? 100_000);
const BATCH = 1000;
const OUTPUTS = 20_000;
const OUTPUT_BYTES = Number(process.env.HAZE_BENCH_OUTPUT_BYTES ?? 5000);
/** Number of outputs per transaction. */
const OUTPUT_BATCH = 100;
const SINGLE = 400;
const RULES = { maxStarts: 10, maxLoneLosses: 2, isBusy: false };

async function insertTasks(store: Store, from: number, to: number, status: string): Promise<void> {
  const Arguments = 'x'.repeat(600);
  await store.transaction(async (tx) => {
    for (let at = from; at < to; at += 1) {
      const body: TaskBody = { ...beginHistory('task', at), BuildID: 'bld', Arguments, DataSources: [] };
      const record = { id: `tsk_${at}`, owner: `usr_${at % 10}`, parent: 'bld', status, createdAt: at };
      await tx.insert(tasks, { ...record, body });
    }
  });
}

async function fill(store: Store): Promise<void> {
  for (let at = 0; at < TASKS; at += BATCH) await insertTasks(store, at, at + BATCH, 'Completed');
  for (let at = 0; at < OUTPUTS; at += OUTPUT_BATCH) {
    await store.transaction(async (tx) => {
      for (let task = at; task < at + OUTPUT_BATCH; task += 1) {
        await tx.putBlob(taskStreamKey(`tsk_${task}`, 'Stdout'), new Uint8Array(OUTPUT_BYTES).fill(task));
      }
    });
  }
}

/** Operations per second with a given number of parallel callers. */
async function rateOf(
  count: number,
  callers: number,
  work: (at: number) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  const startedMs = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < count) {
        next += 1;
        await work(next);
      }
    }),
  );
  return (1000 * count) / (performance.now() - startedMs);
}

async function measureStore(name: string, store: Store): Promise<Measurement[]> {
  const found: Measurement[] = [];
  for (const callers of [1, 16]) {
    const from = TASKS * callers;
    const stored = await rateOf(SINGLE, callers, (at) =>
      insertTasks(store, from + at, from + at + 1, 'Accepted'),
    );
    const claimed = await rateOf(SINGLE, callers, () =>
      claimOldest({ store, executorId: `exe_${callers}`, now: Date.now }, tasks, {
        ...RULES,
        turn: { owner: '' },
      }),
    );
    const who = `${callers} ${callers === 1 ? 'caller' : 'callers'}`;
    found.push(
      measurement(`${name}: tasks stored in a second, ${who}`, stored, '/s'),
      measurement(`${name}: tasks claimed in a second, ${who}`, claimed, '/s'),
    );
  }
  return found;
}

interface Opened {
  readonly openMs: number;
  readonly statusMs: readonly number[];
  readonly pageMs: readonly number[];
  readonly megabytes: number;
  readonly bytes: number;
  readonly exportMs: number;
  readonly exportProcessorMs: number;
  readonly exportMegabytes: number;
}

function measureFolder(folder: string): Measurement[] {
  const program = fileURLToPath(new URL('open-folder.js', import.meta.url));
  const text = execFileSync(process.execPath, [program, folder, String(TASKS)], { encoding: 'utf8' });
  const opened = JSON.parse(text) as Opened;
  const { openMs, statusMs, pageMs, megabytes, bytes, exportMs, exportMegabytes, exportProcessorMs } = opened;
  return [
    measurement(`opening ${TASKS} tasks`, openMs, 'ms', 1000),
    measurement('memory of the process', megabytes, 'MB', 250),
    measurement('a record, median', quantile(statusMs, 0.5), 'ms', 2),
    measurement('a page of 50 records, 99 %', quantile(pageMs, 0.99), 'ms', 10),
    measurement('reading all', bytes / 1000 / exportMs, 'MB/s'),
    measurement('reading all, per second of CPU time', bytes / 1000 / exportProcessorMs, 'MB/s', 50),
    measurement('memory while reading all', exportMegabytes, 'MB', 300),
  ];
}

export async function run(): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'haze-bench-'));
  let server: PostgresServer | undefined;
  try {
    const store = await openFolderStore(folder);
    const ofFolder = await measureStore('folder', store);
    await fill(store);
    await store.close();
    const ofSize = measureFolder(folder);
    server = await startPostgres();
    await server.createDatabase('stores');
    const database = await openPostgresStore({ url: server.url('stores') });
    const ofPostgres = await measureStore('PostgreSQL', database);
    await database.close();
    return [...ofFolder, ...ofPostgres, ...ofSize];
  } finally {
    await server?.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

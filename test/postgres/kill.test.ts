// Executors in several processes on a single database are killed at random moments, and the database is restarted in
// between. In the end, every job is Completed once, through allowed transitions, with its complete output and without
// duplicates.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { expectAllEnded, fillStore } from '../jobs/kill-jobs.ts';
import { bundleProgram } from '../store/bundle-program.ts';
import { createRandom } from '../store/seeded-random.ts';
import { startPostgres } from './postgres-server.ts';

const SEED = 20261122;
const KILLS = 4;
const WORKERS = 3;
const COUNTS = { builds: 12, tasks: 70 };

const pause = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs));

test(`${WORKERS} processes are killed ${KILLS} times, and each job ends exactly once (seed ${SEED})`, async () => {
  const postgres = await startPostgres();
  const root = await mkdtemp(join(tmpdir(), 'haze-workers-'));
  const program = await bundleProgram(
    new URL('../jobs/executor-process.ts', import.meta.url),
    join(root, 'program'),
  );
  const store = await openPostgresStore({ url: postgres.url(), patienceMs: 20_000 });
  await fillStore(store, COUNTS);
  const begin = async () => {
    const child = spawn(process.execPath, [program, postgres.url()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    await Promise.race([once(child.stdout, 'data'), ended]);
    return { child: child as ChildProcess, ended };
  };
  const workers = await Promise.all(Array.from({ length: WORKERS }, begin));
  const random = createRandom(SEED);
  for (let kill = 0; kill < KILLS; kill += 1) {
    await pause(50 + random() * 300);
    const victim = Math.floor(random() * WORKERS);
    workers[victim]!.child.kill('SIGKILL');
    await workers[victim]!.ended;
    if (kill === KILLS / 2) {
      await postgres.stop('immediate');
      await postgres.start();
    }
    workers[victim] = await begin();
  }
  await Promise.all(workers.map(({ ended }) => ended));
  const rescheduled = await expectAllEnded(store, COUNTS);
  // Some of the kills interrupted running jobs.
  expect(rescheduled).toBeGreaterThan(0);
  await store.close();
  await postgres.remove();
  await rm(root, { recursive: true });
});

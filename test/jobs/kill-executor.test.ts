// An executor is repeatedly killed at random moments. In the end, every job must be Completed, through allowed
// transitions, with its complete output and without duplicates.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFolderStore } from '../../src/store/folder/folder-store.ts';
import { bundleProgram } from '../store/bundle-program.ts';
import { createRandom } from '../store/seeded-random.ts';
import { expectAllEnded, fillStore } from './kill-jobs.ts';

const SEED = 20261120;
const KILLS = 12;
/** The period during which several executors are killed and paused. */
const ROUNDS_MS = 12_000;
const COUNTS = { builds: 25, tasks: 60 };

/** Lets the executor start, and work for a moment if it is to be killed, otherwise until it has no work left. */
async function runExecutor(program: string, folder: string, killAfterMs?: number): Promise<void> {
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), ended]);
  if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  await ended;
}

test(`an executor is killed ${KILLS} times, and each of its jobs ends correctly (seed ${SEED})`, async () => {
  const root = await mkdtemp(join(tmpdir(), 'haze-executor-'));
  const program = await bundleProgram(new URL('executor-process.ts', import.meta.url), join(root, 'program'));
  const folder = join(root, 'store');
  const filled = await openFolderStore(folder);
  await fillStore(filled, COUNTS);
  await filled.close();
  const random = createRandom(SEED);
  for (let kill = 0; kill < KILLS; kill += 1) await runExecutor(program, folder, random() * 300);
  await runExecutor(program, folder);
  const store = await openFolderStore(folder);
  const rescheduled = await expectAllEnded(store, COUNTS);
  // Some of the kills interrupted running jobs.
  expect(rescheduled).toBeGreaterThan(0);
  await store.close();
  await rm(root, { recursive: true });
});

test(`several executors on one folder are killed and paused at random, and each job ends exactly once (seed ${SEED})`, async () => {
  const root = await mkdtemp(join(tmpdir(), 'haze-executors-'));
  const program = await bundleProgram(new URL('executor-process.ts', import.meta.url), join(root, 'program'));
  const folder = join(root, 'store');
  const counts = { builds: 40, tasks: 120 };
  const store = await openFolderStore(folder);
  await fillStore(store, counts);
  const random = createRandom(SEED);
  const pause = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs));
  const running = new Set<ReturnType<typeof startExecutor>>();
  const startExecutor = () => {
    const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    child.once('close', () => running.delete(child));
    return child;
  };
  const deadline = Date.now() + ROUNDS_MS;
  while (Date.now() < deadline) {
    while (running.size < 4) running.add(startExecutor());
    await pause(random() * 400);
    const child = [...running][Math.floor(random() * running.size)];
    if (random() < 0.7) child?.kill('SIGKILL');
    else {
      // The pause is longer than the lease, so other executors take over the paused executor's jobs, and it writes
      // nothing more to them.
      child?.kill('SIGSTOP');
      setTimeout(() => child?.kill('SIGCONT'), 2500);
    }
  }
  for (const child of running) child.kill('SIGCONT');
  await Promise.all([...running].map((child) => once(child, 'close')));
  await runExecutor(program, folder);
  expect(await expectAllEnded(store, counts, { maySetAside: true })).toBeGreaterThan(0);
  await store.close();
  await rm(root, { recursive: true });
});

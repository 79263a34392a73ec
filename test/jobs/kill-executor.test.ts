// An executor is killed at random moments, again and again. In the end every job must be Completed, by allowed steps,
// with its whole output and nothing twice.
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
const COUNTS = { builds: 25, tasks: 60 };

/** Lets the executor start and work for a moment; without one, until it has nothing left to do. */
async function runExecutor(program: string, folder: string, killAfterMs?: number): Promise<void> {
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), ended]);
  if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  await ended;
}

test(`every job of an executor that is killed ${KILLS} times ends properly (seed ${SEED})`, async () => {
  const root = await mkdtemp(join(tmpdir(), 'haze-executor-'));
  const program = await bundleProgram(new URL('executor-process.ts', import.meta.url), join(root, 'program'));
  const folder = join(root, 'store');
  const filled = await openFolderStore(folder);
  await fillStore(filled, COUNTS);
  await filled.close();
  const random = createRandom(SEED);
  for (let kill = 0; kill < KILLS; kill += 1) await runExecutor(program, folder, random() * 80);
  await runExecutor(program, folder);
  const store = await openFolderStore(folder);
  const rescheduled = await expectAllEnded(store, COUNTS);
  // The kills did hit running jobs.
  expect(rescheduled).toBeGreaterThan(0);
  await store.close();
  await rm(root, { recursive: true });
});

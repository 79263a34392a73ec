// A process that writes to a folder is killed repeatedly at random moments. Each time, the folder must open with every
// transaction that was reported as stored, and with no part of any other.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { allRecords } from '../../src/store/contract/all-records.ts';
import { recordType, type Store } from '../../src/store/contract/store.ts';
import { openFolderStore } from '../../src/store/folder/folder-store.ts';
import { bundleProgram } from './bundle-program.ts';
import { createRandom } from './seeded-random.ts';

const accounts = recordType<{ balance: number }>('account');
const entries = recordType<{ amount: number }>('entry');
const SEED = 20261120;
const KILLS = 15;

/**
 * Lets the writer run until it has printed `reports` lines, and then for another `moreMs` milliseconds; returns its
 * reports.
 */
async function runAndKill(
  program: string,
  run: { folder: string; seed: number; reports: number; moreMs: number; role?: 'reader' },
): Promise<string[]> {
  const child = spawn(process.execPath, [program, run.folder, String(run.seed), run.role ?? ''], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const reported: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    reported.push(line);
    if (reported.length === run.reports) setTimeout(() => child.kill('SIGKILL'), run.moreMs);
  }
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
  return reported;
}

/** Returns the amounts of all entries by ID, which the account and the blob must match. */
async function checkInvariants(store: Store): Promise<Map<string, number>> {
  const amounts = new Map<string, number>();
  for await (const { id, body } of allRecords(store, entries, { owner: 'ann' })) amounts.set(id, body.amount);
  const sum = [...amounts.values()].reduce((total, amount) => total + amount, 0);
  expect((await store.get(accounts, 'sum'))?.body.balance).toBe(sum);
  let text = '';
  for await (const chunk of (await store.readBlob('amounts'))!) text += new TextDecoder().decode(chunk);
  expect(text).toBe([...amounts.values()].map((amount) => `${amount}\n`).join(''));
  for await (const chunk of (await store.readBlob('last')) ?? []) expect(chunk.length).toBeGreaterThan(0);
  return amounts;
}

test(`a folder opens undamaged after each of ${KILLS} kills (seed ${SEED})`, async () => {
  const root = await mkdtemp(join(tmpdir(), 'haze-kill-'));
  const program = await bundleProgram(new URL('writer-process.ts', import.meta.url), join(root, 'program'));
  const folder = join(root, 'store');
  const random = createRandom(SEED);
  const everReported: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const reports = 1 + Math.floor(random() * 150);
    everReported.push(
      ...(await runAndKill(program, { folder, seed: SEED + kill, reports, moreMs: random() * 12 })),
    );
    const store = await openFolderStore(folder);
    const amounts = await checkInvariants(store);
    expect(everReported.filter((id) => !amounts.has(id))).toEqual([]);
    await store.close();
  }
  await rm(root, { recursive: true });
});

test(`data that a reader has seen is still there after each of ${KILLS} kills (seed ${SEED})`, async () => {
  const root = await mkdtemp(join(tmpdir(), 'haze-kill-'));
  const program = await bundleProgram(new URL('writer-process.ts', import.meta.url), join(root, 'program'));
  const folder = join(root, 'store');
  const random = createRandom(SEED);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const reports = 1 + Math.floor(random() * 20);
    const run = { folder, seed: SEED + kill, reports, moreMs: random() * 12, role: 'reader' } as const;
    const shown = await runAndKill(program, run);
    const store = await openFolderStore(folder);
    const amounts = await checkInvariants(store);
    expect(shown.filter((id) => !amounts.has(id))).toEqual([]);
    await store.close();
  }
  await rm(root, { recursive: true });
});

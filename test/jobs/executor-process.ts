// The process that kill-executor.test.ts kills: an executor on a folder, with slow simulated builds and runs. Its
// argument is the folder, or the URL of a shared database. It exits on its own when no job is pending.
import { Executor } from '../../src/jobs/executing/executor.ts';
import { removeAllLeases } from '../../src/jobs/records/leases.ts';
import { builds, tasks } from '../../src/jobs/records/records.ts';
import { UNFINISHED_STATUSES } from '../../src/jobs/records/states.ts';
import type { RunOutcome } from '../../src/runtime/running/run-outcome.ts';
import type { RunRequest } from '../../src/runtime/running/run-program.ts';
import type { Store } from '../../src/store/contract/store.ts';

const [place] = process.argv.slice(2);
if (!place) throw new TypeError('usage: executor-process FOLDER|URL');
const isDatabase = place.startsWith('postgres:');
/** Short, so that a test need not wait long for the jobs of killed executors. */
const LEASE_MS = 1500;
const LOOK_MS = isDatabase ? 50 : 5;
const pause = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs));

/** Prints the number of lines that the arguments specify. */
async function run(request: RunRequest): Promise<RunOutcome> {
  const count = Number(request.arguments?.[0]);
  for (let line = 0; line < count; line += 1) {
    request.onStdout?.(new TextEncoder().encode(`line ${line}\n`));
    await pause(1);
  }
  const statistics = { executionTimeMs: count, hookCalls: 0, records: 0 };
  return { end: { kind: 'exited', exitStatus: 0 }, statistics, files: new Map(), removedFiles: [] };
}

// Loaded lazily, because a process that will soon be killed has no time to lose.
async function openStore(): Promise<Store> {
  if (!isDatabase) {
    const { openFolderStore } = await import('../../src/store/folder/folder-store.ts');
    return openFolderStore(place!, { whenAlone: removeAllLeases });
  }
  const { openPostgresStore } = await import('../../src/store/postgres/postgres-store.ts');
  return openPostgresStore({ url: place!, patienceMs: 20_000 });
}

const store = await openStore();
const executor = new Executor({
  store,
  rewritingVersion: async () => '1',
  builder: {
    version: async () => '1',
    rewrite: async (module) => module,
    placeOf: async () => undefined,
    placesOf: async (_program, codeOffsets) => codeOffsets.map(() => []),
    build: async (request) => {
      await pause(3);
      const module = new TextEncoder().encode(JSON.stringify(request.sources));
      return { ok: true, log: 'built\n', module, rewritten: module, buildTimeMs: 3 };
    },
  },
  run,
  repositories: { take: () => Promise.reject(new Error('nobody asks for a repository here')) },
  runReference: () => Promise.reject(new Error('no Reference task is made here')),
  loadKernels: () => Promise.reject(new Error('no distribution is joined here')),
  isAlone: false,
  isLocal: !isDatabase,
  limits: { maxStarts: 1000, maxLoneLosses: 1000, leaseMs: LEASE_MS, chunkMs: 2, chunkBytes: 30 },
});
process.stdout.write('started\n');
const filter = { status: UNFINISHED_STATUSES };
while ((await store.count(builds, filter)) + (await store.count(tasks, filter)) > 0) await pause(LOOK_MS);
await executor.stop(0);
await store.close();

// Reference tasks run by several executors: the stored result is byte for byte the same as with a single executor.
import { afterEach, expect, test } from 'vitest';
import { OWNER, Workshop } from '../../../test/jobs/workshop.ts';
import { runParts } from '../../reference/crew/run-parts.ts';
import { type ReferenceContext, runReference } from '../../reference/crew/run-reference.ts';
import type { ReferenceAnswer, ReferenceRequest } from '../../reference/program/reference-messages.ts';
import { seedOfRun } from '../../reference/program/seeds.ts';
import { ValueRecorder } from '../../reference/values/value-recorder.ts';
import { findDefaultCore } from '../../uncertainty/core/core-spec.ts';
import type { ExecutorOptions } from '../executing/executor-options.ts';
import type { HeldJob } from '../records/held-job.ts';
import { findAlive } from '../records/leases.ts';
import { maybeReadBlob } from '../records/read-blob.ts';
import { type TaskBody, taskPrefix, taskSamplesKey, tasks, taskValuesKey } from '../records/records.ts';
import { parts } from '../tasks/part-records.ts';
import { SharedRuns } from '../tasks/shared-runs.ts';
import { createHelp } from './helping.ts';

const RUNS = 4000;
const RUN_MS = 0.05;
const TASK_ID = 'tsk_0000000000000000000000000000beef';
/** A lease short enough to detect a killed executor soon, and long enough not to give up on a live one. */
const SHORT_LEASE = { leaseMs: 400 };
/** Number of stretches after which a task can estimate how long its runs take, and then offers a part. */
const FIRST_STRETCHES = 3;
const open: Workshop[] = [];

afterEach(async () => {
  for (const workshop of open.splice(0)) await workshop.close();
});

/** An executor's observed work on parts. */
interface Watched {
  /** Runs of parts that the executor started. */
  helped: number;
  /** Runs of parts that the executor reported as finished. */
  told: number;
  /** Workers that were created and have not exited. */
  workers: number;
  /** Delays a stretch of a worker's runs, given by its 1-based number. */
  readonly before: (stretch: number) => Promise<unknown>;
}

const AT_ONCE = () => Promise.resolve();

function watch(before: Watched['before'] = AT_ONCE): Watched {
  return { helped: 0, told: 0, workers: 0, before };
}

/** A promise, and the function that resolves it. */
function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Workers with slow runs. The seed determines which values a run prints, and how it ends. */
function contextOf(watched: Watched): ReferenceContext {
  const createWorker = () => {
    const recorder = new ValueRecorder();
    let listen: (message: ReferenceAnswer) => void = () => undefined;
    let seed = 0n;
    let isEnded = false;
    let stretches = 0;
    const tell = (message: ReferenceAnswer) => {
      if (!isEnded) listen(message);
    };
    const runAll = (first: number, count: number) => {
      const failed = [];
      for (let run = first; run < first + count; run += 1) {
        const draw = Number(seedOfRun(seed, run) >> 40n);
        recorder.beginRun(run);
        recorder.note('Printed', 1, 1, draw);
        // Few runs reach this line, and the first run rarely does.
        if (draw % 97 === 0) recorder.note('Printed', 2 + (draw % 5), 1, -draw);
        recorder.endRun();
        if (draw % 501 === 0) failed.push({ run, end: { kind: 'exited', exitStatus: 3 } as const });
      }
      const end = { kind: 'exited', exitStatus: 0 } as const;
      const nothing = { files: new Map(), removedFiles: [], read: new Uint8Array(0) };
      if (first === 0) tell({ kind: 'first', end, ...nothing });
      const figures = {
        block: recorder.takeBlock({ first, count }),
        failed,
        calls: count,
        longestMs: RUN_MS,
        isLast: true,
      };
      tell({ kind: 'block', first, count, ...figures });
    };
    watched.workers += 1;
    return {
      post: (message: ReferenceRequest) => {
        if (message.kind === 'reference') {
          seed = message.seed;
          queueMicrotask(() => tell({ kind: 'ready' }));
        } else {
          const { first, count } = message;
          stretches += 1;
          void watched.before(stretches).then(() => setTimeout(() => runAll(first, count), count * RUN_MS));
        }
      },
      onMessage: (listener: typeof listen) => {
        listen = listener;
      },
      onFailure: () => undefined,
      terminate: () => {
        isEnded = true;
        watched.workers -= 1;
      },
    };
  };
  return { kernels: {} as WebAssembly.Module, createWorker, parallelism: 1 };
}

function optionsOf(watched: Watched, lease = {}, onHelping = () => {}): Partial<ExecutorOptions> {
  const context = contextOf(watched);
  return {
    isAlone: false,
    observe: (event) => {
      if (event.what === 'part' && event.result === 'done') watched.told += event.runs;
    },
    limits: { partMs: 20, ...lease },
    runReference: (request) => runReference(request, context),
    help: createHelp({
      version: async () => '1',
      runParts: (request, source) =>
        runParts(request, context, {
          next: async () => {
            const part = await source.next();
            watched.helped += part?.count ?? 0;
            if (part) onHelping();
            return part;
          },
          deliver: (result) => source.deliver(result),
        }),
    }),
  };
}

function openWorkshop(): Workshop {
  const workshop = new Workshop();
  open.push(workshop);
  return workshop;
}

async function addReferenceTask(workshop: Workshop): Promise<void> {
  const Core = findDefaultCore('C0-Reference');
  const build = await workshop.addBuild('', { Core }, 'Completed');
  const body = { BuildID: build, Arguments: '', DataSources: [], Runs: RUNS, UpdatedAt: 0 };
  const whole: TaskBody = { ...body, StatusTransitions: [{ Status: 'Accepted', Timestamp: 0, Message: '' }] };
  const place = { id: TASK_ID, owner: 'usr_1', parent: build, status: 'Accepted', createdAt: 0 };
  await workshop.store.transaction((tx) => tx.insert(tasks, { ...place, body: whole }));
}

/** Reads everything that the task stored, and checks that nothing else remains. */
async function readResult(workshop: Workshop) {
  const { store } = workshop;
  const { body } = await workshop.untilTask(TASK_ID, 'Completed');
  await workshop.until(async () => (await store.count(parts, {})) === 0);
  expect(await store.listBlobs({ prefix: `${taskPrefix(TASK_ID)}parts/` })).toEqual([]);
  return {
    samples: await maybeReadBlob(store, taskSamplesKey(TASK_ID)),
    values: await workshop.readText(taskValuesKey(TASK_ID)),
    message: body.StatusTransitions.at(-1)?.Message,
    calls: body.Stats?.DynamicInstructions,
  };
}

const byOne = async () => {
  const workshop = openWorkshop();
  workshop.startExecutor(optionsOf(watch()));
  await addReferenceTask(workshop);
  return readResult(workshop);
};

/**
 * Creates two executors, the first of which has the task. Resolves when the other has a part, which waits for
 * `release`. Until then, the first executor cannot finish by itself, even if the other is late.
 */
async function startTwo(workshop: Workshop, mortal?: 'lead' | 'helper') {
  const [bothLive, helping, released] = [createGate(), createGate(), createGate()];
  const seen = {
    lead: watch(async (stretch) => {
      await bothLive.opened;
      if (stretch > FIRST_STRETCHES) await helping.opened;
    }),
    helper: watch(() => released.opened),
  };
  const start = (who: 'lead' | 'helper') => {
    const executorId = `exe_${who}`;
    const options = optionsOf(seen[who], mortal && SHORT_LEASE, helping.open);
    if (who === mortal) return workshop.startMortalExecutor(executorId, options);
    workshop.startExecutor({ ...options, executorId });
    return () => undefined;
  };
  const killLead = start('lead');
  await addReferenceTask(workshop);
  await workshop.untilTask(TASK_ID, 'In Progress');
  const killHelper = start('helper');
  await workshop.until(async () => (await findAlive(workshop.store, Date.now())).size === 2);
  bothLive.open();
  await helping.opened;
  return { ...seen, kill: mortal === 'lead' ? killLead : killHelper, release: released.open };
}

const untilNoWorkers = (workshop: Workshop, watched: readonly Watched[]) =>
  workshop.until(async () => watched.every(({ workers }) => workers === 0));

test('two executors produce exactly the same result as one, and stop all their workers', async () => {
  const alone = await byOne();
  expect(alone.samples!.length).toBeGreaterThan(RUNS * 8);
  expect(alone.message).toMatch(/^exit status 0; 4000 runs; \d+ runs took a different path from the first/);
  const workshop = openWorkshop();
  const { lead, helper, release } = await startTwo(workshop);
  release();
  expect(await readResult(workshop)).toEqual(alone);
  expect(workshop.errors).toEqual([]);
  expect(lead.helped).toBe(0);
  expect(helper.helped).toBeGreaterThan(0);
  await untilNoWorkers(workshop, [lead, helper]);
  expect(helper.told).toBe(helper.helped);
});

test.each(['helper', 'lead'] as const)('killing the %s neither loses nor repeats a run', async (mortal) => {
  const workshop = openWorkshop();
  const { kill, release } = await startTwo(workshop, mortal);
  kill();
  release();
  expect(await readResult(workshop)).toEqual(await byOne());
});

test('cancelling a task ends its parts on other executors', async () => {
  const workshop = openWorkshop();
  const { lead, helper } = await startTwo(workshop);
  await workshop.cancel(tasks, TASK_ID);
  await untilNoWorkers(workshop, [lead, helper]);
  await workshop.until(async () => (await workshop.store.count(parts, {})) === 0);
  expect(await workshop.store.listBlobs({ prefix: taskPrefix(TASK_ID) })).toEqual([]);
  expect((await workshop.store.get(tasks, TASK_ID))?.status).toBe('Cancelled');
  expect(workshop.errors).toEqual([]);
});

test('a lost claim removes only its own parts, even if the same executor has claimed the task again', async () => {
  const workshop = openWorkshop();
  const { store } = workshop;
  const within: typeof store.transaction = (work) => store.transaction(work);
  const job = { id: TASK_ID, owner: OWNER, executorId: 'exe_a', within } as unknown as HeldJob<TaskBody>;
  const [earlier, later] = [0, 8].map((first) => {
    const onFailure = (error: unknown) => workshop.errors.push(error);
    const fingerprint = async () => 'same';
    const shared = new SharedRuns({ store, job, fingerprint, partMs: 1, now: Date.now, onFailure });
    shared.offer({ first, count: 8, timing: { runMs: 1, longestMs: 1 } });
    return shared;
  });
  const readFirsts = async () => (await store.list(parts, {})).records.map(({ body }) => body.First);
  await workshop.until(async () => (await readFirsts()).length === 2);
  await earlier!.close();
  expect(await readFirsts()).toEqual([8]);
  await later!.close();
  expect(await readFirsts()).toEqual([]);
});

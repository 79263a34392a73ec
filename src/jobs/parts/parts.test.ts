// Reference tasks whose runs several executors do: what is stored in the end is what one executor stores, byte for byte.
import { afterEach, expect, test, vi } from 'vitest';
import { Workshop } from '../../../test/jobs/workshop.ts';
import type { ReferenceAnswer, ReferenceRequest } from '../../reference/reference-messages.ts';
import { runParts } from '../../reference/run-parts.ts';
import { type ReferenceContext, runReference } from '../../reference/run-reference.ts';
import { seedOfRun } from '../../reference/seeds.ts';
import { ValueRecorder } from '../../reference/value-recorder.ts';
import { findDefaultCore } from '../../uncertainty/core-spec.ts';
import type { ExecutorOptions } from '../executor.ts';
import { maybeReadBlob } from '../read-blob.ts';
import { type TaskBody, taskPrefix, taskSamplesKey, tasks, taskValuesKey } from '../records.ts';
import { createHelp } from './helping.ts';
import { parts } from './part-records.ts';

const RUNS = 4000;
const RUN_MS = 0.05;
const TASK_ID = 'tsk_0000000000000000000000000000beef';
const open: Workshop[] = [];

afterEach(async () => {
  for (const workshop of open.splice(0)) await workshop.close();
});

/** What an executor does beside its own tasks, as it is seen from here. */
interface Watched {
  /** Runs of parts that it began. */
  helped: number;
  /** Runs of parts whose end it told of. */
  told: number;
  /** Workers that were made and not ended. */
  workers: number;
}

/** Workers whose runs take their time. Which values a run prints, and how it ends, its seed decides. */
function contextOf(watched: Watched): ReferenceContext {
  const createWorker = () => {
    const recorder = new ValueRecorder();
    let listen: (message: ReferenceAnswer) => void = () => undefined;
    let seed = 0n;
    let isEnded = false;
    const tell = (message: ReferenceAnswer) => {
      if (!isEnded) listen(message);
    };
    const runAll = (first: number, count: number) => {
      const failed = [];
      for (let run = first; run < first + count; run += 1) {
        const draw = Number(seedOfRun(seed, run) >> 40n);
        recorder.beginRun(run);
        recorder.note('Printed', 1, 1, draw);
        // Few runs come here, the first seldom among them.
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
        } else setTimeout(() => runAll(message.first, message.count), message.count * RUN_MS);
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

function optionsOf(watched: Watched): Partial<ExecutorOptions> {
  const context = contextOf(watched);
  return {
    isAlone: false,
    observe: (event) => {
      if (event.what === 'part' && event.result === 'done') watched.told += event.runs;
    },
    limits: { partMs: 20, leaseMs: 400 },
    runReference: (request) => runReference(request, context),
    help: createHelp({
      version: async () => '1',
      runParts: (request, source) =>
        runParts(request, context, {
          next: async () => {
            const part = await source.next();
            watched.helped += part?.count ?? 0;
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

/** Everything that the task has left, and nothing that was to go. */
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
  workshop.startExecutor(optionsOf({ helped: 0, told: 0, workers: 0 }));
  await addReferenceTask(workshop);
  return readResult(workshop);
};

/** Two executors, the first of which has the task */
async function startTwo(workshop: Workshop, mortal?: 'lead' | 'helper') {
  const seen = { lead: { helped: 0, told: 0, workers: 0 }, helper: { helped: 0, told: 0, workers: 0 } };
  const start = (who: 'lead' | 'helper') => {
    const executorId = `exe_${who}`;
    const options = optionsOf(seen[who]);
    if (who === mortal) return workshop.startMortalExecutor(executorId, options);
    workshop.startExecutor({ ...options, executorId });
    return () => undefined;
  };
  const killLead = start('lead');
  await addReferenceTask(workshop);
  await workshop.untilTask(TASK_ID, 'In Progress');
  const killHelper = start('helper');
  return { ...seen, kill: mortal === 'lead' ? killLead : killHelper };
}

test('two executors bring what one brings, bit for bit, and workers of both are gone at the end', async () => {
  const alone = await byOne();
  expect(alone.samples!.length).toBeGreaterThan(RUNS * 8);
  expect(alone.message).toMatch(/^exit status 0; 4000 runs; \d+ runs took another path than the first/);
  const workshop = openWorkshop();
  const { lead, helper } = await startTwo(workshop);
  expect(await readResult(workshop)).toEqual(alone);
  expect(workshop.errors).toEqual([]);
  expect(lead.helped).toBe(0);
  expect(helper.helped).toBeGreaterThan(100);
  expect(helper.told).toBe(helper.helped);
  await vi.waitFor(() => expect([lead.workers, helper.workers]).toEqual([0, 0]));
});

test.each(['helper', 'lead'] as const)(
  'nothing is missing or counted twice when the %s is killed',
  async (mortal) => {
    const workshop = openWorkshop();
    const { helper, kill } = await startTwo(workshop, mortal);
    await vi.waitFor(() => expect(helper.helped).toBeGreaterThan(0));
    kill();
    expect(await readResult(workshop)).toEqual(await byOne());
  },
);

test('cancelling a task ends the parts that others do', async () => {
  const workshop = openWorkshop();
  const { lead, helper } = await startTwo(workshop);
  await vi.waitFor(() => expect(helper.helped).toBeGreaterThan(0));
  await workshop.cancel(tasks, TASK_ID);
  await vi.waitFor(() => expect([lead.workers, helper.workers]).toEqual([0, 0]));
  await vi.waitFor(async () => expect(await workshop.store.count(parts, {})).toBe(0));
  expect(await workshop.store.listBlobs({ prefix: taskPrefix(TASK_ID) })).toEqual([]);
  expect((await workshop.store.get(tasks, TASK_ID))?.status).toBe('Cancelled');
  expect(workshop.errors).toEqual([]);
});

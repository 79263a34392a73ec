// Runs one Reference task on PostgreSQL with one worker and with two, each on its own CPU. Measures the speedup, and
// checks that the stored results are equal bit for bit. HAZE_BENCH_RUNS is the number of runs in the task.

import { availableParallelism } from 'node:os';
import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { maybeReadBlob } from '../../src/jobs/records/read-blob.ts';
import { buildModuleKey, taskSamplesKey } from '../../src/jobs/records/records.ts';
import { seedOfTask } from '../../src/jobs/tasks/task-seed.ts';
import { loadKernels } from '../../src/node/engine/assets.ts';
import { createNodeReferenceWorker } from '../../src/node/engine/node-run-worker.ts';
import { runReference } from '../../src/reference/crew/run-reference.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { type HazeChild, type Place, startServer, startWorker } from '../../test/postgres/haze-processes.ts';
import { callOf } from '../../test/server/client.ts';
import { onPostgres } from './on-postgres.ts';

const PROGRAM = `
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(1.0, 0.05), y = UxHwDoubleUniformDist(0.1, 0.2);
  for (int i = 0; i < 1000; i++) x = x * 0.999 + y * x * x * 0.001;
  printf("x: %f\\n", x);
  return 0;
}`;
/** Enough runs to make the rest of the task's work negligible. */
const RUNS = Number(process.env.HAZE_BENCH_RUNS ?? 2_000_000);
const TIMES = 3;
/** The task itself reports the time, so infrequent polls are enough and use no CPU time. */
const LOOK_MS = 500;
const CORE = 'C0-Reference';

type Call = ReturnType<typeof callOf>;

async function untilEnded(call: Call, path: string) {
  for (;;) {
    const { body } = await call('GET', path);
    if (['Completed', 'Stopped', 'Cancelled'].includes(body.Status)) return body;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function runTask(call: Call, buildId: string) {
  const { body: made } = await call('POST', `/builds/${buildId}/tasks`, { Runs: RUNS });
  const task = await untilEnded(call, `/tasks/${made.TaskID}`);
  const said = task.StatusTransitions.at(-1)?.Message;
  if (said !== `exit status 0; ${RUNS} runs`) throw new Error(`the task ended so: ${said}`);
  return { id: made.TaskID as string, timeMs: task.Stats.ExecutionTimeInMilliseconds as number };
}

/** Compares a task's stored samples with samples that this process computes from the same seed. */
async function isSame(url: string, buildId: string, taskId: string): Promise<boolean> {
  const store = await openPostgresStore({ url });
  const stored = await maybeReadBlob(store, taskSamplesKey(taskId));
  const module = (await maybeReadBlob(store, buildModuleKey(buildId)))!;
  await store.close();
  const { values } = await runReference(
    { module, core: findDefaultCore(CORE), runs: RUNS, seed: seedOfTask(taskId), timeLimitMs: 600_000 },
    { kernels: await loadKernels(), createWorker: createNodeReferenceWorker, parallelism: 2 },
  );
  const made = Buffer.concat(values.map((value) => Buffer.from(value.samples().buffer as ArrayBuffer)));
  return stored !== undefined && made.equals(stored);
}

async function startOn(place: Place, processor: number): Promise<HazeChild> {
  return startWorker(place, ['--jobs', '1', '--lease', '5'], processor);
}

export function run(): Promise<Measurement[]> {
  return onPostgres(async ({ postgres, home, children }) => {
    const place = { database: postgres.url(), home };
    const server = await startServer(place, ['--jobs', '0']);
    children.push(server, await startOn(place, 0));
    const call = callOf({ base: server.read('base address'), key: server.read('API key') });
    const { CoreID } = findDefaultCore(CORE);
    const wish = { Language: 'C', Code: PROGRAM, CoreID };
    const { body: build } = await call('POST', '/sourcecode/builds', wish);
    await untilEnded(call, `/builds/${build.BuildID}`);
    const one: number[] = [];
    for (let time = 0; time < TIMES; time += 1) one.push((await runTask(call, build.BuildID)).timeMs);
    children.push(await startOn(place, 1 % availableParallelism()));
    const two: number[] = [];
    let last = '';
    for (let time = 0; time < TIMES; time += 1) {
      const { id, timeMs } = await runTask(call, build.BuildID);
      two.push(timeMs);
      last = id;
    }
    if (!(await isSame(postgres.url(), build.BuildID, last)))
      throw new Error('two workers made other samples');
    return [
      measurement(`a Reference task of ${RUNS} runs, one worker`, median(one), 'ms'),
      measurement('the same, two workers', median(two), 'ms'),
      measurement('speed-up by two workers', median(one) / median(two), '', 1.8),
    ];
  });
}

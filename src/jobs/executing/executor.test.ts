import { afterEach, describe, expect, test } from 'vitest';
import { builtWith, encode, exited, MODULE, OWNER, Workshop } from '../../../test/jobs/workshop.ts';
import { createContractModule } from '../../../test/runtime/contract-module.ts';
import { HazeError } from '../../errors/haze-error.ts';
import type { ReferenceOutcome } from '../../reference/crew/run-reference.ts';
import type { CollectedValue } from '../../reference/values/collected-values.ts';
import type { CheckOutRequest } from '../../repositories/check-out.ts';
import type { RunOutcome } from '../../runtime/running/run-outcome.ts';
import type { RunRequest } from '../../runtime/running/run-program.ts';
import type { Store, Transaction } from '../../store/contract/store.ts';
import { findDefaultCore } from '../../uncertainty/core/core-spec.ts';
import { CONTRACT_VERSION } from '../../uxhw/contract.ts';
import { repositoryTokens, sealToken } from '../cloning/repository-store.ts';
import { findAlive } from '../records/leases.ts';
import {
  type BuildBody,
  buildInputKey,
  buildLogKey,
  buildModuleKey,
  builds,
  type DataSource,
  type StorageLimits,
  type TaskBody,
  taskPrefix,
  tasks,
  userFileKey,
} from '../records/records.ts';
import { isTerminal, takeStep } from '../records/states.ts';

const open: Workshop[] = [];
function openWorkshop(): Workshop {
  const workshop = new Workshop();
  open.push(workshop);
  return workshop;
}

afterEach(async () => {
  for (const workshop of open.splice(0)) await workshop.close();
});

const statusesOf = (body: BuildBody | TaskBody) => body.StatusTransitions.map(({ Status }) => Status);

test('a build goes through its states and stores a log, a module and statistics', async () => {
  const workshop = openWorkshop();
  workshop.startExecutor({ now: () => 5_000_000 });
  const id = await workshop.addBuild('int main;');
  (await workshop.untilStarted(workshop.startedBuilds)).end(builtWith());
  const { body } = await workshop.untilBuild(id, 'Completed');
  expect(statusesOf(body)).toEqual(['Accepted', 'Initialising', 'Building', 'Completed']);
  expect(body.StatusTransitions.at(-1)?.Message).toBe('built in 35 ms');
  expect(body).toMatchObject({
    BuildArtifactAvailable: true,
    StartedAt: 5_000_000,
    FinishedAt: 5_000_000,
    Stats: { BuildTimeInMilliseconds: 35, BuildSizeInBytes: MODULE.length, CreatedAt: 5_000_000 },
  });
  expect(await workshop.readText(buildLogKey(id))).toBe('clang main.c\n');
  expect(await workshop.store.readChunk(buildModuleKey(id), 0)).toEqual(MODULE);
});

test('a build that fails is stopped with its first error as the reason, and keeps its log', async () => {
  const workshop = openWorkshop();
  workshop.startExecutor();
  const id = await workshop.addBuild('int main(');
  const problem = 'main.c:1:9: expected parameter declarator';
  (await workshop.untilStarted(workshop.startedBuilds)).end({
    ok: false,
    log: 'log\n',
    problem,
    buildTimeMs: 1,
  });
  const { body } = await workshop.untilBuild(id, 'Stopped');
  expect(body.StatusTransitions.at(-1)?.Message).toBe(problem);
  expect(body.BuildArtifactAvailable).toBe(false);
  expect(await workshop.readText(buildLogKey(id))).toBe('log\n');
});

test('an identical build reuses the linked module, but a build with another source, core or config.mk does not', async () => {
  const workshop = openWorkshop();
  let count = 0;
  workshop.autoBuild = (code) => {
    count += 1;
    return builtWith(`built ${code}\n`);
  };
  workshop.startExecutor();
  await workshop.untilBuild(await workshop.addBuild('a'), 'Completed');
  const again = await workshop.untilBuild(await workshop.addBuild('a'), 'Completed');
  expect(count).toBe(1);
  expect(again.body.StatusTransitions.at(-1)?.Message).toBe(
    'built: the module of an identical build was reused',
  );
  expect(await workshop.readText(buildLogKey(again.id))).toContain('built a');
  await workshop.untilBuild(await workshop.addBuild('b'), 'Completed');
  await workshop.untilBuild(await workshop.addBuild('a', { Core: findDefaultCore('C0-L') }), 'Completed');
  const SourceCode = { Code: 'a', Language: 'C', Arguments: '', ConfigMk: 'CFLAGS = -O1' } as const;
  const Application = { Type: 'SourceCode', SourceCode } as const;
  await workshop.untilBuild(await workshop.addBuild('a', { Application }), 'Completed');
  expect(count).toBe(4);
});

test('a build whose variables cannot be found is stopped and keeps its whole log, even if an identical build exists', async () => {
  const workshop = openWorkshop();
  let isBroken = false;
  workshop.autoBuild = () =>
    isBroken ? { ok: false, log: '', problem: 'no -O0', buildTimeMs: 1 } : builtWith('clang main.c\n');
  workshop.startExecutor();
  await workshop.untilBuild(await workshop.addBuild('a'), 'Completed');
  isBroken = true;
  const { id } = await workshop.untilBuild(
    await workshop.addBuild('a', { DiscoverVariables: true }),
    'Stopped',
  );
  const log = await workshop.readText(buildLogKey(id));
  expect(log).toMatch(
    /^clang main\.c\nhaze: the module of an identical build .*\nhaze: error: Variables .*no -O0/,
  );
});

test('damaged jobs are stopped, and do not delay other jobs', async () => {
  const workshop = openWorkshop();
  workshop.autoBuild = () => builtWith();
  const sound = await workshop.addBuild('int main;');
  const waiting = await workshop.addBuild('a');
  const running = await workshop.addBuild('b');
  const task = await workshop.addTask(sound);
  await workshop.store.transaction(async (tx) => {
    await tx.update(builds, waiting, { body: {} as BuildBody });
    await tx.update(builds, running, { status: 'Building', body: { Executor: 5 } as unknown as BuildBody });
    await tx.update(tasks, task, { body: {} as TaskBody });
  });
  workshop.startExecutor();
  for (const id of [waiting, running]) {
    const { body } = await workshop.untilBuild(id, 'Stopped');
    expect(body.StatusTransitions.at(-1)?.Message).toContain('an error in Haze itself');
  }
  await workshop.untilBuild(sound, 'Completed');
  await workshop.untilTask(task, 'Stopped');
});

test('a build whose compiler dies is retried once', async () => {
  const workshop = openWorkshop();
  workshop.startExecutor();
  const id = await workshop.addBuild('a');
  const died = new HazeError('compiler-died', 'the compiler died');
  (await workshop.untilStarted(workshop.startedBuilds)).fail(died);
  (await workshop.untilStarted(workshop.startedBuilds, 2)).fail(died);
  const { body } = await workshop.untilBuild(id, 'Stopped');
  expect(body.StatusTransitions.at(-1)?.Message).toBe('the compiler died');
});

test('a task runs the module from its build with its own arguments, and stores the output and statistics', async () => {
  const workshop = openWorkshop();
  workshop.startExecutor();
  const build = await workshop.addBuild('a', {}, 'Completed');
  const id = await workshop.addTask(build, { Arguments: `one 'two words'` });
  const run = await workshop.untilStarted(workshop.startedRuns);
  expect(run.request).toMatchObject({ arguments: ['one', 'two words'], core: { Name: 'C0-S' } });
  expect(run.request.module).toEqual(MODULE);
  run.request.onStdout?.(encode('out\n'));
  run.request.onStderr?.(encode('err'));
  run.end(exited(0));
  const { body } = await workshop.untilTask(id, 'Completed');
  expect(statusesOf(body)).toEqual(['Accepted', 'Initialising', 'In Progress', 'Completed']);
  expect(body.StatusTransitions.at(-1)?.Message).toBe(
    `StatusController: Set Task ${id} status as 'Completed'`,
  );
  expect(body).toMatchObject({
    ExitCode: 0,
    Streams: { Stdout: { SizeInBytes: 4 }, Stderr: { SizeInBytes: 3 } },
    Stats: { DynamicInstructions: 7, ProcessorTime: 0.012, ExecutionTimeInMilliseconds: 12 },
  });
  expect(await workshop.readStream(id)).toEqual(['out\n']);
  expect(await workshop.readStream(id, 'Stderr')).toEqual(['err']);
});

test.each([
  ['a non-zero exit', exited(3), 'exit status 3', 3],
  [
    'a limit',
    {
      ...exited(),
      end: {
        kind: 'stopped',
        code: 'time-limit',
        message: 'time limit of 60 s reached\nmore',
        exitStatus: 124,
      },
    } as RunOutcome,
    'time limit of 60 s reached',
    124,
  ],
])('%s stops the task with a one-line reason', async (_name, outcome, message, status) => {
  const workshop = openWorkshop();
  workshop.autoRun = () => outcome;
  workshop.startExecutor();
  const id = await workshop.addTask(await workshop.addBuild('a', {}, 'Completed'));
  const { body } = await workshop.untilTask(id, 'Stopped');
  expect(body.StatusTransitions.at(-1)?.Message).toBe(message);
  expect(body.ExitCode).toBe(status);
});

test('a build made for other cores is rebuilt before its task runs', async () => {
  const workshop = openWorkshop();
  const build = await workshop.addBuild('a', {}, 'Completed');
  const older = createContractModule(CONTRACT_VERSION - 1);
  const own = createContractModule(CONTRACT_VERSION);
  await workshop.store.transaction((tx) => tx.putBlob(buildModuleKey(build), older));
  workshop.autoBuild = () => ({ ok: true, log: '', module: own, rewritten: own, buildTimeMs: 1 });
  const modules: Uint8Array[] = [];
  workshop.autoRun = ({ module }) => {
    modules.push(module);
    return exited();
  };
  workshop.startExecutor();
  await workshop.untilTask(await workshop.addTask(build), 'Completed');
  await workshop.untilTask(await workshop.addTask(build), 'Completed');
  expect(modules).toEqual([own, own]);
});

test('a task is stopped with a reason if its build cannot be repeated', async () => {
  const workshop = openWorkshop();
  const Repository = {
    RepositoryID: 'rep_1',
    RemoteURL: 'https://h/r',
    Branch: 'main',
    Commit: '',
    BuildDirectory: '',
  };
  const Application = { Type: 'Repository', Repository } as unknown as BuildBody['Application'];
  const build = await workshop.addBuild('a', { Application }, 'Completed');
  const newer = createContractModule(CONTRACT_VERSION + 1);
  await workshop.store.transaction((tx) => tx.putBlob(buildModuleKey(build), newer));
  workshop.startExecutor();
  const { body } = await workshop.untilTask(await workshop.addTask(build), 'Stopped');
  expect(body.StatusTransitions.at(-1)?.Message).toContain(`with core contract ${CONTRACT_VERSION + 1}`);
});

test('stdout is stored while the program runs, in chunks that end after complete lines', async () => {
  const workshop = openWorkshop();
  workshop.startExecutor({ limits: { chunkMs: 5, chunkBytes: 1000 } });
  const id = await workshop.addTask(await workshop.addBuild('a', {}, 'Completed'));
  const run = await workshop.untilStarted(workshop.startedRuns);
  run.request.onStdout?.(encode('first line\nsecond '));
  await workshop.until(async () => (await workshop.readStream(id)).length === 1);
  const running = await workshop.store.get(tasks, id);
  expect(running).toMatchObject({
    status: 'In Progress',
    body: { Streams: { Stdout: { SizeInBytes: 11 } } },
  });
  run.request.onStdout?.(encode('line\n'));
  run.end(exited());
  await workshop.untilTask(id, 'Completed');
  expect(await workshop.readStream(id)).toEqual(['first line\n', 'second line\n']);
});

test('a cancelled task and a cancelled build are stopped', async () => {
  const workshop = openWorkshop();
  workshop.startExecutor();
  const task = await workshop.addTask(await workshop.addBuild('a', {}, 'Completed'));
  const run = await workshop.untilStarted(workshop.startedRuns);
  await workshop.cancel(tasks, task);
  await workshop.until(async () => run.signal.aborted);
  const build = await workshop.addBuild('b');
  const compile = await workshop.untilStarted(workshop.startedBuilds);
  await workshop.cancel(builds, build);
  await workshop.until(async () => compile.signal.aborted);
  expect((await workshop.store.get(tasks, task))?.status).toBe('Cancelled');
  expect((await workshop.store.get(builds, build))?.status).toBe('Cancelled');
  expect(workshop.errors).toEqual([]);
});

test('a task that is cancelled while waiting never starts', async () => {
  const workshop = openWorkshop();
  const task = await workshop.addTask(await workshop.addBuild('a', {}, 'Completed'));
  await workshop.cancel(tasks, task);
  workshop.autoRun = () => exited();
  workshop.startExecutor();
  await workshop.untilTask(await workshop.addTask('bld_1'), 'Completed');
  expect((await workshop.store.get(tasks, task))?.body.StatusTransitions).toHaveLength(2);
});

test('a job of a lost executor is rescheduled and run again, without repeated output', async () => {
  const workshop = openWorkshop();
  const dead = workshop.startExecutor({ executorId: 'exe_dead', limits: { chunkMs: 1 } });
  const task = await workshop.addTask(await workshop.addBuild('a', {}, 'Completed'));
  const run = await workshop.untilStarted(workshop.startedRuns);
  run.request.onStdout?.(encode('half\n'));
  await workshop.until(async () => (await workshop.readStream(task)).length === 1);
  workshop.autoRun = (request) => {
    request.onStdout?.(encode('half\nwhole\n'));
    return exited();
  };
  workshop.startExecutor({ executorId: 'exe_heir' });
  const { body } = await workshop.untilTask(task, 'Completed');
  expect(statusesOf(body)).toEqual([
    'Accepted',
    'Initialising',
    'In Progress',
    'Rescheduled',
    'Initialising',
    'In Progress',
    'Completed',
  ]);
  expect(await workshop.readStream(task)).toEqual(['half\nwhole\n']);
  // The executor that was presumed dead writes nothing more.
  run.end(exited(9));
  await dead.stop(0);
  expect((await workshop.store.get(tasks, task))?.body.ExitCode).toBe(0);
});

/** Takes a task from its executor, as another executor would after the lease has expired. */
async function reschedule({ store }: Workshop, task: string): Promise<void> {
  await store.transaction(async (tx) => {
    const { status, body } = (await tx.get(tasks, task))!;
    const step = { Status: 'Rescheduled', Timestamp: 1, Message: 'taken over' } as const;
    await tx.update(tasks, task, {
      status: 'Rescheduled',
      body: { ...body, ...takeStep('task', status, body, step) },
    });
  });
}

test('an executor that claims its own rescheduled task again keeps the new run apart from the earlier run', async () => {
  const workshop = openWorkshop();
  const runs: { readonly request: RunRequest; readonly end: (outcome: RunOutcome) => void }[] = [];
  const executor = workshop.startExecutor({
    limits: { chunkMs: 1 },
    // Like a worker that takes time to terminate, this run does not end when it is aborted.
    run: (request) => new Promise((end) => runs.push({ request, end })),
  });
  const task = await workshop.addTask(await workshop.addBuild('a', {}, 'Completed'));
  const earlier = await workshop.untilStarted(runs);
  await reschedule(workshop, task);
  const later = await workshop.untilStarted(runs, 2);
  earlier.request.onStdout?.(encode('earlier\n'));
  later.request.onStdout?.(encode('later\n'));
  await workshop.until(async () => (await workshop.readStream(task)).join('').includes('later'));
  earlier.end(exited(9));
  // Another job shows that the executor has polled since the earlier run ended.
  await workshop.addTask('bld_1');
  (await workshop.untilStarted(runs, 3)).end(exited());
  expect(executor.running()).toContain(task);
  later.end(exited());
  const { body } = await workshop.untilTask(task, 'Completed');
  expect(await workshop.readStream(task)).toEqual(['later\n']);
  expect(statusesOf(body).filter((status) => status === 'Initialising')).toHaveLength(2);
});

test('a run is stopped even if its executor loses the task and claims it again within one poll', async () => {
  const workshop = openWorkshop();
  const executor = workshop.startExecutor();
  const task = await workshop.addTask(await workshop.addBuild('a', {}, 'Completed'));
  const earlier = await workshop.untilStarted(workshop.startedRuns);
  const { nextOwner } = workshop.store;
  let isLost = false;
  // The executor has just checked its running jobs, and now looks for waiting jobs.
  workshop.store.nextOwner = async (...query) => {
    if (!isLost) {
      isLost = true;
      await reschedule(workshop, task);
    }
    return nextOwner(...query);
  };
  executor.announce();
  await workshop.untilStarted(workshop.startedRuns, 2);
  expect(earlier.signal.aborted).toBe(true);
});

const DAY_MS = 24 * 3600 * 1000;

/** Runs a task on the executor that is already running, then another task on a second executor, `exe_b`. */
async function startSecond(workshop: Workshop, options: Parameters<Workshop['startExecutor']>[0]) {
  const task = await workshop.addTask(await workshop.addBuild('a', {}, 'Completed'));
  await workshop.untilStarted(workshop.startedRuns);
  const second = workshop.startExecutor({ ...options, executorId: 'exe_b' });
  const other = await workshop.addTask('bld_1');
  await workshop.untilStarted(workshop.startedRuns, 2);
  return { task, other, second };
}

async function untilRescheduled(workshop: Workshop, task: string): Promise<void> {
  await workshop.until(async () =>
    (await workshop.store.get(tasks, task))?.body.StatusTransitions.some(
      (step) => step.Status === 'Rescheduled',
    ),
  );
}

test("without a lock, an executor's jobs are rescheduled only after its lease has expired", async () => {
  const workshop = openWorkshop();
  let nowMs = 0;
  const options = { isAlone: false, now: () => nowMs, limits: { leaseMs: 100_000 } };
  // A live executor would renew its lease at the first poll after the clock was moved forward.
  const killFirst = workshop.startMortalExecutor('exe_a', options);
  const { task, other, second } = await startSecond(workshop, options);
  expect((await workshop.store.get(tasks, task))?.body.Executor).toBe('exe_a');
  expect((await workshop.store.get(tasks, other))?.status).toBe('In Progress');
  killFirst();
  nowMs = 80_000;
  second.announce();
  await workshop.until(async () => (await findAlive(workshop.store, 150_000)).has('exe_b'));
  nowMs = 150_000;
  second.announce();
  await untilRescheduled(workshop, task);
});

test('after the clock is set back a day, the jobs of a dead executor still run again within its lease', async () => {
  const workshop = openWorkshop();
  let nowMs = 2 * DAY_MS;
  const options = { isAlone: false, now: () => nowMs, limits: { leaseMs: 100_000, parallelJobs: 1 } };
  const killFirst = workshop.startMortalExecutor('exe_a', options);
  const { task, other, second } = await startSecond(workshop, options);
  killFirst();
  nowMs = DAY_MS;
  second.announce();
  await workshop.until(async () => (await findAlive(workshop.store, nowMs)).has('exe_b'));
  // A live executor keeps its job, and a dead executor's job waits for its owner for half a lease.
  expect((await workshop.store.get(tasks, other))?.body.Executor).toBe('exe_b');
  expect((await workshop.store.get(tasks, task))?.body.Executor).toBe('exe_a');
  nowMs += 50_000;
  second.announce();
  await untilRescheduled(workshop, task);
  expect((await workshop.store.get(tasks, other))?.status).toBe('In Progress');
});

test('after the clock is set forward a day, a live executor keeps its jobs', async () => {
  const workshop = openWorkshop();
  let nowMs = DAY_MS;
  const options = { isAlone: false, now: () => nowMs, limits: { leaseMs: 100_000, parallelJobs: 1 } };
  const first = workshop.startExecutor({ ...options, executorId: 'exe_a' });
  const task = await workshop.addTask(await workshop.addBuild('a', {}, 'Completed'));
  const run = await workshop.untilStarted(workshop.startedRuns);
  const second = workshop.startExecutor({ ...options, executorId: 'exe_b' });
  await workshop.until(async () => (await findAlive(workshop.store, nowMs)).has('exe_b'));
  nowMs += DAY_MS;
  second.announce();
  await workshop.until(async () => (await findAlive(workshop.store, nowMs)).has('exe_b'));
  first.announce();
  await workshop.until(async () => (await findAlive(workshop.store, nowMs)).has('exe_a'));
  run.end(exited());
  const { body } = await workshop.untilTask(task, 'Completed');
  expect(body.StatusTransitions.map((step) => step.Status)).not.toContain('Rescheduled');
});

test('a job that crashed its executor twice is stopped, with a reason', async () => {
  const workshop = openWorkshop();
  const build = await workshop.addBuild('a', {}, 'Completed');
  const task = await workshop.addTask(build);
  for (let start = 1; start <= 2; start += 1) {
    workshop.startExecutor({ executorId: `exe_${start}` });
    await workshop.untilStarted(workshop.startedRuns, start);
  }
  workshop.startExecutor({ executorId: 'exe_3' });
  const { body } = await workshop.untilTask(task, 'Stopped');
  expect(body.StatusTransitions.at(-1)?.Message).toContain('the process that ran it disappeared 2 times');
  expect(body).toMatchObject({ Losses: 2, LoneLosses: 2 });
});

test('jobs that were lost in the same crash run one at a time, so that only the job that caused the crash is stopped', async () => {
  const workshop = openWorkshop();
  const build = await workshop.addBuild('a', {}, 'Completed');
  const killFirst = workshop.startMortalExecutor('exe_1');
  const honest = await workshop.addTask(build);
  const hostile = await workshop.addTask(build);
  await workshop.untilStarted(workshop.startedRuns, 2);
  killFirst();
  // Both are suspects, and the older one comes first.
  const killSecond = workshop.startMortalExecutor('exe_2');
  const run = await workshop.untilStarted(workshop.startedRuns, 3);
  expect((await workshop.store.get(tasks, hostile))?.status).toBe('Rescheduled');
  run.end(exited(0));
  await workshop.untilTask(honest, 'Completed');
  await workshop.untilStarted(workshop.startedRuns, 4);
  // Later jobs wait until the suspect has finished.
  const later = await workshop.addTask(build);
  killSecond();
  const killThird = workshop.startMortalExecutor('exe_3');
  await workshop.untilStarted(workshop.startedRuns, 5);
  expect((await workshop.store.get(tasks, later))?.status).toBe('Accepted');
  killThird();
  workshop.startExecutor({ executorId: 'exe_4' });
  await workshop.untilTask(hostile, 'Stopped');
  (await workshop.untilStarted(workshop.startedRuns, 6)).end(exited(0));
  await workshop.untilTask(later, 'Completed');
});

test('a job is not blamed for the end of an executor that announced its shutdown', async () => {
  const workshop = openWorkshop();
  const task = await workshop.addTask(await workshop.addBuild('a', {}, 'Completed'));
  for (let start = 1; start <= 4; start += 1) {
    workshop.startExecutor({ executorId: `exe_${start}`, saidGoodbye: () => true });
    await workshop.untilStarted(workshop.startedRuns, start);
  }
  (await workshop.untilStarted(workshop.startedRuns, 4)).end(exited(0));
  expect((await workshop.untilTask(task, 'Completed')).body.Losses).toBeUndefined();
});

test('a job that has been started too often without finishing is abandoned', async () => {
  const workshop = openWorkshop();
  const build = await workshop.addBuild('a', {}, 'Completed');
  const task = await workshop.addTask(build);
  const limits = { maxStarts: 3, maxLoneLosses: 9 };
  for (let start = 1; start <= 3; start += 1) {
    workshop.startExecutor({ executorId: `exe_${start}`, limits });
    await workshop.untilStarted(workshop.startedRuns, start);
  }
  workshop.startExecutor({ executorId: 'exe_4', limits });
  const { body } = await workshop.untilTask(task, 'Stopped');
  expect(body.StatusTransitions.at(-1)?.Message).toContain('started 3 times');
});

test("an extra slot lets other users' tasks run alongside one user's endless tasks", async () => {
  const workshop = openWorkshop();
  workshop.startExecutor({ limits: { parallelJobs: 2 } });
  const build = await workshop.addBuild('int main;', {}, 'Completed');
  for (let i = 0; i < 3; i++) await workshop.addTask(build, {}, 'ann');
  await workshop.untilStarted(workshop.startedRuns, 2);
  const first = await workshop.addTask(build, {}, 'ben');
  const others = [await workshop.addTask(build, {}, 'ben'), await workshop.addTask(build, {}, 'cy')];
  (await workshop.untilStarted(workshop.startedRuns, 3)).end(exited());
  await workshop.untilTask(first, 'Completed');
  (await workshop.untilStarted(workshop.startedRuns, 4)).end(exited());
  (await workshop.untilStarted(workshop.startedRuns, 5)).end(exited());
  await Promise.all(others.map((id) => workshop.untilTask(id, 'Completed')));
  expect(workshop.startedRuns.length).toBe(5);
  expect(workshop.startedRuns.some(({ signal }) => signal.aborted)).toBe(false);
});

test('users take turns, however many tasks they have queued', async () => {
  const workshop = openWorkshop();
  const begun: string[] = [];
  workshop.autoRun = ({ arguments: [owner = ''] = [] }) => {
    begun.push(owner);
    return exited();
  };
  const build = await workshop.addBuild('a', {}, 'Completed');
  const ids: string[] = [];
  for (const [owner, count] of [
    ['ann', 20],
    ['ben', 4],
    ['cy', 4],
  ] as const) {
    for (let n = 0; n < count; n += 1) ids.push(await workshop.addTask(build, { Arguments: owner }, owner));
  }
  workshop.startExecutor({ limits: { parallelJobs: 1 } });
  for (const id of ids) await workshop.untilTask(id, 'Completed');
  const turns = ['ann', 'ben', 'cy'];
  expect(begun.slice(0, 12)).toEqual([...turns, ...turns, ...turns, ...turns]);
  expect(new Set(begun.slice(12))).toEqual(new Set(['ann']));
});

test('a task whose process dies is run once more, and is then Stopped with a reason and its output', async () => {
  const workshop = openWorkshop();
  const message = 'the process that ran the program died: it was killed';
  workshop.autoRun = ({ onStdout }) => {
    onStdout?.(encode('begun\n'));
    return { ...exited(), end: { kind: 'stopped', code: 'process-died', message, exitStatus: 137 } };
  };
  const task = await workshop.addTask(await workshop.addBuild('a', {}, 'Completed'));
  workshop.startExecutor();
  const { body } = await workshop.untilTask(task, 'Stopped');
  const once = ['Initialising', 'In Progress'];
  expect(statusesOf(body)).toEqual(['Accepted', ...once, 'Rescheduled', ...once, 'Stopped']);
  expect(body.StatusTransitions.at(-1)?.Message).toBe(`abandoned: ${message}, 2 times`);
  expect(body.Streams?.Stdout.SizeInBytes).toBe(6);
  expect(body.Losses).toBeUndefined();
});

test('two executors share the queue, and each job runs once', async () => {
  const workshop = openWorkshop();
  const runs: Uint8Array[] = [];
  workshop.autoRun = (request) => {
    runs.push(request.module);
    return exited();
  };
  const build = await workshop.addBuild('a', {}, 'Completed');
  const ids: string[] = [];
  for (let index = 0; index < 40; index += 1) ids.push(await workshop.addTask(build));
  workshop.startExecutor({ isAlone: false, executorId: 'exe_a' });
  workshop.startExecutor({ isAlone: false, executorId: 'exe_b' });
  for (const id of ids) await workshop.untilTask(id, 'Completed');
  expect(runs).toHaveLength(40);
});

test('1 000 tasks queued together all finish, a few at a time', async () => {
  const workshop = openWorkshop();
  const build = await workshop.addBuild('a', {}, 'Completed');
  const seeds: bigint[] = [];
  let running = 0;
  let most = 0;
  const run = async (request: RunRequest) => {
    seeds.push(request.seed!);
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    return exited();
  };
  await Promise.all(Array.from({ length: 1000 }, () => workshop.addTask(build)));
  workshop.startExecutor({ run, limits: { parallelJobs: 4 } });
  await workshop.until(async () => (await workshop.store.count(tasks, { status: ['Completed'] })) === 1000);
  expect(seeds).toHaveLength(1000);
  expect(new Set(seeds).size).toBe(1000);
  expect(most).toBeLessThanOrEqual(4);
});

test('tasks run in order of arrival', async () => {
  const workshop = openWorkshop();
  const build = await workshop.addBuild('a', {}, 'Completed');
  const seeds: bigint[] = [];
  workshop.autoRun = (request) => {
    seeds.push(request.seed!);
    return exited();
  };
  for (let index = 0; index < 20; index += 1) await workshop.addTask(build);
  workshop.startExecutor({ limits: { parallelJobs: 1 } });
  await workshop.until(async () => seeds.length === 20);
  expect(seeds).toEqual([...seeds].sort((a, b) => (a < b ? -1 : 1)));
});

test('builds run before older tasks', async () => {
  const workshop = openWorkshop();
  const done = await workshop.addBuild('a', {}, 'Completed');
  await workshop.addTask(done);
  await workshop.addBuild('b');
  workshop.startExecutor({ limits: { parallelJobs: 1 } });
  await workshop.untilStarted(workshop.startedBuilds);
  expect(workshop.startedRuns).toHaveLength(0);
});

test('a task is stopped if its build is gone, or if its arguments contain an unclosed quote', async () => {
  const workshop = openWorkshop();
  workshop.startExecutor();
  const gone = await workshop.untilTask(await workshop.addTask('bld_gone'), 'Stopped');
  expect(gone.body.StatusTransitions.at(-1)?.Message).toBe('its build no longer exists');
  const build = await workshop.addBuild('a', {}, 'Completed');
  const open = await workshop.untilTask(await workshop.addTask(build, { Arguments: `"a` }), 'Stopped');
  expect(open.body.StatusTransitions.at(-1)?.Message).toContain('quote');
});

test('written files and output count towards the storage limits of the account and of all accounts', async () => {
  const workshop = openWorkshop();
  await workshop.store.transaction(async (tx) => {
    await tx.putBlob(userFileKey(OWNER, 'there'), new Uint8Array(600));
    await tx.putBlob(userFileKey('usr_2', 'there'), new Uint8Array(2000));
  });
  const DataSources: DataSource[] = [
    { Location: 'sd0', ResourceID: `cloud:/${OWNER}`, ResourceType: 'ServiceCloudStorage' },
  ];
  let files: readonly (readonly [string, number])[] = [];
  workshop.autoRun = (request) => {
    request.onStdout?.(encode('printed'));
    return { ...exited(), files: new Map(files.map(([path, size]) => [path, new Uint8Array(size)])) };
  };
  workshop.startExecutor();
  const build = await workshop.addBuild('a', {}, 'Completed');
  const outcomeOf = async (wrote: typeof files, StorageLimits: StorageLimits) => {
    files = wrote;
    const task = await workshop.addTask(build, { DataSources, StorageLimits });
    await expect.poll(async () => isTerminal((await workshop.store.get(tasks, task))!.status)).toBe(true);
    const { status, body } = (await workshop.store.get(tasks, task))!;
    return [status, body.StatusTransitions.at(-1)!.Message, body.Streams?.Stdout.SizeInBytes] as const;
  };
  const tooMuch = [['sd0/new', 500]] as const;
  expect(await outcomeOf(tooMuch, { Account: 1000 })).toEqual([
    'Stopped',
    expect.stringMatching(/500 more bytes, so none .* account may store at most 1000 bytes/),
    7,
  ]);
  expect((await outcomeOf(tooMuch, { All: 3000 }))[1]).toMatch(
    /all accounts combined may store at most 3000 bytes/,
  );
  expect(await workshop.store.blobInfo(userFileKey(OWNER, 'new'))).toBeUndefined();
  expect((await outcomeOf([['sd0/new', 400]], { Account: 1200, All: 3300 }))[0]).toBe('Completed');
  // Replaced files count once, and an upload that shrinks the total is always allowed.
  expect((await outcomeOf([['sd0/there', 600]], { Account: 1200 }))[0]).toBe('Completed');
  expect((await outcomeOf([['sd0/there', 500]], { Account: 10 }))[0]).toBe('Completed');
});

test("modules, outputs and logs always count towards the account's limit", async () => {
  const workshop = openWorkshop();
  const stored = () => workshop.store.sizeOf(OWNER);
  const limits = { StorageLimits: { Account: MODULE.length + 2000 } };
  const small = builtWith('');
  const large = { ...small, module: new Uint8Array(5000) } as typeof small;
  workshop.autoBuild = (code) => (code === 'large' ? large : small);
  workshop.autoRun = (request) => {
    request.onStdout?.(crypto.getRandomValues(new Uint8Array(5000)));
    return exited();
  };
  workshop.startExecutor();
  const endOf = async (type: typeof builds | typeof tasks, id: string) => {
    const read = async () => (await workshop.store.get(type as typeof tasks, id))!;
    await expect.poll(async () => isTerminal((await read()).status)).toBe(true);
    const { status, body } = await read();
    return `${status}: ${body.StatusTransitions.at(-1)!.Message}`;
  };
  const refused = await endOf(builds, await workshop.addBuild('large', limits));
  expect(refused).toMatch(/^Stopped: The module .* account may store at most \d+ bytes\. Delete builds/);
  expect(await stored()).toBeLessThan(1000);
  const build = await workshop.addBuild('small', limits);
  expect(await endOf(builds, build)).toMatch(/^Completed/);
  const task = await workshop.addTask(build, limits);
  expect(await endOf(tasks, task)).toMatch(
    /^Stopped: The output of the program .* account may store at most \d+ bytes\. Delete builds/,
  );
  expect(await stored()).toBeLessThan(MODULE.length + 2000);
});

test('a program finds the files in its data sources, and the changes that it makes are stored', async () => {
  const workshop = openWorkshop();
  await workshop.store.transaction(async (tx) => {
    await tx.putBlob(userFileKey(OWNER, 'top.txt'), encode('top'));
    await tx.putBlob(userFileKey(OWNER, 'box/in.csv'), encode('1,2'));
    await tx.putBlob(userFileKey(OWNER, 'box/empty/'), encode(''));
    await tx.putBlob(userFileKey('usr_2', 'box/foreign'), encode('not yours'));
    const bucket = (Write: boolean) => ({ Name: 'box', Read: true, Write });
    await tx.insert({ kind: 'bucket' }, { id: 'bkt_1', owner: OWNER, createdAt: 0, body: bucket(true) });
    await tx.insert({ kind: 'bucket' }, { id: 'bkt_2', owner: OWNER, createdAt: 0, body: bucket(false) });
    const DataSources: DataSource[] = [{ Location: 'inner', ResourceID: 'bkt_2', ResourceType: 'Bucket' }];
    await tx.insert({ kind: 'drive' }, { id: 'drv_1', owner: OWNER, createdAt: 0, body: { DataSources } });
  });
  const DataSources: DataSource[] = [
    { Location: 'sd0', ResourceID: `cloud:/${OWNER}`, ResourceType: 'ServiceCloudStorage' },
    { Location: 'data', ResourceID: 'bkt_1', ResourceType: 'Bucket' },
    { Location: 'drive', ResourceID: 'drv_1', ResourceType: 'Drive' },
  ];
  let seen: readonly string[] = [];
  workshop.autoRun = (request) => {
    seen = [...(request.files ?? new Map()).keys()].sort();
    const files = new Map([
      ['data/out.csv', encode('3')],
      ['sd0/new.txt', encode('new')],
      ['drive/inner/refused', encode('4')],
      ['elsewhere', encode('5')],
    ]);
    return { ...exited(), files };
  };
  workshop.startExecutor();
  const build = await workshop.addBuild('a', {}, 'Completed');
  await workshop.untilTask(await workshop.addTask(build, { DataSources }), 'Completed');
  expect(seen).toEqual(
    (
      'data/ data/empty/ data/in.csv drive/inner/ drive/inner/empty/ ' +
      'drive/inner/in.csv sd0/ sd0/box/empty/ sd0/box/in.csv sd0/top.txt'
    ).split(' '),
  );
  const kept = await workshop.store.listBlobs({ prefix: userFileKey(OWNER, '') });
  const names = kept.map(({ key }) => key.slice(userFileKey(OWNER, '').length));
  expect(names).toEqual(['box/empty/', 'box/in.csv', 'box/out.csv', 'new.txt', 'top.txt']);
});

test('files that a program removes from its data sources are deleted when the changes are stored', async () => {
  const workshop = openWorkshop();
  await workshop.store.transaction(async (tx) => {
    for (const path of ['box/old', 'box/kept', 'box/empty/', 'locked/old', 'outside'])
      await tx.putBlob(userFileKey(OWNER, path), encode(path));
    const bucket = (Name: string, Write: boolean) => ({ Name, Read: true, Write });
    const insert = (id: string, body: ReturnType<typeof bucket>) =>
      tx.insert({ kind: 'bucket' }, { id, owner: OWNER, createdAt: 0, body });
    await insert('bkt_1', bucket('box', true));
    await insert('bkt_2', bucket('locked', false));
  });
  const DataSources: DataSource[] = [
    { Location: 'data', ResourceID: 'bkt_1', ResourceType: 'Bucket' },
    { Location: 'locked', ResourceID: 'bkt_2', ResourceType: 'Bucket' },
  ];
  let exitStatus = 3;
  workshop.autoRun = () => ({
    ...exited(exitStatus),
    files: new Map([['data/new', encode('new')]]),
    removedFiles: ['data/old', 'data/empty/', 'data/', 'locked/old', 'outside', 'data/never'],
  });
  workshop.startExecutor();
  const build = await workshop.addBuild('a', {}, 'Completed');
  const listKept = async () =>
    (await workshop.store.listBlobs({ prefix: userFileKey(OWNER, '') })).map(({ key }) =>
      key.slice(userFileKey(OWNER, '').length),
    );
  await workshop.untilTask(await workshop.addTask(build, { DataSources }), 'Stopped');
  expect(await listKept()).toEqual(['box/empty/', 'box/kept', 'box/old', 'locked/old', 'outside']);
  exitStatus = 0;
  await workshop.untilTask(await workshop.addTask(build, { DataSources }), 'Completed');
  expect(await listKept()).toEqual(['box/kept', 'box/new', 'locked/old', 'outside']);
});

test('changed files are stored only if the program exits successfully', async () => {
  const workshop = openWorkshop();
  const source = { Location: 'sd0', ResourceID: '', ResourceType: 'ServiceCloudStorage' };
  workshop.autoRun = () => ({ ...exited(3), files: new Map([['sd0/half.txt', encode('half')]]) });
  workshop.startExecutor();
  const build = await workshop.addBuild('a', {}, 'Completed');
  await workshop.untilTask(await workshop.addTask(build, { DataSources: [source] }), 'Stopped');
  expect(await workshop.store.listBlobs({ prefix: userFileKey(OWNER, '') })).toEqual([]);
});

test('build inputs are in the working directory, and a path that is both a file and a folder stops the task', async () => {
  const workshop = openWorkshop();
  const build = await workshop.addBuild('a', {}, 'Completed');
  await workshop.store.transaction((tx) => tx.putBlob(buildInputKey(build, 'deep/in.csv'), encode('1')));
  workshop.autoRun = (request) => ({ ...exited(request.files?.has('deep/in.csv') ? 0 : 1) });
  workshop.startExecutor();
  await workshop.untilTask(await workshop.addTask(build), 'Completed');
  const sources = (Location: string) => [{ Location, ResourceID: '', ResourceType: 'ServiceCloudStorage' }];
  for (const [location, words] of [
    ['deep/in.csv', 'both a file and a folder'],
    ['a/../..', 'leads outside the working directory'],
  ]) {
    const task = await workshop.addTask(build, { DataSources: sources(location!) });
    const { body } = await workshop.untilTask(task, 'Stopped');
    expect(body.StatusTransitions.at(-1)?.Message).toContain(words);
  }
});

describe('builds of repositories', () => {
  const Repository = {
    RepositoryID: 'rep_1',
    RemoteURL: 'https://github.com/a/b',
    Commit: 'HEAD',
    Branch: 'main',
    BuildDirectory: 'src',
    Arguments: '',
  };
  const change = { Application: { Type: 'Repository', Repository } } as const;

  test('the files are built, the log begins with the fetched commit, and inputs are kept', async () => {
    const workshop = openWorkshop();
    const asked: CheckOutRequest[] = [];
    workshop.autoBuild = () => builtWith('clang main.c\n');
    workshop.startExecutor({
      repositories: {
        settings: { hosts: ['github.com', 'other.example'] },
        take: async (request) => {
          asked.push(request);
          const files = new Map([
            ['src/main.c', encode('x')],
            ['inputs/a/b.csv', encode('1')],
          ]);
          return { files, commit: 'c0ffee', remarks: ['https://github.com/a/b, commit c0ffee'] };
        },
      },
    });
    const token = await sealToken(workshop.store, 'rep_1', 'tok');
    await workshop.store.transaction((tx) =>
      tx.insert(repositoryTokens, { id: 'rep_1', owner: OWNER, createdAt: 0, body: token }),
    );
    const id = await workshop.addBuild('', change);
    const { body } = await workshop.untilBuild(id, 'Completed');
    expect(asked).toMatchObject([
      { url: Repository.RemoteURL, branch: 'main', commit: 'HEAD', directory: 'src', token: 'tok' },
    ]);
    expect(asked[0]?.settings.hosts).toEqual(['github.com', 'other.example']);
    expect(body.Application).toMatchObject({ Repository: { ...Repository, ResolvedCommit: 'c0ffee' } });
    expect(await workshop.readText(buildLogKey(id))).toMatch(/^haze: https:.* c0ffee\nclang main\.c\n/);
    expect(await workshop.readText(buildInputKey(id, 'a/b.csv'))).toBe('1');
  });

  test('the status shows the progress of the fetch, and cancelling the build aborts it', async () => {
    const workshop = openWorkshop();
    let wasAborted = false;
    workshop.startExecutor({
      repositories: {
        take: (_request, { report, signal }) =>
          new Promise((_resolve, reject) => {
            report('fetching https://github.com/a/b: 1.5 MB');
            signal.addEventListener('abort', () => {
              wasAborted = true;
              reject(signal.reason);
            });
          }),
      },
    });
    const id = await workshop.addBuild('', change);
    const noted = await workshop.until(async () => {
      const build = await workshop.store.get(builds, id);
      return build?.body.StatusTransitions.at(-1)?.Message.startsWith('fetching') && build;
    });
    expect(noted.status).toBe('Initialising');
    await workshop.cancel(builds, id);
    await workshop.until(async () => wasAborted);
    expect((await workshop.store.get(builds, id))?.status).toBe('Cancelled');
  });

  test('a slow git server delays other builds of the same account, but not builds of another account', async () => {
    const workshop = openWorkshop();
    workshop.autoBuild = () => builtWith();
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const files = new Map([['src/main.c', encode('x')]]);
    const take = () => arrived.then(() => ({ files, commit: 'c0ffee', remarks: [] }));
    workshop.startExecutor({ repositories: { take } });
    const slow = await workshop.addBuild('', change);
    const own = await workshop.addBuild('int main;');
    await workshop.untilBuild(await workshop.addBuild('int main;', {}, 'Accepted', 'usr_other'), 'Completed');
    const statusOf = async (id: string) => (await workshop.store.get(builds, id))?.status;
    expect([await statusOf(slow), await statusOf(own)]).toEqual(['Initialising', 'Accepted']);
    arrive();
    await workshop.untilBuild(slow, 'Completed');
    await workshop.untilBuild(own, 'Completed');
  });
});

test('an executor reschedules its unfinished job when it stops', async () => {
  const workshop = openWorkshop();
  const executor = workshop.startExecutor();
  const task = await workshop.addTask(await workshop.addBuild('a', {}, 'Completed'));
  await workshop.untilStarted(workshop.startedRuns);
  await executor.stop(1);
  expect((await workshop.store.get(tasks, task))?.status).toBe('Rescheduled');
  expect(executor.running()).toEqual([]);
});

test('a job is not blamed for orderly shutdowns of its executor', async () => {
  const workshop = openWorkshop();
  const limits = { maxStarts: 2 };
  const task = await workshop.addTask(await workshop.addBuild('a', {}, 'Completed'));
  for (let start = 1; start <= 3; start += 1) {
    const executor = workshop.startExecutor({ executorId: `exe_${start}`, limits });
    await workshop.untilStarted(workshop.startedRuns, start);
    await executor.stop(1);
  }
  workshop.startExecutor({ executorId: 'exe_4', limits });
  (await workshop.untilStarted(workshop.startedRuns, 4)).end(exited(0));
  await workshop.untilTask(task, 'Completed');
});

test('an executor that stops before its job has started also reschedules it', async () => {
  const workshop = openWorkshop();
  let stopped: Promise<void> | undefined;
  const executor = workshop.startExecutor({
    observe: ({ what }) => {
      if (what === 'started') stopped = executor.stop(0);
    },
  });
  const task = await workshop.addTask(await workshop.addBuild('a', {}, 'Completed'));
  await workshop.until(async () => stopped !== undefined);
  await stopped;
  expect((await workshop.store.get(tasks, task))?.status).toBe('Rescheduled');
});

/** The same store with some transaction calls replaced. */
function withTransactions(store: Store, change: (tx: Transaction) => Partial<Transaction>): Store {
  return { ...store, transaction: (work) => store.transaction((tx) => work({ ...tx, ...change(tx) })) };
}

const noRoom = () => Promise.reject(new HazeError('storage-full', 'There is no room left.'));

test('a task whose output does not fit in the store is stopped with a reason', async () => {
  const workshop = openWorkshop();
  let isFull = false;
  const store = withTransactions(workshop.store, (tx) => ({
    appendChunk: (key, bytes) => (isFull ? noRoom() : tx.appendChunk(key, bytes)),
  }));
  workshop.startExecutor({ store, limits: { chunkMs: 1 } });
  const task = await workshop.addTask(await workshop.addBuild('a', {}, 'Completed'));
  const run = await workshop.untilStarted(workshop.startedRuns);
  isFull = true;
  run.request.onStdout?.(encode('line\n'));
  const { body } = await workshop.untilTask(task, 'Stopped');
  expect(body.StatusTransitions.at(-1)?.Message).toBe('There is no room left.');
});

test('a build whose log does not fit in the store is stopped with a reason', async () => {
  const workshop = openWorkshop();
  const store = withTransactions(workshop.store, () => ({ putBlob: noRoom }));
  workshop.startExecutor({ store });
  const id = await workshop.addBuild('a');
  (await workshop.untilStarted(workshop.startedBuilds)).end(builtWith());
  const { body } = await workshop.untilBuild(id, 'Stopped');
  expect(body.StatusTransitions.at(-1)?.Message).toBe('There is no room left.');
  expect(body.StatusTransitions.filter(({ Status }) => Status === 'Initialising')).toHaveLength(1);
});

describe('several executors with a full store', () => {
  const noPlace = (isFull: () => boolean, key: RegExp) => (tx: Transaction) => ({
    putBlob: (name: string, bytes: Uint8Array) =>
      isFull() && key.test(name) ? noRoom() : tx.putBlob(name, bytes),
  });

  test('a build waits, starts once there is space, and completes', async () => {
    const workshop = openWorkshop();
    let isFull = true;
    let nowMs = Date.now();
    const told: unknown[] = [];
    const store = withTransactions(
      workshop.store,
      noPlace(() => isFull, /./),
    );
    const executor = workshop.startExecutor({
      store,
      isAlone: false,
      now: () => nowMs,
      reportError: (error) => told.push(error),
    });
    const id = await workshop.addBuild('a');
    (await workshop.untilStarted(workshop.startedBuilds)).end(builtWith());
    const { body } = await workshop.untilBuild(id, 'Rescheduled');
    expect(body.StatusTransitions.at(-1)?.Message).toBe(
      'the storage is full, even without its caches; it will be run again when there is space',
    );
    // The executor checks for free space and finds none, so it does not start the job.
    for (let look = 0; look < 5; look += 1) {
      nowMs += 20_000;
      executor.announce();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(workshop.startedBuilds).toHaveLength(1);
    isFull = false;
    nowMs += 20_000;
    executor.announce();
    await workshop.until(async () => workshop.startedBuilds.length === 2);
    workshop.startedBuilds[1]!.end(builtWith());
    await workshop.untilBuild(id, 'Completed');
    expect(told).toMatchObject([{ code: 'storage-full' }]);
  });

  test('a build that finds the store full three times is stopped with a reason', async () => {
    const workshop = openWorkshop();
    let nowMs = Date.now();
    // There is room for the test write, but not for the log.
    const store = withTransactions(
      workshop.store,
      noPlace(() => true, /^build/),
    );
    const executor = workshop.startExecutor({ store, isAlone: false, now: () => nowMs });
    const id = await workshop.addBuild('a');
    for (let time = 0; time < 3; time += 1) {
      await workshop.until(async () => {
        nowMs += 20_000;
        executor.announce();
        return workshop.startedBuilds.length > time;
      });
      workshop.startedBuilds[time]!.end(builtWith());
    }
    const { body } = await workshop.untilBuild(id, 'Stopped');
    expect(body.StatusTransitions.at(-1)?.Message).toMatch(/^abandoned: the storage was full 3 times/);
  });
});

test('a Reference task that is deleted while its values are being stored leaves no values behind', async () => {
  const workshop = openWorkshop();
  const { store } = workshop;
  const Core = findDefaultCore('C0-Reference');
  const build = await workshop.addBuild('', { Core }, 'Completed');
  let id = '';
  let deleted: Promise<void> | undefined;
  const value: CollectedValue = {
    kind: 'Printed',
    isLed: true,
    first: 0,
    second: 0,
    occurrence: 0,
    valueId: 'val_1',
    runs: 1,
    kept: 1,
    samples: () => {
      deleted = store.transaction(async (tx) => {
        await tx.delete(tasks, id);
        await tx.deleteBlobs(taskPrefix(id));
      });
      return Float64Array.of(1);
    },
  };
  const executor = workshop.startExecutor({
    runReference: async () => ({ ...exited(), values: [value], message: '' }) as unknown as ReferenceOutcome,
  });
  id = await workshop.addTask(build);
  await workshop.until(async () => deleted !== undefined);
  await workshop.until(async () => executor.running().length === 0);
  await deleted;
  expect(await store.get(tasks, id)).toBeUndefined();
  expect(await store.listBlobs({ prefix: taskPrefix(id) })).toEqual([]);
});

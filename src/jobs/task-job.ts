// One task, from the moment it was taken to its end: the build's module, the files of its data sources, the run with
// its output on the way, its figures.
import { HazeError } from '../errors/haze-error.ts';
import { describeInputs, nameFound } from '../program/find-sources.ts';
import { runAndPlace } from '../program/run-and-place.ts';
import type { ReferenceOutcome, ReferenceRunRequest } from '../reference/run-reference.ts';
import { contractOf, describeOtherContract } from '../runtime/check-contract.ts';
import { concatenate } from '../runtime/concatenate.ts';
import type { RunEnd, RunOutcome, RunStatistics } from '../runtime/run-outcome.ts';
import type { RunRequest } from '../runtime/run-program.ts';
import type { Store, StoredRecord, Transaction } from '../store/store.ts';
import type { BuildRequest } from '../toolchain/build-result.ts';
import type { WatchedVariable } from '../toolchain/dwarf/find-watched.ts';
import { splitShellWords } from '../toolchain/shell-words.ts';
import { describeStandIn } from '../uncertainty/core-spec.ts';
import type { SourceWish } from '../uncertainty/source-settings.ts';
import { CONTRACT_VERSION } from '../uxhw/contract.ts';
import type { Artifacts } from './artifacts.ts';
import { requestOf } from './build-sources.ts';
import { isTraced } from './build-variables.ts';
import type { Builder } from './builder.ts';
import type { Claim } from './held-job.ts';
import type { JobLimits } from './limits.ts';
import { type OutputChunks, OutputGatherer } from './output-chunks.ts';
import { maybeReadBlob } from './read-blob.ts';
import {
  type BuildBody,
  buildModuleKey,
  builds,
  buildWatchedKey,
  type TaskBody,
  taskPrefix,
  taskStreamKey,
  tasks,
} from './records.ts';
import { explainTask, writeContributions } from './task-contributions.ts';
import { openTaskFiles, type TaskFiles } from './task-files.ts';
import { seedOfTask } from './task-seed.ts';
import { writeTaskTrace, writeTaskValues } from './task-values.ts';

/** Runs a program to its end: `runProgram` of the runtime with its context, or anything in tests. */
export type RunTask = (request: RunRequest) => Promise<RunOutcome>;

/** Runs a program many times: `runReference` with its context, or anything in tests. */
export type RunReferenceTask = (request: ReferenceRunRequest) => Promise<ReferenceOutcome>;

/** What running needs beside the job. */
export interface TaskTools {
  readonly store: Store;
  readonly run: RunTask;
  readonly runReference: RunReferenceTask;
  readonly builder: Pick<Builder, 'build' | 'rewrite' | 'placeOf' | 'placesOf'>;
  readonly artifacts: Artifacts;
  readonly limits: JobLimits;
}

const NO_STREAMS = { Stdout: { SizeInBytes: 0 }, Stderr: { SizeInBytes: 0 } };

async function readModule(store: Store, buildId: string): Promise<Uint8Array> {
  const module = await maybeReadBlob(store, buildModuleKey(buildId));
  if (module) return module;
  throw new HazeError('build-missing', 'the module of its build is not there any more');
}

async function readBuild(store: Store, buildId: string): Promise<StoredRecord<BuildBody>> {
  const build = await store.get(builds, buildId);
  if (!build) throw new HazeError('build-missing', 'its build is not there any more');
  if (build.status === 'Completed') return build;
  throw new HazeError('build-missing', `its build is ${build.status}, and a task runs a Completed one`);
}

/**
 * The module of a build as this Haze would make it: one that was made for other cores is built again, and kept.
 * @throws HazeError `other-contract` where the sources are not at hand, or do not build
 */
async function renewModule(
  module: Uint8Array,
  { job }: Claim<TaskBody>,
  build: StoredRecord<BuildBody>,
  { store, builder, limits }: TaskTools,
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (contractOf(module) === CONTRACT_VERSION) return module;
  const { Application } = build.body;
  // Repositories would have to be fetched again, and watched variables lie elsewhere in another module.
  if (Application.Type !== 'SourceCode' || isTraced(build.body)) throw describeOtherContract(module);
  const options = { account: job.owner, timeLimitMs: limits.buildTimeMs, signal };
  const output = await builder.build(requestOf(Application), options);
  if (!output.ok) {
    const reason = 'its build was made by another Haze for other cores, and this one cannot build it';
    throw new HazeError('other-contract', `${reason}: ${output.problem}`);
  }
  await store.transaction((tx) => tx.putBlob(buildModuleKey(build.id), output.module));
  return output.module;
}

/** Adds chunks to the task's streams; answers the body that says so. */
async function appendChunks(
  tx: Transaction,
  taskId: string,
  body: TaskBody,
  chunks: OutputChunks,
): Promise<TaskBody> {
  const Streams = { ...NO_STREAMS, ...body.Streams };
  for (const stream of ['Stdout', 'Stderr'] as const) {
    const chunk = chunks[stream];
    if (!chunk) continue;
    await tx.appendChunk(taskStreamKey(taskId, stream), chunk.gzip);
    Streams[stream] = { SizeInBytes: Streams[stream].SizeInBytes + chunk.sizeBytes };
  }
  return { ...body, Streams };
}

/** What a run leaves behind beside its output. */
interface Ending extends Pick<RunOutcome, 'end' | 'files' | 'removedFiles'> {
  readonly message: string;
  readonly statistics: Pick<RunStatistics, 'executionTimeMs' | 'hookCalls'>;
}

function describeEnd(end: RunEnd): string {
  return end.kind === 'stopped' ? end.message : `exit status ${end.exitStatus}`;
}

async function finish(
  claim: Claim<TaskBody>,
  ending: Ending,
  rest: OutputChunks,
  taskFiles: TaskFiles,
): Promise<void> {
  const { job } = claim;
  const { end, statistics, message } = ending;
  const status = end.kind === 'exited' && end.exitStatus === 0 ? 'Completed' : 'Stopped';
  await job.step(status, message, async (tx, body) => {
    await taskFiles.writeBack(tx, ending, status !== 'Completed');
    return {
      ...(await appendChunks(tx, job.id, body, rest)),
      ExitCode: end.exitStatus,
      Stats: {
        DynamicInstructions: statistics.hookCalls,
        ProcessorTime: statistics.executionTimeMs / 1000,
        ExecutionTimeInMilliseconds: Math.round(statistics.executionTimeMs),
      },
    };
  });
}

/** What both kinds of run take. */
interface TaskRun {
  readonly linked: Uint8Array;
  readonly build: StoredRecord<BuildBody>;
  readonly claim: Claim<TaskBody>;
  readonly request: Omit<RunRequest, 'module'>;
}

/** Work that is begun ahead; what becomes of it is told to whoever waits for it. */
function begin<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}

async function runOnce(
  { linked, build, claim, request }: TaskRun,
  rewriting: Promise<Uint8Array>,
  { run, builder, store }: TaskTools,
): Promise<Ending> {
  const module = await rewriting;
  const source = maybeRequest(build);
  const printed: Uint8Array[] = [];
  const onStdout = (bytes: Uint8Array) => {
    if (request.trace) printed.push(bytes.slice());
    request.onStdout?.(bytes);
  };
  const { trace, ...outcome } = await runAndPlace(
    { ...request, module, onStdout },
    { linked, request: source },
    { run, placeOf: (trap, stop) => builder.placeOf(trap, stop) },
  );
  if (trace) {
    request.signal?.throwIfAborted();
    const traced = {
      trace,
      program: { linked, request: source, ...(source && { sources: source.sources }) },
      inputs: { ...NO_INPUTS, ...request },
      stdout: new TextDecoder().decode(concatenate(printed)),
    };
    const stop = request.signal ?? new AbortController().signal;
    const budget = await explainTask(traced, (...wish) => builder.placesOf(...wish), stop);
    await writeContributions(store, claim.job.id, budget);
  }
  const message = describeEnd(outcome.end);
  return { ...outcome, message: outcome.place === undefined ? message : `${message}, at ${outcome.place}` };
}

/** What a program was built from; the files of a repository would have to be fetched again. */
function maybeRequest({ body: { Application } }: StoredRecord<BuildBody>): BuildRequest | undefined {
  return Application.Type === 'SourceCode' ? requestOf(Application) : undefined;
}

/**
 * What a task's overrides mean, after a run that nobody sees.
 * @throws HazeError `no-sources`, `unknown-source`, `ambiguous-source`, `fixed-source`
 */
async function findSettings(
  { linked, build, claim, request }: TaskRun,
  rewriting: Promise<Uint8Array> | undefined,
  { run, runReference, builder }: TaskTools,
): Promise<SourceWish | undefined> {
  const { SourceOverrides = {} } = claim.body;
  if (Object.keys(SourceOverrides).length === 0) return undefined;
  const quiet = {
    ...request,
    onStdout: ignore,
    onStderr: ignore,
    trace: false,
    sources: { isListed: true, settings: [] },
  };
  const survey = rewriting
    ? await run({ ...quiet, module: await rewriting })
    : await runReference({ ...quiet, module: linked, runs: 1 });
  request.signal?.throwIfAborted();
  const source = maybeRequest(build);
  const found = await nameFound(
    survey.sources,
    { linked, request: source, isPlain: rewriting === undefined, ...(source && { sources: source.sources }) },
    describeInputs({ ...NO_INPUTS, ...request }),
    (...wish) => builder.placesOf(...wish),
  );
  return { isListed: false, settings: found.resolve(SourceOverrides) };
}

function ignore(): void {}

const NO_INPUTS = { arguments: [], files: new Map<string, Uint8Array>(), stdin: new Uint8Array() } as const;

async function runManyTimes(run: TaskRun, tools: TaskTools): Promise<Ending> {
  const { linked, claim, build, request } = run;
  const { store } = tools;
  const { Runs } = claim.body;
  const runs = Runs === undefined ? {} : { runs: Runs };
  const watched = await readWatched(store, build.id);
  const outcome = await tools.runReference({ ...request, ...runs, module: linked, watched });
  request.signal?.throwIfAborted();
  await writeTaskValues(store, claim.job.id, outcome.values);
  if (watched.length > 0) await writeTaskTrace(store, claim.job.id, watched, outcome.values);
  return outcome;
}

async function readWatched(store: Store, buildId: string): Promise<readonly WatchedVariable[]> {
  const bytes = await maybeReadBlob(store, buildWatchedKey(buildId));
  return bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as WatchedVariable[]) : [];
}

/**
 * Runs a task. How the program ends is its end; `HazeError`s of the way there are thrown, and the signal's reason when
 * it fires.
 */
export async function runTaskJob(
  claim: Claim<TaskBody>,
  tools: TaskTools,
  signal: AbortSignal,
): Promise<void> {
  const { job, body } = claim;
  const { store, limits, artifacts, builder } = tools;
  // All is read at once; of what is wrong, the first is told.
  const readingModule = begin(readModule(store, body.BuildID));
  const openingFiles = begin(
    openTaskFiles(store, {
      owner: job.owner,
      buildId: body.BuildID,
      sources: body.DataSources,
      maxBytes: limits.dataSourceBytes,
    }),
  );
  const build = await readBuild(store, body.BuildID);
  const words = splitShellWords(body.Arguments);
  const linked = await renewModule(await readingModule, claim, build, tools, signal);
  const isReference = build.body.Core.Microarchitecture === 'Reference';
  const rewriting = isReference
    ? undefined
    : begin(artifacts.rewritten(linked, (bytes) => builder.rewrite(bytes)));
  const taskFiles = await openingFiles;
  // Output of an earlier run, which its machine did not finish, counts no more.
  const remark = describeStandIn(build.body.Core);
  const message = remark === undefined ? 'the program runs' : `the program runs; ${remark}`;
  await job.step('In Progress', message, async (tx, after) => {
    await tx.deleteBlobs(taskPrefix(job.id));
    return { ...after, Streams: NO_STREAMS };
  });
  const failed = new AbortController();
  const output = new OutputGatherer({
    write: (chunks) => job.change((tx, current) => appendChunks(tx, job.id, current, chunks)),
    onFailure: (error) => failed.abort(error),
    chunkBytes: limits.chunkBytes,
    chunkMs: limits.chunkMs,
  });
  const stop = AbortSignal.any([signal, failed.signal]);
  const request = {
    core: build.body.Core,
    arguments: words,
    files: taskFiles.files,
    ...(body.Stdin !== undefined && { stdin: new TextEncoder().encode(body.Stdin) }),
    seed: seedOfTask(job.id),
    timeLimitMs: limits.taskTimeMs,
    outputLimitBytes: limits.outputBytes,
    onStdout: (bytes: Uint8Array) => output.add('Stdout', bytes),
    onStderr: (bytes: Uint8Array) => output.add('Stderr', bytes),
    signal: stop,
    ...(body.Contributions && { trace: true }),
  };
  try {
    const asked = { linked, build, claim, request };
    const sources = await findSettings(asked, rewriting, tools);
    const taskRun = sources ? { ...asked, request: { ...request, sources } } : asked;
    const ending = await (rewriting ? runOnce(taskRun, rewriting, tools) : runManyTimes(taskRun, tools));
    const rest = await output.end();
    stop.throwIfAborted();
    if (await isToRunAgain(claim, ending, limits)) return;
    await finish(claim, describeGivenUp(ending, limits), rest, taskFiles);
  } catch (error) {
    // What led here matters more than what cannot be removed.
    await dropOutputsOfDeleted(store, job.id).catch(() => undefined);
    throw error;
  }
}

function describeGivenUp(ending: Ending, { maxProcessDeaths }: JobLimits): Ending {
  if (ending.end.kind !== 'stopped' || ending.end.code !== 'process-died') return ending;
  return { ...ending, message: `given up, as ${ending.message}, ${maxProcessDeaths} times` };
}

/** Puts a task back whose own process died, until that has happened too often. */
async function isToRunAgain(
  { job, body }: Claim<TaskBody>,
  { end, message }: Ending,
  { maxProcessDeaths }: JobLimits,
): Promise<boolean> {
  if (end.kind !== 'stopped' || end.code !== 'process-died') return false;
  const ProcessDeaths = (body.ProcessDeaths ?? 0) + 1;
  if (ProcessDeaths >= maxProcessDeaths) return false;
  await job.step('Rescheduled', `${message}; it will be run once more`, async (_tx, after) => ({
    ...after,
    ProcessDeaths,
  }));
  return true;
}

// The values of a Reference task are too large for the transaction in which it ends, so it may be deleted meanwhile.
async function dropOutputsOfDeleted(store: Store, taskId: string): Promise<void> {
  await store.transaction(async (tx) => {
    if (!(await tx.get(tasks, taskId))) await tx.deleteBlobs(taskPrefix(taskId));
  });
}

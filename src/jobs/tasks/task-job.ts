// Runs one task from claim to completion: loads the build's module and the files of its data sources, runs the program,
// streams its output into the store, and records its statistics.
import type { PlacedDecision, PlacedDecisions } from '../../program/places/describe-decisions.ts';
import { type CoreOutcome, type CoreRun, type CoreTools, runOnCore } from '../../program/run-on-core.ts';
import { DEFAULT_ACCURACY } from '../../program/run-options.ts';
import { TextCollector } from '../../program/text-collector.ts';
import type { ReferenceOutcome, ReferenceRunRequest } from '../../reference/crew/run-reference.ts';
import type { RunEnd, RunOutcome, RunStatistics } from '../../runtime/running/run-outcome.ts';
import type { RunRequest } from '../../runtime/running/run-program.ts';
import type { Store, StoredRecord, Transaction } from '../../store/contract/store.ts';
import type { BuildRequest } from '../../toolchain/building/build-result.ts';
import { maybeOwnPlace } from '../../toolchain/clang/source-place.ts';
import { type CoreSpec, describeStandIn } from '../../uncertainty/core/core-spec.ts';
import { requestOf } from '../building/build-sources.ts';
import { loadPatiently } from '../compiling/load-patiently.ts';
import type { Artifacts } from '../records/artifacts.ts';
import type { Builder } from '../records/builder.ts';
import type { Claim } from '../records/held-job.ts';
import type { JobLimits } from '../records/limits.ts';
import { type OutputChunks, OutputGatherer } from '../records/output-chunks.ts';
import {
  type BuildBody,
  type DecisionRecord,
  type TaskBody,
  taskPrefix,
  taskStreamKey,
} from '../records/records.ts';
import { StorageRoom } from '../records/storage-room.ts';
import { removeParts } from './part-records.ts';
import type { SharedRuns } from './shared-runs.ts';
import type { TaskFiles } from './task-files.ts';
import { begin, openTaskProgram, readWatched } from './task-program.ts';
import { writeTaskTrace, writeTaskValues } from './task-values.ts';

/** Runs a program to completion: the runtime's `runProgram` with its context, or a substitute in tests. */
export type RunTask = (request: RunRequest) => Promise<RunOutcome>;

/** Runs a program many times: `runReference` with its context, or a substitute in tests. */
export type RunReferenceTask = (request: ReferenceRunRequest) => Promise<ReferenceOutcome>;

/** Shares the runs of a task; undefined if a single executor is faster. `fail` stops the task. */
export type ShareRuns = (
  claim: Claim<TaskBody>,
  request: ReferenceRunRequest,
  fail: (error: unknown) => void,
) => SharedRuns | undefined;

/** Services that a task job needs. */
export interface TaskTools {
  readonly store: Store;
  readonly run: RunTask;
  readonly runReference: RunReferenceTask;
  /** Loads the kernels that combine distributions. */
  readonly loadKernels: () => Promise<WebAssembly.Module>;
  readonly builder: Pick<Builder, 'build' | 'rewrite' | 'placeOf' | 'placesOf'>;
  readonly artifacts: Artifacts;
  readonly limits: JobLimits;
  /** Lets other executors run parts of the task; undefined if there are no others. */
  readonly share?: ShareRuns;
}

const RECORDED_KINDS = {
  comparison: 'Comparison',
  conversion: 'Conversion',
  parameter: 'Parameter',
  bits: 'Bits',
} as const;
/** Maximum number of decisions in a task's record. */
const MOST_DECISIONS = 100;
const NO_STREAMS = { Stdout: { SizeInBytes: 0 }, Stderr: { SizeInBytes: 0 } };

/** Appends chunks to the task's streams; returns the updated body. */
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

const THE_OUTPUT = 'The output of the program';

/** Stored size of chunks. */
function sizeOfChunks(chunks: OutputChunks): number {
  return (chunks.Stdout?.gzip.length ?? 0) + (chunks.Stderr?.gzip.length ?? 0);
}

/** Results of a run except its output. */
interface Ending extends Pick<RunOutcome, 'end' | 'files' | 'removedFiles'> {
  readonly message: string;
  readonly statistics: Pick<RunStatistics, 'executionTimeMs' | 'hookCalls'>;
  readonly placedDecisions?: PlacedDecisions;
  readonly reference?: CoreOutcome['reference'];
}

/** Message for a program that exited normally; the task's record omits it. */
const PLAIN_END = 'exit status 0';

function describeEnd(end: RunEnd): string {
  return end.kind === 'stopped' ? end.message : `exit status ${end.exitStatus}`;
}

/** Converts a mixed decision to the form used in a task's record. */
function recordDecision(decision: PlacedDecision): DecisionRecord {
  const place = maybeOwnPlace(decision.calls);
  return {
    ...(place ? { File: place.file, LineNumber: place.line } : {}),
    Kind: RECORDED_KINDS[decision.kind],
    ...('probability' in decision ? { Probability: decision.probability } : {}),
    ...(decision.kind === 'comparison' ? { Followed: decision.followed } : {}),
  };
}

async function finish(
  claim: Claim<TaskBody>,
  ending: Ending,
  rest: OutputChunks,
  { taskFiles, room }: { readonly taskFiles: TaskFiles; readonly room: StorageRoom },
): Promise<void> {
  const { job } = claim;
  const { end, statistics, placedDecisions } = ending;
  const hasFailed = end.kind !== 'exited' || end.exitStatus !== 0;
  const outputBytes = sizeOfChunks(rest);
  const fileBytes = await taskFiles.addedBytes(ending, hasFailed);
  const reason = await room.whyNone(fileBytes + outputBytes);
  if (reason !== undefined) await room.require(THE_OUTPUT, outputBytes);
  const noRoom =
    reason &&
    `the files that the program wrote need ${fileBytes} more bytes, so none of them were stored: ${reason}`;
  const status = hasFailed || noRoom !== undefined ? 'Stopped' : 'Completed';
  const words = [
    ...(ending.message === PLAIN_END ? [] : [ending.message]),
    ...(noRoom === undefined ? [] : [noRoom]),
  ];
  await job.step(status, words.length > 0 ? words.join('; ') : undefined, async (tx, body) => {
    if (noRoom === undefined) await taskFiles.writeBack(tx, ending, hasFailed);
    return {
      ...(await appendChunks(tx, job.id, body, rest)),
      ExitCode: end.exitStatus,
      ...(placedDecisions
        ? { Decisions: placedDecisions.decisions.slice(0, MOST_DECISIONS).map(recordDecision) }
        : {}),
      Stats: {
        DynamicInstructions: statistics.hookCalls,
        ProcessorTime: statistics.executionTimeMs / 1000,
        ExecutionTimeInMilliseconds: Math.round(statistics.executionTimeMs),
      },
    };
  });
}

/** A run together with this executor's tools. */
interface TaskRun {
  readonly run: CoreRun;
  readonly core: CoreTools;
  readonly claim: Claim<TaskBody>;
  readonly room: StorageRoom;
}

/**
 * Build request for a program whose code is in its record; undefined for a repository, because its files would have to
 * be fetched again.
 */
function maybeRequest({ body: { Application } }: StoredRecord<BuildBody>): BuildRequest | undefined {
  return Application.Type === 'SourceCode' ? requestOf(Application) : undefined;
}

/** Runs the program, and stores the budget if the run is traced. */
async function runToEnd({ run, core, claim, room }: TaskRun): Promise<Ending> {
  const { program, request } = run;
  const printed = new TextCollector();
  const onStdout = (bytes: Uint8Array) => {
    if (request.trace) printed.add(bytes);
    request.onStdout?.(bytes);
  };
  const { trace, ...outcome } = await runOnCore({ ...run, request: { ...request, onStdout } }, core);
  if (trace || outcome.reference) request.signal?.throwIfAborted();
  if (trace) {
    const stop = request.signal ?? new AbortController().signal;
    // Few tasks need this module, so pages lazy-load it.
    const { explainTask, writeContributions } = await loadPatiently(() => import('./task-contributions.ts'));
    const traced = { trace, program, inputs: request, stdout: printed.text() };
    const budget = await explainTask(traced, core.placesOf, stop);
    await writeContributions(room, claim.job.id, budget);
  }
  const message = outcome.reference?.message ?? describeEnd(outcome.end);
  return {
    ...outcome,
    message: outcome.place === undefined ? message : `${message}, at ${outcome.place}`,
  };
}

/**
 * Resolves a task's overrides by means of a hidden run.
 * @throws HazeError `no-sources`, `unknown-source`, `ambiguous-source`, `fixed-source`
 */
async function findSettings({ run, core, claim }: TaskRun): Promise<Pick<CoreRun['request'], 'sources'>> {
  const { SourceOverrides = {} } = claim.body;
  if (Object.keys(SourceOverrides).length === 0) return {};
  const { surveySources } = await loadPatiently(() => import('../../program/survey-sources.ts'));
  const found = await surveySources(run, core);
  run.request.signal?.throwIfAborted();
  return { sources: { isListed: false, settings: found.resolve(SourceOverrides) } };
}

/** Writes the number of finished runs into the task's history at intervals. */
function progressOf(job: Claim<TaskBody>['job'], everyMs: number): (done: number, wanted: number) => void {
  let toldMs = performance.now();
  let telling = Promise.resolve();
  return (done, wanted) => {
    if (performance.now() - toldMs < everyMs) return;
    toldMs = performance.now();
    // Errors are ignored here: other calls report a lost job or an unreachable store.
    telling = telling
      .then(() => job.note(`the program is running; ${done} of ${wanted} runs are done`))
      .catch(() => undefined);
  };
}

/** @param fail stops the run with an error */
async function runManyTimes(
  task: TaskRun,
  buildId: string,
  tools: TaskTools,
  fail: (error: unknown) => void,
): Promise<Ending> {
  const { claim, run, room } = task;
  const { store } = tools;
  const { Runs } = claim.body;
  const watched = await readWatched(store, buildId);
  const many = { ...(Runs !== undefined && { runs: Runs }), watched };
  const whole = { ...run.request, ...many, module: run.program.linked };
  // Parts run by other executors do not return draws.
  const sharing = run.request.trace ? undefined : tools.share?.(claim, whole, fail);
  const onProgress = progressOf(claim.job, tools.limits.progressMs);
  const shared = { ...many, onProgress, ...(sharing && { sharing }) };
  const ending = await runToEnd({ ...task, run: { ...run, many: shared } }).finally(() => sharing?.close());
  const values = ending.reference?.values ?? [];
  await writeTaskValues(room, claim.job.id, values);
  if (watched.length > 0) await writeTaskTrace(room, claim.job.id, watched, values);
  return ending;
}

/**
 * Runs a task. The task finishes when the program does; other `HazeError`s are thrown, and so is the signal's reason if
 * it fires.
 */
export async function runTaskJob(
  claim: Claim<TaskBody>,
  tools: TaskTools,
  signal: AbortSignal,
): Promise<void> {
  const { job, body } = claim;
  const { store, limits, artifacts, builder, run, runReference, loadKernels } = tools;
  const {
    build,
    linked,
    files: taskFiles,
    request: given,
  } = await openTaskProgram({ id: job.id, owner: job.owner, body }, tools, signal);
  const isReference = build.body.Core.Microarchitecture === 'Reference';
  const rewriting = isReference
    ? undefined
    : begin(artifacts.rewritten(linked, (bytes) => builder.rewrite(bytes)));
  // The step to In Progress also discards the output of an earlier, interrupted run.
  const remark = describeStandIn(build.body.Core);
  const message = remark === undefined ? undefined : `the program is running; ${remark}`;
  await job.step('In Progress', message, async (tx, after) => {
    await tx.deleteBlobs(taskPrefix(job.id));
    await removeParts(tx, job);
    return { ...after, Streams: NO_STREAMS };
  });
  const room = new StorageRoom(store, job, body.StorageLimits);
  const failed = new AbortController();
  const output = new OutputGatherer({
    write: async (chunks) => {
      await room.require(THE_OUTPUT, sizeOfChunks(chunks));
      await job.change((tx, current) => appendChunks(tx, job.id, current, chunks));
    },
    onFailure: (error) => failed.abort(error),
    chunkBytes: limits.chunkBytes,
    chunkMs: limits.chunkMs,
  });
  const stop = AbortSignal.any([signal, failed.signal]);
  const request = {
    ...given,
    onStdout: (bytes: Uint8Array) => output.add('Stdout', bytes),
    onStderr: (bytes: Uint8Array) => output.add('Stderr', bytes),
    signal: stop,
    ...(body.Contributions && { trace: true }),
    ...(isRefined(build.body.Core, body) && { accuracy: DEFAULT_ACCURACY }),
  };
  const source = maybeRequest(build);
  const program = { linked, request: source, sources: source?.sources };
  const core: CoreTools = {
    run,
    runReference,
    kernels: loadKernels,
    rewrite: async () => rewriting ?? linked,
    // The page marks these locations in its editor.
    placesFollowed: true,
    placeOf: (trap, stop) => builder.placeOf(trap, stop),
    placesOf: (placed, offsets) => builder.placesOf(placed, offsets),
  };
  const asked = { claim, core, room, run: { program, request } };
  const sources = await findSettings(asked);
  const task = { ...asked, run: { program, request: { ...request, ...sources } } };
  const fail = (error: unknown) => failed.abort(error);
  const ending = await (rewriting ? runToEnd(task) : runManyTimes(task, build.id, tools, fail));
  const rest = await output.end();
  stop.throwIfAborted();
  if (await isToRunAgain(claim, ending, limits)) return;
  await finish(claim, describeGivenUp(ending, limits), rest, { taskFiles, room });
}

/**
 * Tests whether a task is run again with more lanes if a figure is inaccurate. Tasks with budgets or overrides run only
 * once.
 */
function isRefined(
  { Microarchitecture }: CoreSpec,
  { Contributions, SourceOverrides = {} }: TaskBody,
): boolean {
  return Microarchitecture === 'Joint' && !Contributions && Object.keys(SourceOverrides).length === 0;
}

function describeGivenUp(ending: Ending, { maxProcessDeaths }: JobLimits): Ending {
  if (ending.end.kind !== 'stopped' || ending.end.code !== 'process-died') return ending;
  return { ...ending, message: `abandoned: ${ending.message}, ${maxProcessDeaths} times` };
}

/** Puts a task back if its own process died, up to a maximum number of times. */
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

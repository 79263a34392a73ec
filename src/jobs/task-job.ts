// One task, from the moment it was taken to its end: the build's module, the files of its data sources, the run with
// its output on the way, its figures.
import { HazeError } from '../errors/haze-error.ts';
import type { RunEnd, RunOutcome } from '../runtime/run-outcome.ts';
import type { RunRequest } from '../runtime/run-program.ts';
import type { Store, StoredRecord, Transaction } from '../store/store.ts';
import { splitShellWords } from '../toolchain/shell-words.ts';
import type { Artifacts } from './artifacts.ts';
import type { Builder } from './builder.ts';
import { openTaskFiles, type TaskFiles } from './data-sources.ts';
import type { Claim } from './held-job.ts';
import type { JobLimits } from './limits.ts';
import { type OutputChunks, OutputGatherer } from './output-chunks.ts';
import { maybeReadBlob } from './read-blob.ts';
import {
  type BuildBody,
  buildModuleKey,
  builds,
  type TaskBody,
  taskPrefix,
  taskStreamKey,
} from './records.ts';

/** Runs a program to its end: `runProgram` of the runtime with its context, or anything in tests. */
export type RunTask = (request: RunRequest) => Promise<RunOutcome>;

/** What running needs beside the job. */
export interface TaskTools {
  readonly store: Store;
  readonly run: RunTask;
  readonly builder: Pick<Builder, 'rewrite'>;
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

/** Equal for every run of one task, so that a task that is run again prints the same. */
function seedOf(taskId: string): bigint {
  return BigInt(`0x${/[0-9a-f]{1,16}$/.exec(taskId)?.[0] ?? '1'}`);
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

function describeEnd(end: RunEnd): { status: 'Completed' | 'Stopped'; message: string } {
  if (end.kind === 'stopped') return { status: 'Stopped', message: end.message };
  const status = end.exitStatus === 0 ? 'Completed' : 'Stopped';
  return { status, message: `exit status ${end.exitStatus}` };
}

async function finish(
  claim: Claim<TaskBody>,
  outcome: RunOutcome,
  rest: OutputChunks,
  taskFiles: TaskFiles,
): Promise<void> {
  const { job } = claim;
  const { end, statistics, files } = outcome;
  const { status, message } = describeEnd(end);
  await job.step(status, message, async (tx, body) => {
    await taskFiles.writeBack(tx, files);
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
  const { store, limits, builder } = tools;
  const build = await readBuild(store, body.BuildID);
  if (build.body.Core.Microarchitecture === 'Reference') {
    throw new HazeError(
      'not-supported',
      `${build.body.Core.Name} is a Reference core, on which this version of Haze runs nothing. Build for an uncertainty-tracking core such as C0-XS+.`,
    );
  }
  const words = splitShellWords(body.Arguments);
  const linked = await readModule(store, build.id);
  const module = await tools.artifacts.rewritten(linked, (bytes) => builder.rewrite(bytes));
  const source = { owner: job.owner, sources: body.DataSources, maxBytes: limits.dataSourceBytes };
  const taskFiles = await openTaskFiles(store, source);
  // Output of an earlier run, which its machine did not finish, counts no more.
  await job.step('In Progress', 'the program runs', async (tx, after) => {
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
  const outcome = await tools.run({
    module,
    core: build.body.Core,
    arguments: words,
    files: taskFiles.files,
    seed: seedOf(job.id),
    timeLimitMs: limits.taskTimeMs,
    outputLimitBytes: limits.outputBytes,
    onStdout: (bytes) => output.add('Stdout', bytes),
    onStderr: (bytes) => output.add('Stderr', bytes),
    signal: stop,
  });
  const rest = await output.end();
  stop.throwIfAborted();
  await finish(claim, outcome, rest, taskFiles);
}

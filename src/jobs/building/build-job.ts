// Runs one build from claim to completion: takes the sources from the record, reuses the module from an identical build
// or builds a new one, and stores the log and the module.
import { HazeError } from '../../errors/haze-error.ts';
import type { BuildOutput } from '../../program/built-program.ts';
import type { RepositorySettings } from '../../repositories/settings-file.ts';
import type { ObjectCache } from '../../store/contract/object-cache.ts';
import type { BuildProgress, BuildRequest } from '../../toolchain/building/build-result.ts';
import { describeStandIn } from '../../uncertainty/core/core-spec.ts';
import { maybeSmallestCore } from '../../uncertainty/core/needed-core.ts';
import { type Artifacts, maybeHashBuild } from '../records/artifacts.ts';
import type { Builder } from '../records/builder.ts';
import type { BuildSummary } from '../records/executor-events.ts';
import { sliceFiles } from '../records/file-slices.ts';
import type { Claim } from '../records/held-job.ts';
import type { JobLimits } from '../records/limits.ts';
import { type Application, type BuildBody, buildInputKey, buildModuleKey } from '../records/records.ts';
import { StorageRoom } from '../records/storage-room.ts';
import { putReport, type Report, stopBuild } from './build-report.ts';
import { type BuildSources, createNotes, openBuildSources, type SourceTools } from './build-sources.ts';
import { type BuildBlob, collectVariables, isTraced, remarkOnTraces } from './build-variables.ts';

/** Services that a build job needs. */
export interface BuildTools extends SourceTools {
  readonly builder: Builder;
  readonly artifacts: Artifacts;
  readonly objects: ObjectCache;
  readonly limits: JobLimits;
}

async function buildOrRetry(
  claim: Claim<BuildBody>,
  request: BuildRequest,
  tools: BuildTools,
  signal: AbortSignal,
): Promise<BuildOutput> {
  const { builder, limits, now } = tools;
  const notes = createNotes(claim, now);
  const onProgress = ({ done, total, source }: BuildProgress) => {
    if (total > 1) notes.add(`compiling ${source}; ${done} of ${total} done`);
  };
  // The worker itself caches a single source's objects, whereas a repository's objects go to the store.
  const kept = claim.body.Application.Type === 'Repository' ? { cache: tools.objects } : {};
  const account = claim.job.owner;
  const options = { signal, timeLimitMs: limits.buildTimeMs, account, ...kept, onProgress };
  try {
    return await builder.build(request, options);
  } catch (error) {
    if (!(error instanceof HazeError) || error.code !== 'compiler-died') throw error;
    return await builder.build(request, options);
  } finally {
    await notes.end();
  }
}

/** Prepends remarks about the sources to the compiler and linker log. */
function withRemarks(log: string, { remarks }: BuildSources): string {
  return remarks.map((line) => `haze: ${line}\n`).join('') + log;
}

function withCommit(application: Application, { commit }: BuildSources): Application {
  if (application.Type !== 'Repository') return application;
  return { ...application, Repository: { ...application.Repository, ResolvedCommit: commit } };
}

function remarkOnCore({ Core }: BuildBody): string {
  const remark = describeStandIn(Core);
  return remark === undefined ? '' : `haze: ${remark}\n`;
}

/** A program that was just built, or taken from an identical earlier build. */
interface FinishedProgram extends Report {
  readonly module: Uint8Array;
  readonly buildTimeMs: number;
}

async function complete(
  claim: Claim<BuildBody>,
  program: FinishedProgram,
  result: { readonly message: string; readonly sources: BuildSources; readonly blobs: readonly BuildBlob[] },
  tools: BuildTools,
): Promise<void> {
  const { job } = claim;
  const { message, sources, blobs } = result;
  const log = withRemarks(program.log, sources) + remarkOnTraces(claim.body) + remarkOnCore(claim.body);
  const report = { ...program, log };
  const stored = [...sources.inputs.values(), program.module, ...blobs.map(([, bytes]) => bytes)];
  const room = new StorageRoom(tools.store, job, claim.body.StorageLimits);
  await room.require(
    'The module and the files of the build',
    stored.reduce((sum, { length }) => sum + length, 0),
  );
  // Stores the files slice by slice: a single transaction for all files would block other writers. Nobody reads the
  // files before the build is Completed.
  for (const slice of sliceFiles(sources.inputs)) {
    await job.change(async (tx, body) => {
      for (const [path, bytes] of slice) await tx.putBlob(buildInputKey(job.id, path), bytes as Uint8Array);
      return body;
    });
  }
  await job.step('Completed', message, async (tx, body) => {
    await putReport(tx, job.id, report);
    await tx.putBlob(buildModuleKey(job.id), program.module);
    for (const [key, bytes] of blobs) await tx.putBlob(key, bytes);
    return {
      ...body,
      Application: withCommit(body.Application, sources),
      BuildArtifactAvailable: true,
      Stats: {
        BuildTimeInMilliseconds: Math.round(program.buildTimeMs),
        BuildSizeInBytes: program.module.length,
        CreatedAt: Math.floor(tools.now()),
      },
    };
  });
}

const READY = 'built in advance, with this site';

/** Errors in a request's variables, which the user can correct; they stop the build. */
const VARIABLE_PROBLEMS: ReadonlySet<string> = new Set(
  'unknown-variable invalid-expression variables-not-found malformed-debug-information'.split(' '),
);

/**
 * Runs a build. Errors in the program set the build to Stopped; other `HazeError`s are thrown. Returns a summary for
 * the log.
 */
export async function runBuildJob(
  claimed: Claim<BuildBody>,
  tools: BuildTools,
  signal: AbortSignal,
): Promise<BuildSummary> {
  const { job } = claimed;
  const { builder, artifacts, now } = tools;
  const { Application } = claimed.body;
  const language = Application.Type === 'SourceCode' ? Application.SourceCode.Language : 'repository';
  const startedMs = now();
  const opened = await openBuildSources(claimed, tools, signal);
  const { claim, remarks } = await adoptSettings(claimed, opened.settings);
  const { body } = claim;
  const sources = { ...opened, remarks: [...opened.remarks, ...remarks] };
  const isPlain = !isTraced(body) && !body.DiscoverVariables;
  const ready = isPlain ? await builder.maybeReady?.(sources.request) : undefined;
  if (ready) {
    // Stores the rewritten module, so that it is ready to run when the task starts.
    await artifacts.rewritten(ready.module, async () => ready.rewritten);
    await completeWithVariables(claim, { ...ready, message: READY, sources }, tools, async () => []);
    return { language, isReused: true };
  }
  const request = isTraced(body) ? { ...sources.request, forWatching: true } : sources.request;
  const hash = isTraced(body)
    ? undefined
    : await maybeHashBuild(request, body.Core, await builder.version(), sources.contentHash);
  const build = (wanted: BuildRequest) => buildOrRetry(claim, wanted, tools, signal);
  const finish = (program: FinishedProgram, message: string, output?: BuildOutput) =>
    completeWithVariables(claim, { ...program, message, sources }, tools, () =>
      collectVariables(job.id, body, output, request, build),
    );
  const known = hash && (await artifacts.findLinked(hash));
  if (known) {
    if (body.DiscoverVariables) await job.step('Building', 'looking for variables');
    const log = `${known.log.trimEnd()}\nhaze: the module of an identical build was reused\n`;
    const program = { ...known, log, buildTimeMs: Math.max(0, now() - startedMs) };
    await finish(program, 'built: the module of an identical build was reused');
    return { language, isReused: true };
  }
  await job.step('Building', undefined, async (_tx, before) => ({
    ...before,
    Application: withCommit(before.Application, sources),
  }));
  const output = await build(request);
  if (!output.ok) {
    await stopBuild(claim, output.problem, { ...output, log: withRemarks(output.log, sources) });
    return { language, isReused: false };
  }
  if (hash && !output.readClock) await artifacts.keep(hash, output);
  await finish(output, `built in ${Math.round(output.buildTimeMs)} ms`, output);
  // Eviction runs after the build is Completed, so that no client waits for it.
  await artifacts.evict();
  await tools.objects.evict({ maxSizeBytes: tools.limits.objectCacheBytes });
  return { language, isReused: false };
}

/** Completes a build with its variables, or stops it if a requested variable does not exist. */
async function completeWithVariables(
  claim: Claim<BuildBody>,
  built: FinishedProgram & { readonly message: string; readonly sources: BuildSources },
  tools: BuildTools,
  collect: () => Promise<BuildBlob[]>,
): Promise<void> {
  const { message, sources } = built;
  try {
    await complete(claim, built, { message, sources, blobs: await collect() }, tools);
  } catch (error) {
    if (!(error instanceof HazeError) || !VARIABLE_PROBLEMS.has(error.code)) throw error;
    const log = `${withRemarks(built.log, sources)}haze: error: ${error.message}\n`;
    await stopBuild(claim, error.message, { ...built, log });
  }
}

/** Writes the repository's core and traced variables into the record of a build whose request did not specify them. */
async function adoptSettings(
  claim: Claim<BuildBody>,
  settings: RepositorySettings | undefined,
): Promise<{ readonly claim: Claim<BuildBody>; readonly remarks: readonly string[] }> {
  const open = claim.body.LeftToRepository ?? [];
  if (!settings || open.length === 0) return { claim, remarks: [] };
  const { minimumCore, traceVariables } = settings;
  const isCoreOpen = open.includes('Core') && minimumCore !== undefined;
  const core = isCoreOpen ? maybeSmallestCore(minimumCore) : undefined;
  const traces = open.includes('TraceVariables') && traceVariables.length > 0 ? traceVariables : undefined;
  const remarks = [
    ...(core
      ? [`signaloid.yaml: the build is for ${core.Name}, the smallest core that the repository allows`]
      : []),
    ...(isCoreOpen && !core
      ? [
          `signaloid.yaml: no default core is as large as MinimumCore; the build is for ${claim.body.Core.Name}`,
        ]
      : []),
  ];
  if (!core && !traces) return { claim, remarks };
  const fields = { ...(core && { Core: core }), ...(traces && { TraceVariables: traces }) };
  await claim.job.change(async (_tx, body) => ({ ...body, ...fields }));
  return { claim: { ...claim, body: { ...claim.body, ...fields } }, remarks };
}

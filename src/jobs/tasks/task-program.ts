// A task's program: the module from its build, its arguments and files, and its limits. Executors that help with parts
// of the task open the program in the same way.
import { HazeError } from '../../errors/haze-error.ts';
import { contractOf, describeOtherContract } from '../../runtime/preparing/check-contract.ts';
import type { ProgramRequest } from '../../runtime/running/run-program.ts';
import type { Store, StoredRecord } from '../../store/contract/store.ts';
import type { WatchedVariable } from '../../toolchain/dwarf/find-watched.ts';
import { splitShellWords } from '../../toolchain/sources/shell-words.ts';
import { CONTRACT_VERSION } from '../../uxhw/contract.ts';
import { requestOf } from '../building/build-sources.ts';
import { isTraced } from '../building/build-variables.ts';
import type { Builder } from '../records/builder.ts';
import type { JobLimits } from '../records/limits.ts';
import { maybeReadBlob, maybeReadJson } from '../records/read-blob.ts';
import {
  type BuildBody,
  buildModuleKey,
  builds,
  buildWatchedKey,
  type TaskBody,
} from '../records/records.ts';
import { openTaskFiles, type TaskFiles } from './task-files.ts';
import { seedOfTask } from './task-seed.ts';

export interface TaskProgram {
  readonly build: StoredRecord<BuildBody>;
  /** The module as this version of Haze would link it. */
  readonly linked: Uint8Array;
  readonly files: TaskFiles;
  readonly request: Omit<ProgramRequest, 'onStdout' | 'onStderr' | 'signal'> & {
    readonly core: BuildBody['Core'];
    readonly arguments: readonly string[];
    readonly files: ReadonlyMap<string, Uint8Array>;
  };
}

export interface ProgramTools {
  readonly store: Store;
  readonly builder: Pick<Builder, 'build'>;
  readonly limits: JobLimits;
}

/** Starts work early; errors go to the caller that awaits the work. */
export function begin<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}

async function readModule(store: Store, buildId: string): Promise<Uint8Array> {
  const module = await maybeReadBlob(store, buildModuleKey(buildId));
  if (module) return module;
  throw new HazeError('build-missing', 'the module from its build no longer exists');
}

async function readBuild(store: Store, buildId: string): Promise<StoredRecord<BuildBody>> {
  const build = await store.get(builds, buildId);
  if (!build) throw new HazeError('build-missing', 'its build no longer exists');
  if (build.status === 'Completed') return build;
  throw new HazeError(
    'build-missing',
    `its build is ${build.status}, but a task can run only a Completed build`,
  );
}

/**
 * A build's module as this version of Haze would link it; a module for other cores is rebuilt and cached.
 * @throws HazeError `other-contract` if the sources are unavailable or do not build
 */
async function renewModule(
  module: Uint8Array,
  build: StoredRecord<BuildBody>,
  { store, builder, limits }: ProgramTools,
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (contractOf(module) === CONTRACT_VERSION) return module;
  const { Application } = build.body;
  // Does not rebuild such modules: a repository would have to be fetched again, and watched variables would get other
  // addresses.
  if (Application.Type !== 'SourceCode' || isTraced(build.body)) throw describeOtherContract(module);
  const options = { account: build.owner, timeLimitMs: limits.buildTimeMs, signal };
  const output = await builder.build(requestOf(Application), options);
  if (!output.ok) {
    const reason = 'its build is for the cores of another Haze version, and it cannot be rebuilt';
    throw new HazeError('other-contract', `${reason}: ${output.problem}`);
  }
  await store.transaction(async (tx) => {
    // The build may have been deleted in the meantime.
    if (await tx.get(builds, build.id)) await tx.putBlob(buildModuleKey(build.id), output.module);
  });
  return output.module;
}

/**
 * Reads everything that running a task requires.
 * @throws HazeError `build-missing`, `other-contract`, `unclosed-quote`, the errors of `openTaskFiles`
 */
export async function openTaskProgram(
  { id, owner, body }: { readonly id: string; readonly owner: string; readonly body: TaskBody },
  tools: ProgramTools,
  signal: AbortSignal,
): Promise<TaskProgram> {
  const { store, limits } = tools;
  // Reads all data in parallel, and reports the first error in this order.
  const readingModule = begin(readModule(store, body.BuildID));
  const openingFiles = begin(
    openTaskFiles(store, {
      owner,
      buildId: body.BuildID,
      sources: body.DataSources,
      maxBytes: limits.dataSourceBytes,
    }),
  );
  const build = await readBuild(store, body.BuildID);
  const words = splitShellWords(body.Arguments);
  const linked = await renewModule(await readingModule, build, tools, signal);
  const files = await openingFiles;
  const { LaneCount, TimeLimitInSeconds } = body;
  const request = {
    core: LaneCount === undefined ? build.body.Core : { ...build.body.Core, LaneCount },
    // Anyone may create a public task, so it shares no caches with the account's tasks.
    ...(body.IsPublic !== true && { account: owner }),
    arguments: words,
    files: files.files,
    ...(body.Stdin !== undefined && { stdin: new TextEncoder().encode(body.Stdin) }),
    seed: seedOfTask(id, body.Seed),
    timeLimitMs: TimeLimitInSeconds === undefined ? limits.taskTimeMs : 1000 * TimeLimitInSeconds,
    outputLimitBytes: limits.outputBytes,
  };
  return { build, linked, files, request };
}

/** Variables whose values are recorded by a build's tasks. */
export async function readWatched(store: Store, buildId: string): Promise<readonly WatchedVariable[]> {
  return (await maybeReadJson<WatchedVariable[]>(store, buildWatchedKey(buildId))) ?? [];
}

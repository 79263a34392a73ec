// Records of builds and tasks in the store, and the keys of their outputs. The API writes records as `Accepted`; the
// executor claims them (`takeStep` in states.ts) and adds outputs and statistics. Fields have the same names as in
// the REST interface: a response is the body with its ID, owner, status and creation time.

import { recordType } from '../../store/contract/store.ts';
import type { WatchWish } from '../../toolchain/dwarf/find-watched.ts';
import type { FortranForm, Language } from '../../toolchain/sources/language.ts';
import type { CoreSpec } from '../../uncertainty/core/core-spec.ts';
import type { JobHistory } from './states.ts';
import type { BUILD_STATS, StatsOf, TASK_STATS } from './stats.ts';

export { DEFAULT_RUNS, MAX_RUNS } from '../../reference/crew/run-count.ts';
export { type Language, parseLanguage } from '../../toolchain/sources/language.ts';

/** A data folder that a task requests in the program's working directory. */
export interface DataSource {
  /** Path in the working directory, which is the root of the file system. Default for a bucket: its MountPath. */
  readonly Location?: string;
  readonly ResourceID: string;
  readonly ResourceType: string;
  /** True if written files are saved even if the program exits with a nonzero status. */
  readonly KeepWhenStopped?: boolean | undefined;
}

/** A repository, and the part of it that is built. */
export interface RepositorySource {
  readonly RemoteURL: string;
  /** A commit hash, or HEAD. */
  readonly Commit: string;
  /** `''` means the default branch. */
  readonly Branch: string;
  readonly BuildDirectory: string;
  readonly Arguments: string;
}

/** Source code of a build's program. */
export type Application =
  | {
      readonly Type: 'SourceCode';
      readonly SourceCode: {
        readonly Code: string;
        readonly Language: Language;
        /** Source form of a Fortran program, if the request specifies it; otherwise the text determines the form. */
        readonly Form?: FortranForm;
        readonly Arguments: string;
        /** Text of config.mk; `''` if there is none. */
        readonly ConfigMk: string;
      };
    }
  | {
      readonly Type: 'Repository';
      readonly Repository: RepositorySource & {
        readonly RepositoryID: string;
        /** Times at which the connection was created and last changed, in epoch seconds. */
        readonly CreatedAt?: number;
        readonly UpdatedAt?: number;
        /** Commit that was built; `''` for an imported zip. Undefined until the repository is fetched. */
        readonly ResolvedCommit?: string;
      };
    };

/** Number of times that the job's executor vanished unannounced. A job that may kill executors runs by itself. */
export interface JobLosses {
  readonly Losses?: number;
  /** Number of these losses that occurred while the executor ran no other job. */
  readonly LoneLosses?: number;
  /** Number of times that only the task's own process died. */
  readonly ProcessDeaths?: number;
  /** Number of times that the storage was full when the job tried to store data. */
  readonly FullStorages?: number;
}

/**
 * Body of a `build` record. Its parent is the RepositoryID, if any; its status is a BuildStatus. It contains the
 * complete core, so that deleting or changing a custom core does not affect builds for it.
 */
export interface BuildBody extends JobHistory, JobLosses {
  /** True if anyone may run the build's tasks. Undefined in records from earlier versions. */
  readonly IsPublic?: boolean;
  readonly DefaultArguments: string;
  readonly DefaultDataSources: readonly DataSource[];
  readonly Application: Application;
  readonly Core: CoreSpec;
  readonly DiscoverVariables: boolean;
  readonly TraceVariables: readonly WatchWish[];
  /** Limits when the build was created; no response shows them. */
  readonly StorageLimits?: StorageLimits;
  /** Fields set by neither the request nor the connection, but by the repository's `signaloid.yaml`. */
  readonly LeftToRepository?: readonly ('Core' | 'TraceVariables')[];
  /** True if the linked module is stored under `buildModuleKey`. */
  readonly BuildArtifactAvailable: boolean;
  /** ID of the executor that last claimed the build. */
  readonly Executor?: string;
  readonly Stats?: StatsOf<typeof BUILD_STATS>;
}

/** Summary of a running or finished task's output on a stream. */
export interface StreamSummary {
  /** Output size, before compression. */
  readonly SizeInBytes: number;
}

/** A program decision on which a value's draws disagree. */
export interface DecisionRecord {
  /** Path within the program's sources; undefined without debug information. */
  readonly File?: string;
  readonly LineNumber?: number;
  readonly Kind: 'Comparison' | 'Conversion' | 'Parameter' | 'Bits';
  /**
   * Probability that the comparison holds, or that the conversion yields the particle's integer. Undefined for a
   * parameter of a distribution.
   */
  readonly Probability?: number;
  /** The particle's result of a comparison. */
  readonly Followed?: boolean;
}

/** Maximum number of bytes in the store after a build or task has stored its data. */
export interface StorageLimits {
  /** Limit for the job's account. */
  readonly Account?: number;
  /** Limit for all accounts together. */
  readonly All?: number;
}

/** Body of a `task` record. Its parent is the BuildID; its status is a TaskStatus. */
export interface TaskBody extends JobHistory, JobLosses {
  readonly BuildID: string;
  /** True for a public task, which anyone may create (from a public build) and read. */
  readonly IsPublic?: boolean;
  readonly Arguments: string;
  readonly DataSources: readonly DataSource[];
  /** Number of runs on a Reference core; if undefined, the core's default. */
  readonly Runs?: number;
  /** Standard input of the program; empty if undefined. */
  readonly Stdin?: string;
  /** This task's overrides, keyed by source: a distribution, a number or `fixed`. */
  readonly SourceOverrides?: Readonly<Record<string, string | number>>;
  /** Seed for the task's random numbers; see `seedOfTask`. */
  readonly Seed?: string | number;
  /** Lane count that replaces the core's. */
  readonly LaneCount?: number;
  /** Time limit that replaces the executor's. */
  readonly TimeLimitInSeconds?: number;
  /** True if the task computes the budget of its printed values; see task-contributions.ts. */
  readonly Contributions?: boolean;
  /** Limits when the task was created; no response shows them. */
  readonly StorageLimits?: StorageLimits;
  /** ID of the executor that last claimed the task. */
  readonly Executor?: string;
  /** Written when the program starts, and in the transaction of every chunk; undefined before that. */
  readonly Streams?: { readonly Stdout: StreamSummary; readonly Stderr: StreamSummary };
  readonly ExitCode?: number;
  /** The first decisions on which draws disagree; undefined if there are none. */
  readonly Decisions?: readonly DecisionRecord[];
  readonly Stats?: StatsOf<typeof TASK_STATS>;
}

export const builds = recordType<BuildBody>('build');
export const tasks = recordType<TaskBody>('task');

export type StreamName = 'Stdout' | 'Stderr';

/** The log of a build, as UTF-8 text. */
export function buildLogKey(buildId: string): string {
  return `builds/${buildId}/log`;
}

/** Compiler and linker messages about a build: JSON, an array of the toolchain's Diagnostic. */
export function buildDiagnosticsKey(buildId: string): string {
  return `builds/${buildId}/diagnostics`;
}

/** The linked module of a Completed build. */
export function buildModuleKey(buildId: string): string {
  return `builds/${buildId}/module`;
}

/** A file in the working directory of the build's tasks; with `''`, the prefix of all their keys. */
export function buildInputKey(buildId: string, path: string): string {
  return `builds/${buildId}/inputs/${path}`;
}

/** The variables that a build has discovered: JSON, an array of the interface's Variables. */
export function buildVariablesKey(buildId: string): string {
  return `builds/${buildId}/variables`;
}

/** Resolved form of a build's TraceVariables: JSON, an array of `WatchedVariable`. */
export function buildWatchedKey(buildId: string): string {
  return `builds/${buildId}/watched`;
}

/**
 * A stream of a task: every chunk is a separate gzip file, in output order. The blob does not exist until the first
 * output is written.
 */
export function taskStreamKey(taskId: string, stream: StreamName): string {
  return `tasks/${taskId}/${stream}`;
}

/** The values of a task on a Reference core: JSON, an array of `TaskValue`. */
export function taskValuesKey(taskId: string): string {
  return `tasks/${taskId}/values`;
}

/** The samples of all of the task's values, one value after another, as doubles. */
export function taskSamplesKey(taskId: string): string {
  return `tasks/${taskId}/samples`;
}

/** Traced values of a task: JSON, an array of `TracedValue`. */
export function taskTraceKey(taskId: string): string {
  return `tasks/${taskId}/trace`;
}

/** The uncertainty budget of a task's printed values: JSON, in the format of `haze explain --json`. */
export function taskContributionsKey(taskId: string): string {
  return `tasks/${taskId}/contributions`;
}

/** Prefix of all of a build's keys, for `deleteBlobs`. */
export function buildPrefix(buildId: string): string {
  return `builds/${buildId}/`;
}

/** Prefix of all of a task's keys. */
export function taskPrefix(taskId: string): string {
  return `tasks/${taskId}/`;
}

/** A file in an account's cloud storage. `path` has no leading slash; a folder's path ends with a slash. */
export function userFileKey(userId: string, path: string): string {
  return `files/${userId}/${path}`;
}

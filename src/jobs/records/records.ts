// Records of builds and tasks in the store, and the keys of their outputs. The API writes records as `Accepted`; the
// executor takes them (`takeStep` of states.ts) and adds outputs and figures. Fields have the names of the REST
// interface: a response is the body with its ID, owner, status and time of creation.

import { recordType } from '../../store/contract/store.ts';
import type { WatchWish } from '../../toolchain/dwarf/find-watched.ts';
import type { FortranForm, Language } from '../../toolchain/sources/language.ts';
import type { CoreSpec } from '../../uncertainty/core/core-spec.ts';
import type { JobHistory } from './states.ts';
import type { BUILD_STATS, StatsOf, TASK_STATS } from './stats.ts';

export { DEFAULT_RUNS, MAX_RUNS } from '../../reference/crew/run-count.ts';
export { type Language, parseLanguage } from '../../toolchain/sources/language.ts';

/** Requested data folder in the program's working directory. */
export interface DataSource {
  /** Path in the working directory, the root of the file system. Default for a bucket: its MountPath. */
  readonly Location?: string;
  readonly ResourceID: string;
  readonly ResourceType: string;
  /** True when written files are kept even if the program ends with a status other than 0. */
  readonly KeepWhenStopped?: boolean | undefined;
}

/** Source of a build's program. */
export type Application =
  | {
      readonly Type: 'SourceCode';
      readonly SourceCode: {
        readonly Code: string;
        readonly Language: Language;
        /** Form of a Fortran program, if the request has it; otherwise the text shows it. */
        readonly Form?: FortranForm;
        readonly Arguments: string;
        /** Text of config.mk; `''` for none. */
        readonly ConfigMk: string;
      };
    }
  | {
      readonly Type: 'Repository';
      readonly Repository: {
        readonly RepositoryID: string;
        readonly RemoteURL: string;
        readonly Commit: string;
        readonly Branch: string;
        readonly BuildDirectory: string;
        readonly Arguments: string;
        /** Creation and last change of the connection, in epoch seconds. */
        readonly CreatedAt?: number;
        readonly UpdatedAt?: number;
        /** Commit that was built, or `''` for an imported zip. Absent until the repository is fetched. */
        readonly ResolvedCommit?: string;
      };
    };

/** Number of times that the job's executor vanished unannounced. A job that may kill executors runs alone. */
export interface JobLosses {
  readonly Losses?: number;
  /** Losses while no other job ran there. */
  readonly LoneLosses?: number;
  /** Number of times that only the task's own process died. */
  readonly ProcessDeaths?: number;
  /** Number of times that the storage was full when the job stored something. */
  readonly FullStorages?: number;
}

/**
 * Body of a `build` record. Its parent is the RepositoryID, if any; its status is one of BuildStatus. It has the whole
 * core, so that deleting or changing a custom core does not change builds for it.
 */
export interface BuildBody extends JobHistory, JobLosses {
  /** True when anybody may run tasks of the build. Absent in records of earlier versions. */
  readonly IsPublic?: boolean;
  readonly DefaultArguments: string;
  readonly DefaultDataSources: readonly DataSource[];
  readonly Application: Application;
  readonly Core: CoreSpec;
  readonly DiscoverVariables: boolean;
  readonly TraceVariables: readonly WatchWish[];
  /** Limits at the creation of the build; no response shows them. */
  readonly StorageLimits?: StorageLimits;
  /** Fields that neither request nor connection set; a `signaloid.yaml` of the repository sets them. */
  readonly LeftToRepository?: readonly ('Core' | 'TraceVariables')[];
  /** True when the linked module is stored under `buildModuleKey`. */
  readonly BuildArtifactAvailable: boolean;
  /** ID of the executor that took the build last. */
  readonly Executor?: string;
  readonly Stats?: StatsOf<typeof BUILD_STATS>;
}

/** Output of a running or ended task on one stream. */
export interface StreamSummary {
  /** Size of the text, before compression. */
  readonly SizeInBytes: number;
}

/** A decision of a program on which the draws of a value disagree. */
export interface DecisionRecord {
  /** Path among the program's sources; absent without debug information. */
  readonly File?: string;
  readonly LineNumber?: number;
  readonly Kind: 'Comparison' | 'Conversion' | 'Parameter' | 'Bits';
  /**
   * Probability that the comparison holds, or that the conversion gives the integer of the particle. Absent for a
   * parameter of a distribution.
   */
  readonly Probability?: number;
  /** Answer of the particle, for a comparison. */
  readonly Followed?: boolean;
}

/** Maximum number of bytes in store once a build or task has stored its own. */
export interface StorageLimits {
  /** For the job's account. */
  readonly Account?: number;
  /** For all accounts. */
  readonly All?: number;
}

/** Body of a `task` record. Its parent is the BuildID; its status is one of TaskStatus. */
export interface TaskBody extends JobHistory, JobLosses {
  readonly BuildID: string;
  /** True for a public task: anybody may create it of a public build, and read it. */
  readonly IsPublic?: boolean;
  readonly Arguments: string;
  readonly DataSources: readonly DataSource[];
  /** Number of runs on a Reference core; its default when absent. */
  readonly Runs?: number;
  /** Standard input of the program; empty when absent. */
  readonly Stdin?: string;
  /** Replaced sources of this task, by source: a distribution, a number or `fixed`. */
  readonly SourceOverrides?: Readonly<Record<string, string | number>>;
  /** Seed of its random numbers; see `seedOfTask`. */
  readonly Seed?: string | number;
  /** Lane count instead of the core's. */
  readonly LaneCount?: number;
  /** Time limit instead of the executor's. */
  readonly TimeLimitInSeconds?: number;
  /** True when the task makes the budget of its printed values; see task-contributions.ts. */
  readonly Contributions?: boolean;
  /** Limits at the creation of the task; no response shows them. */
  readonly StorageLimits?: StorageLimits;
  /** ID of the executor that took the task last. */
  readonly Executor?: string;
  /** Written at the start of the program and in the transaction of every chunk; absent before. */
  readonly Streams?: { readonly Stdout: StreamSummary; readonly Stderr: StreamSummary };
  readonly ExitCode?: number;
  /** The first decisions on which draws disagree; absent when there are none. */
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

/** Messages of compiler and linker about a build: JSON, an array of the toolchain's Diagnostic. */
export function buildDiagnosticsKey(buildId: string): string {
  return `builds/${buildId}/diagnostics`;
}

/** The linked module of a Completed build. */
export function buildModuleKey(buildId: string): string {
  return `builds/${buildId}/module`;
}

/** A file in the working directory of the build's tasks; `''` for the prefix of all their keys. */
export function buildInputKey(buildId: string, path: string): string {
  return `builds/${buildId}/inputs/${path}`;
}

/** Variables of a build that discovers them: JSON, an array of the interface's Variables. */
export function buildVariablesKey(buildId: string): string {
  return `builds/${buildId}/variables`;
}

/** Meaning of a build's TraceVariables: JSON, an array of `WatchedVariable`. */
export function buildWatchedKey(buildId: string): string {
  return `builds/${buildId}/watched`;
}

/**
 * A stream of a task: every chunk is a separate gzip file, in output order. The blob is absent until something is
 * written.
 */
export function taskStreamKey(taskId: string, stream: StreamName): string {
  return `tasks/${taskId}/${stream}`;
}

/** The values of a task on a Reference core: JSON, an array of `TaskValue`. */
export function taskValuesKey(taskId: string): string {
  return `tasks/${taskId}/values`;
}

/** The samples of all those values, one value after the other, as doubles. */
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

/** Prefix of all keys of a build, for `deleteBlobs`. */
export function buildPrefix(buildId: string): string {
  return `builds/${buildId}/`;
}

/** Prefix of all keys of a task. */
export function taskPrefix(taskId: string): string {
  return `tasks/${taskId}/`;
}

/** A file of an account's cloud storage. `path` has no slash at its start; a folder's ends with one. */
export function userFileKey(userId: string, path: string): string {
  return `files/${userId}/${path}`;
}

// What an executor is made of, and what its owner may ask of it.
import type { Store } from '../../store/contract/store.ts';
import type { RepositoryOptions } from '../building/build-sources.ts';
import type { StartHelping } from '../parts/helping.ts';
import type { Builder } from '../records/builder.ts';
import type { ExecutorEvent } from '../records/executor-events.ts';
import type { UnwrittenEnds } from '../records/held-job.ts';
import type { JobLimits } from '../records/limits.ts';
import type { RunReferenceTask, RunTask } from '../tasks/task-job.ts';

export interface ExecutorOptions {
  readonly store: Store;
  readonly builder: Builder;
  /** Names what makes a rewritten module of a linked one; where it is undefined, none is kept. */
  readonly rewritingVersion: () => Promise<string | undefined>;
  readonly run: RunTask;
  /** How repositories are fetched. */
  readonly repositories: RepositoryOptions;
  readonly runReference: RunReferenceTask;
  readonly loadKernels: () => Promise<WebAssembly.Module>;
  /** Where others work on the same store: how parts of their Reference tasks are done. */
  readonly help?: StartHelping;
  /** Whether a lock makes sure that no other executor works on this store. Without one, leases tell who is alive. */
  readonly isAlone: boolean;
  readonly limits?: Partial<JobLimits>;
  /** Another text for every executor. */
  readonly executorId?: string;
  /** Whether an executor that is gone said that it goes, though it could not put back what ran there. Default: none did. */
  readonly saidGoodbye?: (executorId: string) => boolean;
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /** Where nobody else has the store: gets the ends of jobs that find no room in it. Without, such jobs are run again. */
  readonly unwritten?: UnwrittenEnds;
  /** Told of what is a fault of ours; the job is stopped or run again all the same. */
  readonly reportError?: (error: unknown, jobId: string) => void;
  /** Told of every job that was taken, and how it ended. */
  readonly observe?: (event: ExecutorEvent) => void;
}

export interface Executor {
  /** There may be work, or a job may have been cancelled: looks into the store. */
  announce(): void;
  /** IDs of the jobs that run now. */
  running(): readonly string[];
  /** Takes no more jobs, lets those that run end within the time, and puts the rest back as Rescheduled. */
  stop(graceMs: number): Promise<void>;
}

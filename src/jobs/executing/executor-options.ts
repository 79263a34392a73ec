// Parts of an executor, and the functions that its owner calls.
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
  /** Version of the code that rewrites linked modules; while it is undefined, no rewritten module is kept. */
  readonly rewritingVersion: () => Promise<string | undefined>;
  readonly run: RunTask;
  /** Access to repositories. */
  readonly repositories: RepositoryOptions;
  readonly runReference: RunReferenceTask;
  readonly loadKernels: () => Promise<WebAssembly.Module>;
  /** Helps with Reference tasks of other executors on the same store, and shares its own tasks. */
  readonly help?: StartHelping;
  /** True when no other executor works on this store. Otherwise leases show which executors are alive. */
  readonly isAlone: boolean;
  /**
   * True when all executors of the store are on this machine: they share no parts of a task, and jobs end where the
   * disk is full. Default: false.
   */
  readonly isLocal?: boolean;
  readonly limits?: Partial<JobLimits>;
  /** Identifier, different for every executor. */
  readonly executorId?: string;
  /** Tests whether a vanished executor announced its end but could not put its jobs back. Default: never. */
  readonly saidGoodbye?: (executorId: string) => boolean;
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /**
   * Ends of jobs that find no room in the store, for an executor that alone has its store. Absent: such jobs run again.
   */
  readonly unwritten?: UnwrittenEnds;
  /** Reports a fault of Haze. The job is still stopped or run again. */
  readonly reportError?: (error: unknown, jobId: string) => void;
  /** Reports every job that starts, and its end. */
  readonly observe?: (event: ExecutorEvent) => void;
}

export interface Executor {
  /** Polls the store: there may be work, or a job may have been cancelled. */
  announce(): void;
  /** IDs of the jobs that run now. */
  running(): readonly string[];
  /** Claims no more jobs, gives running jobs `graceMs` to end, and puts the others back as Rescheduled. */
  stop(graceMs: number): Promise<void>;
}

// Parts of an executor, and the functions that its owner provides.
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
  /** Version of the code that rewrites linked modules; while it is undefined, rewritten modules are not cached. */
  readonly rewritingVersion: () => Promise<string | undefined>;
  readonly run: RunTask;
  /** Access to repositories. */
  readonly repositories: RepositoryOptions;
  readonly runReference: RunReferenceTask;
  readonly loadKernels: () => Promise<WebAssembly.Module>;
  /** Helps with Reference tasks of other executors on the same store, and shares this executor's own tasks. */
  readonly help?: StartHelping;
  /** True if no other executor uses this store. Otherwise, leases indicate which executors are alive. */
  readonly isAlone: boolean;
  /**
   * True if all executors of the store are on this machine: they do not share parts of a task, and jobs are stopped
   * if the disk is full. Default: false.
   */
  readonly isLocal?: boolean;
  readonly limits?: Partial<JobLimits>;
  /** Identifier; unique among executors. */
  readonly executorId?: string;
  /** Tests whether a vanished executor announced its shutdown but could not put its jobs back. Default: never. */
  readonly saidGoodbye?: (executorId: string) => boolean;
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /**
   * Outcomes of jobs that did not fit in the store, for an executor with exclusive use of its store. If undefined, such
   * jobs run again.
   */
  readonly unwritten?: UnwrittenEnds;
  /** Reports an internal error. The job is still stopped or run again. */
  readonly reportError?: (error: unknown, jobId: string) => void;
  /** Reports the start and the completion of every job. */
  readonly observe?: (event: ExecutorEvent) => void;
}

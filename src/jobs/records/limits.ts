// Limits on an executor and its jobs. A task's memory limit is a property of its core.

export const defaultLimits = {
  /** Maximum number of concurrent builds and tasks together. An account without running jobs may run one more job. */
  parallelJobs: 3,
  /** Maximum number of concurrent builds, apart from builds whose repositories are being fetched. */
  parallelBuilds: 1,
  /** Wall-clock time limit of a build, excluding the time to load the compiler. */
  buildTimeMs: 120_000,
  taskTimeMs: 60_000,
  /** Size limit that applies to stdout and stderr separately. */
  outputBytes: 64 * 1024 ** 2,
  /** Maximum total size of files that a task reads from its data sources. */
  dataSourceBytes: 256 * 1024 ** 2,
  /**
   * Number of starts after which an unfinished job is abandoned, not counting starts that an orderly shutdown ended.
   */
  maxStarts: 10,
  /** Number of losses after which a job is stopped if it ran by itself each time. */
  maxLoneLosses: 2,
  /** Number of crashes of a task's process after which the task is stopped. */
  maxProcessDeaths: 2,
  /** Number of times that full storage may interrupt a job before it is stopped, if jobs wait for free space. */
  maxFullStorages: 3,
  /** Longest time that output is buffered before it is stored. */
  chunkMs: 500,
  /** Target duration of a part of a Reference task that other executors may run. */
  partMs: 1000,
  /** Interval at which a Reference task's number of finished runs is written. */
  progressMs: 2000,
  /** Output that reaches this size is stored immediately. */
  chunkBytes: 256 * 1024,
  /** Time without a renewal after which an executor counts as gone. */
  leaseMs: 30_000,
  /** Maximum total size of modules cached for identical builds. */
  moduleCacheBytes: 256 * 1024 ** 2,
  /** Maximum size of an account's fetched repositories. */
  repositoryCacheBytes: 1024 ** 3,
  /** Maximum total size of compiled objects. */
  objectCacheBytes: 256 * 1024 ** 2,
};

export type JobLimits = Readonly<typeof defaultLimits>;

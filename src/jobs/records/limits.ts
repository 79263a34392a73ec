// Limits on an executor and its jobs. A task's memory limit is a property of its core.

export interface JobLimits {
  /** Maximum number of concurrent builds and tasks together. An account without running jobs may run one more job. */
  readonly parallelJobs: number;
  /** Maximum number of concurrent builds, apart from builds whose repositories are being fetched. */
  readonly parallelBuilds: number;
  /** Wall-clock time limit of a build, excluding the time to load the compiler. */
  readonly buildTimeMs: number;
  readonly taskTimeMs: number;
  /** Size limit that applies to stdout and stderr separately. */
  readonly outputBytes: number;
  /** Maximum total size of files that a task gets from its data sources. */
  readonly dataSourceBytes: number;
  /** Number of starts after which an unfinished job is abandoned. */
  readonly maxStarts: number;
  /** Number of losses after which a job that ran by itself is stopped. */
  readonly maxLoneLosses: number;
  /** Number of crashes of a task's process after which the task is stopped. */
  readonly maxProcessDeaths: number;
  /** Number of times that full storage may interrupt a job before it is stopped, if jobs wait for free space. */
  readonly maxFullStorages: number;
  /** Longest time that output is buffered before it is stored. */
  readonly chunkMs: number;
  /** Target duration of a part of a Reference task that other executors may run. */
  readonly partMs: number;
  /** Interval at which a Reference task's number of finished runs is written. */
  readonly progressMs: number;
  /** Output that reaches this size is stored immediately. */
  readonly chunkBytes: number;
  /** Time without a renewal after which an executor counts as gone. */
  readonly leaseMs: number;
  /** Maximum total size of modules cached for identical builds. */
  readonly moduleCacheBytes: number;
  /** Maximum size of an account's fetched repositories. */
  readonly repositoryCacheBytes: number;
  /** Maximum total size of compiled objects. */
  readonly objectCacheBytes: number;
}

export const defaultLimits: JobLimits = {
  parallelJobs: 3,
  parallelBuilds: 1,
  buildTimeMs: 120_000,
  taskTimeMs: 60_000,
  outputBytes: 64 * 1024 ** 2,
  dataSourceBytes: 256 * 1024 ** 2,
  maxStarts: 10,
  maxLoneLosses: 2,
  maxProcessDeaths: 2,
  maxFullStorages: 3,
  chunkMs: 500,
  partMs: 1000,
  progressMs: 2000,
  chunkBytes: 256 * 1024,
  leaseMs: 30_000,
  moduleCacheBytes: 256 * 1024 ** 2,
  repositoryCacheBytes: 1024 ** 3,
  objectCacheBytes: 256 * 1024 ** 2,
};

// Limits of an executor and its jobs. The memory of a task is a property of its core.

export interface JobLimits {
  /** Builds and tasks together. An account without running jobs gets one more. */
  readonly parallelJobs: number;
  readonly parallelBuilds: number;
  /** Wall time of a build, without the time in which the compiler is loaded. */
  readonly buildTimeMs: number;
  readonly taskTimeMs: number;
  /** Limit for each of stdout and stderr. */
  readonly outputBytes: number;
  /** Total size of files that a task gets from its data sources. */
  readonly dataSourceBytes: number;
  /** Number of starts after which an unfinished job is given up. */
  readonly maxStarts: number;
  /** Number of losses after which a job that ran alone is stopped. */
  readonly maxLoneLosses: number;
  /** Number of crashes of its process after which a task is stopped. */
  readonly maxProcessDeaths: number;
  /** Number of full storages after which a job is stopped, where jobs wait for room. */
  readonly maxFullStorages: number;
  /** Longest time that output waits before it is stored. */
  readonly chunkMs: number;
  /** Duration of a part of a Reference task that other executors may do. */
  readonly partMs: number;
  /** Interval of writing the number of finished runs of a Reference task. */
  readonly progressMs: number;
  /** Output that reaches this size is stored immediately. */
  readonly chunkBytes: number;
  /** Time without a renewal after which an executor counts as gone. */
  readonly leaseMs: number;
  /** Total size of modules kept for equal builds. */
  readonly moduleCacheBytes: number;
  /** Maximum of the fetched repositories of an account. */
  readonly repositoryCacheBytes: number;
  /** Total size of compiled objects. */
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

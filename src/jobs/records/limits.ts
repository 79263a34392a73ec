// How much an executor does at once, and what it lets a job use. Memory is a matter of the task's core.

export interface JobLimits {
  /** Builds and tasks together; one more for an account of which none runs. */
  readonly parallelJobs: number;
  readonly parallelBuilds: number;
  /** Wall time of a build, without the time in which the compiler is loaded. */
  readonly buildTimeMs: number;
  readonly taskTimeMs: number;
  /** Of each of stdout and stderr. */
  readonly outputBytes: number;
  /** Files that a task gets from its data sources, together. */
  readonly dataSourceBytes: number;
  /** A job that was started so often and never ended is given up. */
  readonly maxStarts: number;
  /** So is one that ran alone so often when its executor went away. */
  readonly maxLoneLosses: number;
  /** So is a task whose own process died so often. */
  readonly maxProcessDeaths: number;
  /** So is a job that found the storage full so often, where jobs wait for room. */
  readonly maxFullStorages: number;
  /** Output waits at most so long before it is stored. */
  readonly chunkMs: number;
  /** So long takes a part of a Reference task that others may do. */
  readonly partMs: number;
  /** How often it is written down how many runs of a Reference task are done. */
  readonly progressMs: number;
  /** Output of this size is stored at once. */
  readonly chunkBytes: number;
  /** An executor that has not been heard of for so long counts as gone. */
  readonly leaseMs: number;
  /** All modules that are kept for equal builds. */
  readonly moduleCacheBytes: number;
  /** All that an account keeps of the repositories that it fetched. */
  readonly repositoryCacheBytes: number;
  /** All compiled objects. */
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

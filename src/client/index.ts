// The package's entry in pages, `haze/browser`: build programs and run them in the page, or have the service answer there.
export { HazeError } from '../errors/haze-error.ts';
export type { LoadProgress } from '../jobs/compile-client.ts';
export type { Haze } from '../program/engine.ts';
export { type BuildOptions, DEFAULT_CORE, type RunOptions, type RunResult } from '../program/run-options.ts';
export type { RunEnd, RunStatistics, StopCode } from '../runtime/run-outcome.ts';
export type { BuildResult } from '../toolchain/build-result.ts';
export type { Diagnostic, FixIt } from '../toolchain/diagnostic.ts';
export { type ForeignToolchain, USUAL_ARGUMENTS } from '../toolchain/toolchain-choice.ts';
export { type CoreSpec, DEFAULT_CORES, findDefaultCore } from '../uncertainty/core-spec.ts';
export { connect } from './connect.ts';
export type { Connection, ConnectOptions } from './connection.ts';
export type { JobChange } from './job-news.ts';
export { build, createHaze, type HazeOptions, run } from './page-library.ts';
export type { RepositoryWish } from './page-repositories.ts';
export type { Update } from './register.ts';
export type {
  Bucket,
  Build,
  Core,
  DataSource,
  FileItem,
  NewBuild,
  NewCore,
  NewRepository,
  NewRepositoryBuild,
  NewTask,
  Repository,
  Samples,
  Task,
  TaskOutputs,
} from './service-types.ts';
export { setAssets } from './site-files.ts';

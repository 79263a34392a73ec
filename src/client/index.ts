// The package's entry point for pages, `haze/browser`: builds and runs programs in the page, or answers the service's
// requests there.

export type { ProgramSource } from '../budget/resolve-overrides.ts';
export { HazeError } from '../errors/haze-error.ts';
export type { Haze } from '../program/engine.ts';
export type { ProgramSession, SessionRun } from '../program/program-session.ts';
export type { BuildOptions, RunOptions, RunResult } from '../program/run-options.ts';
export type { RunEnd, RunStatistics, StopCode } from '../runtime/running/run-outcome.ts';
export type { BuildResult } from '../toolchain/building/build-result.ts';
export type { SourceCheck } from '../toolchain/building/check-source.ts';
export { type ForeignToolchain, USUAL_ARGUMENTS } from '../toolchain/building/toolchain-choice.ts';
export type { LoadProgress } from '../toolchain/clang/clang.ts';
export type { Diagnostic, FixIt } from '../toolchain/sources/diagnostic.ts';
export { type CoreSpec, DEFAULT_CORES, findDefaultCore } from '../uncertainty/core/core-spec.ts';
export { DEFAULT_CORE } from '../uncertainty/core/default-core.ts';
export type { SourceOverrides } from '../uncertainty/sources/source-value.ts';
export { build, createHaze, type HazeOptions, open, run } from './program/page-library.ts';
export { setAssets } from './program/site-files.ts';
export { connect } from './service/connect.ts';
export type { Connection, ConnectOptions, PrepareOptions } from './service/connection.ts';
export type { JobChange } from './service/page/job-news.ts';
export type { RepositoryWish } from './service/page/repositories.ts';
export type * from './service/service-types.ts';
export type { Update } from './service/worker/register.ts';

// The package's entry point in Node: builds programs, runs them, and reads their output.
export type { Budget, BudgetValue, Contribution } from './budget/explain-trace.ts';
export type { ProgramSource } from './budget/resolve-overrides.ts';
export { HazeError } from './errors/haze-error.ts';
export {
  type BuildOptions,
  build,
  createHaze,
  DEFAULT_CORE,
  type Haze,
  open,
  type ProgramSession,
  type RunOptions,
  type RunResult,
  run,
  type SessionRun,
} from './node/library.ts';
export { type ExplainOptions, explain } from './program/explain-run.ts';
export type { RunEnd, RunStatistics, StopCode } from './runtime/running/run-outcome.ts';
export type { BuildResult } from './toolchain/building/build-result.ts';
export type { Diagnostic } from './toolchain/sources/diagnostic.ts';
export { type CoreSpec, DEFAULT_CORES, findDefaultCore } from './uncertainty/core/core-spec.ts';
export type { SourceOverrides } from './uncertainty/sources/source-value.ts';

// The package's entry in Node: build programs, run them, read what they print.
export type { Budget, BudgetValue, Contribution } from './budget/explain-trace.ts';
export { HazeError } from './errors/haze-error.ts';
export {
  type BuildOptions,
  build,
  createHaze,
  DEFAULT_CORE,
  type Haze,
  type RunOptions,
  type RunResult,
  run,
} from './node/library.ts';
export { type ExplainOptions, explain } from './program/explain-run.ts';
export type { RunEnd, RunStatistics, StopCode } from './runtime/run-outcome.ts';
export type { BuildResult } from './toolchain/build-result.ts';
export type { Diagnostic } from './toolchain/diagnostic.ts';
export { type CoreSpec, DEFAULT_CORES, findDefaultCore } from './uncertainty/core-spec.ts';

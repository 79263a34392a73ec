// A program that runs repeatedly with changed sources, for example under the control of sliders. Its sources are found
// only once, and the program stays compiled in one worker.
import type { ProgramSource } from '../budget/resolve-overrides.ts';
import type { SourceOverrides } from '../uncertainty/sources/source-value.ts';
import type { RunOptions, RunResult } from './run-options.ts';

/** Options that may differ between the runs of a session. */
export type SessionRun = Pick<
  RunOptions,
  'trace' | 'onStdout' | 'onStderr' | 'signal' | 'seed' | 'timeLimitSeconds'
> & {
  /** Overrides by source `key` or name; a source without an override remains as the program created it. */
  readonly sources?: SourceOverrides;
};

/** A program that runs repeatedly without being rebuilt. */
export interface ProgramSession {
  /** Every source of the program, in the order in which its first run created them. */
  readonly sources: readonly ProgramSource[];
  /** Number of further sources omitted from the list. */
  readonly sourcesLeftOut: number;
  /** Result of the first run, without overrides. */
  readonly first: RunResult;
  /**
   * Runs the program again. Runs take turns; if a run's signal fires before its turn, the run does not start.
   *
   * @throws HazeError `usage`, `session-closed`, `no-sources`, `unknown-source`, `ambiguous-source`, `fixed-source`,
   * `invalid-source-value`; the signal's reason if the signal fired before the run began
   */
  run(options?: SessionRun): Promise<RunResult>;
  /** Terminates the worker; the outcome of a run in progress is `cancelled`. */
  close(): void;
}

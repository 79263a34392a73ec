// Program that is run repeatedly with other sources, for example by sliders: found once, kept compiled in one worker.
import type { ProgramSource } from '../budget/resolve-overrides.ts';
import type { SourceOverrides } from '../uncertainty/sources/source-value.ts';
import type { RunOptions, RunResult } from './run-options.ts';

/** Options that may differ between runs of a session. */
export type SessionRun = Pick<
  RunOptions,
  'trace' | 'onStdout' | 'onStderr' | 'signal' | 'seed' | 'timeLimitSeconds'
> & {
  /** Overrides by `key` or name of a source; none: as the program made them. */
  readonly sources?: SourceOverrides;
};

/** A program that runs again and again, without another build. */
export interface ProgramSession {
  /** Every source of the program, in the order in which its first run made them. */
  readonly sources: readonly ProgramSource[];
  /** Further sources that are not in the list. */
  readonly sourcesLeftOut: number;
  /** Result of the first run, without overrides. */
  readonly first: RunResult;
  /**
   * Runs the program once more. Runs wait for each other; a run whose signal has fired before its turn does not start.
   *
   * @throws HazeError `usage`, `session-closed`, `no-sources`, `unknown-source`, `ambiguous-source`, `fixed-source`,
   * `invalid-source-value`; the reason of a signal that fired before the run began
   */
  run(options?: SessionRun): Promise<RunResult>;
  /** Ends the worker, and a run that is on its way as `cancelled`. */
  close(): void;
}

// A program that runs repeatedly with changed sources, for example by sliders. Its sources are found once, and it stays
// compiled in one worker.
import type { ProgramSource } from '../budget/resolve-overrides.ts';
import type { SourceOverrides } from '../uncertainty/sources/source-value.ts';
import type { RunOptions, RunResult } from './run-options.ts';

/** Options that may differ between runs of a session. */
export type SessionRun = Pick<
  RunOptions,
  'trace' | 'onStdout' | 'onStderr' | 'signal' | 'seed' | 'timeLimitSeconds'
> & {
  /** Overrides by `key` or name of a source; without an override, a source stays as the program made it. */
  readonly sources?: SourceOverrides;
};

/** A program that runs repeatedly without another build. */
export interface ProgramSession {
  /** Every source of the program, in the order of creation during its first run. */
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
  /** Ends the worker; a current run ends as `cancelled`. */
  close(): void;
}

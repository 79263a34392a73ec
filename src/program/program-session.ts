// A program that is run again and again with other sources: found once, kept compiled in one worker. What sliders drive.
import type { ProgramSource } from '../budget/resolve-overrides.ts';
import type { SourceOverrides } from '../uncertainty/sources/source-value.ts';
import type { RunOptions, RunResult } from './run-options.ts';

/** What one run of a session may have otherwise. */
export type SessionRun = Pick<
  RunOptions,
  'trace' | 'onStdout' | 'onStderr' | 'signal' | 'seed' | 'timeLimitSeconds'
> & {
  /** Overrides by `key` or name of a source; none: as the program made them. */
  readonly sources?: SourceOverrides;
};

export interface ProgramSession {
  /** Every source of the program, in the order in which its first run made them. */
  readonly sources: readonly ProgramSource[];
  /** Further sources that are not in the list. */
  readonly sourcesLeftOut: number;
  /** What the first run came to, without overrides. */
  readonly first: RunResult;
  /**
   * Runs the program once more. Runs wait for each other; one whose signal has fired before its turn is not begun.
   * @throws HazeError `usage`, `session-closed`, `no-sources`, `unknown-source`, `ambiguous-source`, `fixed-source`, `invalid-source-value`; the reason of a
   * signal that fired before the run began
   */
  run(options?: SessionRun): Promise<RunResult>;
  /** Ends the worker, and a run that is on its way as \`cancelled\`. */
  close(): void;
}

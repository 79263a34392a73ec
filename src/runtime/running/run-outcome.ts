// The end of a run and facts about the run, as plain data that a worker can post to a page.

import type { PrintedFigures } from '../../uncertainty/core/value-figures.ts';
import type { PlaceValues } from '../../uncertainty/sources/place-values.ts';
import type { CoarseRun, DecisionReport, MixedRun } from '../../uncertainty/sources/run-decisions.ts';
import type { RunTrace } from '../../uncertainty/sources/run-trace.ts';
import type { SourceReport } from '../../uncertainty/sources/source-settings.ts';

/** Reason for stopping a program early. */
export type StopCode =
  | 'trap'
  | 'stack-exhausted'
  | 'heap-exhausted'
  | 'core-memory-exhausted'
  | 'lane-memory-exhausted'
  | 'time-limit'
  | 'output-limit'
  | 'files-too-large'
  | 'malformed-ux'
  | 'refused'
  | 'cancelled'
  | 'process-died'
  | 'internal';

/** End of a run: either the program exited, or Haze stopped it. */
export type RunEnd =
  /** Status as in a shell: the lowest eight bits of the program's argument to `exit`. */
  | {
      readonly kind: 'exited';
      readonly exitStatus: number;
      /**
       * Position at which the language's runtime terminated the program after a fault whose line is unknown, in the
       * same form as for a stopped program.
       */
      readonly codeOffsets?: readonly number[];
    }
  | {
      readonly kind: 'stopped';
      readonly code: StopCode;
      /** One sentence that states the cause and, if there is one, the remedy. */
      readonly message: string;
      /** Exit status in a shell: 128 plus the signal that an ordinary system would report, or 1. */
      readonly exitStatus: number;
      /**
       * Byte offsets, in the module that ran, of the instruction that trapped and of its callers, innermost first.
       * Absent if the engine reports no offsets.
       */
      readonly codeOffsets?: readonly number[];
    };

/** Statistics about a run. */
export interface RunStatistics {
  /** Time from the program's first instruction to its end. */
  readonly executionTimeMs: number;
  /** Number of calls from the program into the core. */
  readonly hookCalls: number;
  /** Number of distributions that the core created. */
  readonly records: number;
}

/** A program's changes to its files. */
export interface FileChanges {
  /** Files that the program created or changed, by path relative to its working directory. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Paths of given files and folders that the program removed or moved. */
  readonly removedFiles: readonly string[];
  /**
   * The first few paths that the program tried to open for reading but did not find. Empty if the program was
   * terminated from outside.
   */
  readonly missedFiles?: readonly string[];
}

export interface RunOutcome extends FileChanges {
  readonly end: RunEnd;
  readonly statistics: RunStatistics;
  /** Sources and printed values with their draws, if the run is traced. */
  readonly trace?: RunTrace;
  /** The last value of each place, if the request lists values. */
  readonly places?: PlaceValues;
  /** Sources in the order of creation, if the request lists them. */
  readonly sources?: SourceReport;
  /** Decisions on which draws disagree; absent if there are none. */
  readonly decisions?: DecisionReport;
  /** Data for following a run's draws; absent if there was no mixed decision. */
  readonly mixed?: MixedRun;
  /** Figures of printed values, if the request asks for them. */
  readonly printed?: readonly PrintedFigures[];
  /** Data for refining a run; absent if its figures are accurate enough. */
  readonly coarse?: CoarseRun;
}

/** Exit statuses of stopped programs, as a shell on an ordinary system would report them. */
export const STOP_STATUS: Readonly<Record<StopCode, number>> = {
  trap: 134,
  'stack-exhausted': 139,
  'heap-exhausted': 137,
  'core-memory-exhausted': 137,
  'lane-memory-exhausted': 137,
  'time-limit': 124,
  'output-limit': 153,
  'files-too-large': 153,
  'malformed-ux': 1,
  refused: 1,
  cancelled: 130,
  'process-died': 137,
  internal: 70,
};

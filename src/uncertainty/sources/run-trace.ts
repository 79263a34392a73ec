// Trace of a run on a core that tracks correlation, used for budgets. It contains the draws of the sources and of the
// printed values, lane by lane, as plain data, so that a worker can post it to a page.

import type { ParametricKind } from '../core/operations.ts';

/** Maximum size of a run's draws, in bytes. */
export const MOST_TRACE_BYTES = 2 ** 28;

export type SourceKind =
  /** A parametric distribution. */
  | 'parametric'
  | 'samples'
  /** Joint samples of several values, row by row. */
  | 'joint samples'
  /** Ux text or bytes that the program read. */
  | 'text'
  /** Choice between the two parts of a mixture. */
  | 'mixture'
  /** An independent copy of a value. */
  | 'copy'
  /** Replacement for a value outside given limits. */
  | 'limits'
  | 'posterior';

export interface TracedSource {
  /** The source's 0-based number within the run. */
  readonly number: number;
  readonly kind: SourceKind;
  /** Description, such as `gauss(5, 0.02)`. */
  readonly text: string;
  /** Ux text that the program read, if the source was created from it. */
  readonly input?: string | undefined;
  readonly family?: ParametricKind;
  readonly parameters?: readonly number[];
  /** The program's position, innermost call first: byte offsets in the module that ran. */
  readonly frames: readonly number[];
  /**
   * The most accurate known mean and standard deviation of the source's value; absent if the source has several
   * values.
   */
  readonly mean?: number;
  readonly standardDeviation?: number;
  /** The source's values by lane; empty if its draws were not needed or did not fit. */
  readonly columns: readonly Float64Array[];
}

export interface TracedValue {
  /** The Ux text that was printed. */
  readonly text: string;
  readonly frames: readonly number[];
  readonly mean: number;
  readonly standardDeviation: number;
  /** Ranges [start, end) of the numbers of the sources on which the value depends, as a flat array. */
  readonly sources: readonly number[];
  /** Values by lane; undefined if the value is a source whose draws were not needed. */
  readonly lanes?: Float64Array;
}

export interface RunTrace {
  /** Number of draws of each source and value. */
  readonly laneCount: number;
  /** True if each draw is a run of the program, either on a Reference core or with a lane's draws. */
  readonly areRuns?: true;
  /** True if each run follows a lane of a core. Values then have the joined Ux text. */
  readonly areLanes?: true;
  readonly sources: readonly TracedSource[];
  /** Values in the order in which they were printed. */
  readonly values: readonly TracedValue[];
  /** Number of sources whose draws did not fit. */
  readonly sourcesLeftOut: number;
  /** Number of values whose draws did not fit. */
  readonly valuesLeftOut: number;
}

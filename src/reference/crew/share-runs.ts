// Shares the runs of one task among several machines. The task's machine offers parts of its runs. Other machines run
// the parts with their own workers and return the results. The merged results are the same as if one machine had run
// everything, because every run has its own seed and results are sorted by run. Implementations of the two interfaces
// decide how parts are transferred.

import type { RecordedBlock } from '../values/value-recorder.ts';
import type { RunTiming, Stretch } from './reference-crew.ts';
import type { RunFailure } from './run-failures.ts';

/** Result of one part of a task's runs. */
export interface PartResult extends Stretch {
  /** Values of all runs in the part, as if one worker had run them. */
  readonly block: RecordedBlock;
  readonly failed: readonly RunFailure[];
  /** Runs that were abandoned. */
  readonly stuck: readonly number[];
  /** Number of calls into the core. */
  readonly calls: number;
  /** Duration of the longest run, in milliseconds. */
  readonly longestMs: number;
}

/** A part taken by a machine. */
export interface TakenPart extends Stretch {
  /** Known durations of the task's runs. */
  readonly timing: RunTiming;
}

/**
 * The other machines, from the task's perspective. Implementations handle failures themselves and stop the task if
 * necessary.
 */
export interface RunSharing {
  /** Target duration of a part, for as many processors as the task's machine has. */
  readonly partMs: number;
  /** Number of other machines. */
  readonly helpers: number;
  /** Number of further parts that other machines could start soon. */
  readonly wanted: number;
  offer(part: TakenPart): void;
  /** Takes back a part that has not started; undefined if there is none. */
  takeBack(): Promise<Stretch | undefined>;
  /** Calls `onResult` once for each finished part, and `onReturn` when a part that had started may be taken back. */
  listen(onResult: (result: PartResult) => void, onReturn: () => void): void;
}

/** Parts of one task, from a helping machine's perspective. */
export interface PartSource {
  /** Takes the next part; undefined if there is none or other work comes first. */
  next(): Promise<TakenPart | undefined>;
  /** Delivers a part's result, possibly while the next part is being taken. Parts are delivered one after another. */
  deliver(result: PartResult): Promise<void>;
}

/** Minimum remaining work for sharing, in parts. */
const LEAST_LEFT = 1.5;
/**
 * Lower minimum once helpers are running. The helpers have already loaded the program, and they continue so that all
 * machines finish together.
 */
const LEAST_LEFT_GOING_ON = 0.4;
/** Maximum number of values in a part. All of them are in memory at the same time. */
const PART_VALUES = 1 << 20;

export interface LeftRuns extends Pick<RunSharing, 'partMs' | 'helpers'> {
  readonly left: number;
  readonly parallelism: number;
  readonly runMs: number;
  readonly valuesPerRun: number;
  /** True if parts have already been offered. */
  readonly isGoingOn: boolean;
}

/** Returns the number of runs in the next part, or 0 if this machine should run the rest itself. */
export function sizeOfPart(runs: LeftRuns): number {
  const { left, helpers, partMs, parallelism, runMs, valuesPerRun, isGoingOn } = runs;
  const least = isGoingOn ? LEAST_LEFT_GOING_ON : LEAST_LEFT;
  if ((left * runMs) / parallelism < least * partMs) return 0;
  // Parts become smaller towards the end, so that all machines finish at about the same time.
  const fair = Math.ceil(left / 2 / (helpers + 1));
  const timely = Math.ceil((partMs * parallelism) / runMs);
  const roomy = Math.floor(PART_VALUES / Math.max(1, valuesPerRun));
  return Math.max(1, Math.min(fair, timely, roomy));
}

// Shares the runs of one task among several machines. The machine with the task offers parts of its runs. Others do the
// parts with their own workers and return results, which are merged as if one machine had done all: every run has its
// own seed, and results are sorted by run. Implementations of the two interfaces decide how parts travel.

import type { RecordedBlock } from '../values/value-recorder.ts';
import type { RunTiming, Stretch } from './reference-crew.ts';
import type { RunFailure } from './run-failures.ts';

/** Result of a part of a task's runs. */
export interface PartResult extends Stretch {
  /** Values of all runs of the part, as if one worker had made them. */
  readonly block: RecordedBlock;
  readonly failed: readonly RunFailure[];
  /** Runs that were given up. */
  readonly stuck: readonly number[];
  /** Calls into the core. */
  readonly calls: number;
  /** Milliseconds of the longest run. */
  readonly longestMs: number;
}

/** A part that a machine has taken. */
export interface TakenPart extends Stretch {
  /** Duration of runs, as far as the task knew it. */
  readonly timing: RunTiming;
}

/** The other machines, from the task's view. This object handles failures itself, and ends the task if it must. */
export interface RunSharing {
  /** Target duration of a part, on as many processors as the task's machine has. */
  readonly partMs: number;
  /** Number of other machines. */
  readonly helpers: number;
  /** Number of further parts that machines may start soon. */
  readonly wanted: number;
  offer(part: TakenPart): void;
  /** Takes back a part that has not begun; undefined when there is none. */
  takeBack(): Promise<Stretch | undefined>;
  /** Calls `onResult` once for each finished part, `onReturn` when a part that had begun may be taken back. */
  listen(onResult: (result: PartResult) => void, onReturn: () => void): void;
}

/** Parts of one task, for a helping machine. */
export interface PartSource {
  /** Takes the next part; undefined when there is none, or other work comes first. */
  next(): Promise<TakenPart | undefined>;
  /** Delivers the result of a part, possibly while the next is taken; one part after the other. */
  deliver(result: PartResult): Promise<void>;
}

/** Limit on sharing: less work than this number of parts is not shared. */
const LEAST_LEFT = 1.5;
/** Smaller limit while helpers run: they have the program ready, and continue so that all end together. */
const LEAST_LEFT_GOING_ON = 0.4;
/** Values of a part, all of which are in memory at the same time. */
const PART_VALUES = 1 << 20;

export interface LeftRuns extends Pick<RunSharing, 'partMs' | 'helpers'> {
  readonly left: number;
  readonly parallelism: number;
  readonly runMs: number;
  readonly valuesPerRun: number;
  /** True when parts have been offered before. */
  readonly isGoingOn: boolean;
}

/** Number of runs of the next part; 0 if this machine should run the rest itself. */
export function sizeOfPart(runs: LeftRuns): number {
  const { left, helpers, partMs, parallelism, runMs, valuesPerRun, isGoingOn } = runs;
  const least = isGoingOn ? LEAST_LEFT_GOING_ON : LEAST_LEFT;
  if ((left * runMs) / parallelism < least * partMs) return 0;
  // Towards the end parts become smaller, so that all end at about the same time.
  const fair = Math.ceil(left / 2 / (helpers + 1));
  const timely = Math.ceil((partMs * parallelism) / runMs);
  const roomy = Math.floor(PART_VALUES / Math.max(1, valuesPerRun));
  return Math.max(1, Math.min(fair, timely, roomy));
}

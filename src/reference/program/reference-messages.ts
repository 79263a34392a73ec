// Messages between a page and a worker of a Reference task. A worker receives the program once, followed by one stretch
// of runs after another, until the worker is terminated.
import type { ProgramStart, RunMessage } from '../../runtime/running/run-messages.ts';
import type { FileChanges, RunEnd } from '../../runtime/running/run-outcome.ts';
import type { SourceReport, SourceWish } from '../../uncertainty/sources/source-settings.ts';
import type { DrawBlock } from '../values/draw-recorder.ts';
import type { LaneRuns } from '../values/lane-runs.ts';
import type { WordTally } from '../values/printed-words.ts';
import type { RecordedBlock } from '../values/value-recorder.ts';
import type { WatchedValue } from './watch-stores.ts';

/**
 * The linked program, and the task's seed. The first run reads the process's standard input, and all other runs receive
 * the same bytes. The ring receives the first run's output.
 */
export interface ProgramMessage extends ProgramStart {
  readonly kind: 'reference';
  readonly watched: readonly WatchedValue[];
  /** Records draws and printed values run by run. */
  readonly trace?: boolean;
  /** Lists the sources of the first run, or replaces sources in all runs. */
  readonly sources?: SourceWish;
  /** Makes each run follow a lane. */
  readonly lanes?: LaneRuns;
}

export type ReferenceRequest =
  | ProgramMessage
  | {
      readonly kind: 'runs';
      readonly first: number;
      readonly count: number;
      /** Lanes of these runs, if other lanes previously ran in groups. */
      readonly lanes?: Uint32Array;
    }
  /**
   * Runs groups of lanes until one group has finished. The lanes of this group are the runs from `first` onwards;
   * `count` lanes are left.
   */
  | { readonly kind: 'group'; readonly first: number; readonly count: number };

/** A run that did not exit with status 0. */
export interface FailedRun {
  readonly run: number;
  readonly end: RunEnd;
}

/** Finished runs. */
export interface BlockMessage {
  readonly kind: 'block';
  readonly first: number;
  readonly count: number;
  readonly block: RecordedBlock;
  /** Draws of a traced task. */
  readonly draws?: DrawBlock;
  readonly failed: readonly FailedRun[];
  /** Text printed in addition to values, for runs that follow lanes. */
  readonly words?: readonly WordTally[];
  /** Number of calls into the core. */
  readonly calls: number;
  /** Duration of the longest run, in milliseconds. */
  readonly longestMs: number;
  /** Lanes of a group, in the order of the runs. */
  readonly lanes?: Uint32Array;
  /** Lanes that become plain runs because no group is left. */
  readonly rest?: Uint32Array;
  /** True if all requested runs are done. */
  readonly isLast: boolean;
}

export type ReferenceAnswer =
  | Exclude<RunMessage, { readonly kind: 'end' } | { readonly kind: 'started' }>
  | { readonly kind: 'ready' }
  /** Sent if the program cannot be started at all. */
  | { readonly kind: 'refused'; readonly end: RunEnd }
  | (FileChanges & {
      readonly kind: 'first';
      readonly end: RunEnd;
      /** Bytes that the first run read from the process's standard input. */
      readonly read: Uint8Array;
      readonly sources?: SourceReport;
      /** Number of loop iterations in the first run, if they are counted. */
      readonly loopPasses?: number;
    })
  | BlockMessage;

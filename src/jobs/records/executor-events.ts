// Events in an executor's work, for logs and metrics. The work does not depend on the listeners.
import type { JobStatus } from './states.ts';

export type ExecutorEvent =
  | {
      readonly what: 'started';
      readonly kind: 'build' | 'task';
      readonly id: string;
      /** Time since the job was created or put back. */
      readonly waitedMs: number;
      /** True if the job had been started before. */
      readonly isRestart: boolean;
    }
  | {
      readonly what: 'ended';
      readonly kind: 'build' | 'task';
      readonly id: string;
      /**
       * Status in which this executor left the job; `lost` if the job was cancelled or taken over in the meantime.
       */
      readonly status: JobStatus | 'lost';
      readonly ranMs: number;
      readonly build?: BuildSummary;
    }
  | PartEvent
  | CompilerEvent;

/** Events of the compiler that stays loaded between builds. */
export type CompilerEvent =
  | { readonly what: 'compiler-held'; readonly heldBytes: number }
  | {
      /** The compiler stopped, and another one replaces it. */
      readonly what: 'compiler-ended';
      readonly reason: CompilerEnd;
      /** Memory use and its limit, if memory was the reason. */
      readonly memory?: { readonly heldBytes: number; readonly mostBytes: number };
    };

/**
 * `memory`: the compiler held too much memory between two builds; `died`: it crashed, or its heap was full; `cancelled`
 * and `time-limit`: its request had to be stopped.
 */
export type CompilerEnd = 'memory' | 'died' | 'cancelled' | 'time-limit';

/** A part of a Reference task's runs that another executor performs. */
export interface PartEvent {
  readonly what: 'part';
  /** ID of the task. */
  readonly id: string;
  readonly result: PartOutcome;
  readonly runs: number;
  readonly ranMs: number;
}

/**
 * `returned`: put back, because this executor is stopping or would run another program; `lost`: the task was over, or
 * another executor had claimed the part.
 */
export type PartOutcome = 'done' | 'returned' | 'failed' | 'lost';

/** Summary of a finished build. */
export interface BuildSummary {
  /** The request's language; `repository` for a repository's files. */
  readonly language: string;
  /** True if the module of an identical build was reused. */
  readonly isReused: boolean;
}

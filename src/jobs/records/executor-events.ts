// Events of an executor's work, for logs and metrics. No work depends on the listeners.
import type { JobStatus } from './states.ts';

export type ExecutorEvent =
  | {
      readonly what: 'started';
      readonly kind: 'build' | 'task';
      readonly id: string;
      /** Time since the job was created or put back. */
      readonly waitedMs: number;
      /** True when the job had been started before. */
      readonly isRestart: boolean;
    }
  | {
      readonly what: 'ended';
      readonly kind: 'build' | 'task';
      readonly id: string;
      /** Status in which this executor left the job; `lost` when the job was cancelled or taken over meanwhile. */
      readonly status: JobStatus | 'lost';
      readonly ranMs: number;
      readonly build?: BuildSummary;
    }
  | PartEvent
  | CompilerEvent;

/** Events of the compiler that is kept from build to build. */
export type CompilerEvent =
  | { readonly what: 'compiler-held'; readonly heldBytes: number }
  | {
      /** The compiler ended, and another replaces it. */
      readonly what: 'compiler-ended';
      readonly reason: CompilerEnd;
      /** Memory and its limit, when that was the reason. */
      readonly memory?: { readonly heldBytes: number; readonly mostBytes: number };
    };

/**
 * `memory`: it held too much between two builds; `died`: by itself, or its heap was full; `cancelled` and `time-limit`:
 * its request had to end.
 */
export type CompilerEnd = 'memory' | 'died' | 'cancelled' | 'time-limit';

/** A part of a Reference task's runs that another executor does. */
export interface PartEvent {
  readonly what: 'part';
  /** Id of the task. */
  readonly id: string;
  readonly result: PartOutcome;
  readonly runs: number;
  readonly ranMs: number;
}

/**
 * `returned`: put back, as this executor stops or would run another program; `lost`: the task was over, or another had
 * the part meanwhile.
 */
export type PartOutcome = 'done' | 'returned' | 'failed' | 'lost';

/** Summary of a build at its end. */
export interface BuildSummary {
  /** Language of the request; `repository` for files of a repository. */
  readonly language: string;
  /** True when the module of an equal build was used again. */
  readonly isReused: boolean;
}

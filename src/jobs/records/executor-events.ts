// What an executor tells of its work while it does it, for logs and figures. Nothing depends on who listens.
import type { JobStatus } from './states.ts';

export type ExecutorEvent =
  | {
      readonly what: 'started';
      readonly kind: 'build' | 'task';
      readonly id: string;
      /** Since it was created, or put back. */
      readonly waitedMs: number;
      /** Whether it had been started before. */
      readonly isRestart: boolean;
    }
  | {
      readonly what: 'ended';
      readonly kind: 'build' | 'task';
      readonly id: string;
      /** What this executor left it as; `lost` when it was cancelled or taken over meanwhile. */
      readonly status: JobStatus | 'lost';
      readonly ranMs: number;
      readonly build?: BuildSummary;
    }
  | PartEvent
  | CompilerEvent;

/** What is known of the compiler that is kept from build to build. */
export type CompilerEvent =
  | { readonly what: 'compiler-held'; readonly heldBytes: number }
  | {
      /** Another one takes its place. */
      readonly what: 'compiler-ended';
      readonly reason: CompilerEnd;
      /** What it held, where that was the reason, and what it might have. */
      readonly memory?: { readonly heldBytes: number; readonly mostBytes: number };
    };

/**
 * `memory`: it held too much between two builds; `died`: by itself, or its heap was full; `cancelled` and `time-limit`: what
 * it was doing was to end.
 */
export type CompilerEnd = 'memory' | 'died' | 'cancelled' | 'time-limit';

/** A part of the runs of a Reference task that another executor has. */
export interface PartEvent {
  readonly what: 'part';
  /** Of the task. */
  readonly id: string;
  readonly result: PartOutcome;
  readonly runs: number;
  readonly ranMs: number;
}

/**
 * `returned`: put back, as this executor stops or would find another program; `lost`: the task was over, or another had the
 * part meanwhile.
 */
export type PartOutcome = 'done' | 'returned' | 'failed' | 'lost';

/** What is told of a build at its end. */
export interface BuildSummary {
  /** That of its request; `repository` where there are files of their own. */
  readonly language: string;
  /** Whether the module of an equal build was used again. */
  readonly isReused: boolean;
}

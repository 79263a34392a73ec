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
    };

/** What is told of a build at its end. */
export interface BuildSummary {
  /** That of its request; `repository` where there are files of their own. */
  readonly language: string;
  /** Whether the module of an equal build was used again. */
  readonly isReused: boolean;
}

// State of a run from start to end.
import type { Build, Diagnostic, Task } from '../service/service-records.ts';

export type RunPhase = 'idle' | 'sending' | 'building' | 'running' | 'ended';

export type RunOutcome = 'completed' | 'build-failed' | 'stopped' | 'cancelled' | 'failed';

export interface RunState {
  readonly phase: RunPhase;
  readonly outcome?: RunOutcome;
  /** The run's error, if the program's output does not show it. */
  readonly problem?: string;
  /** When the run started, in milliseconds on the page's clock. */
  readonly startedMs: number;
  readonly tookMs?: number;
  readonly build?: Build;
  readonly task?: Task;
  readonly diagnostics: readonly Diagnostic[];
  readonly log: string;
  /** Size of stdout so far, in bytes. */
  readonly bytes: number;
  readonly lines: number;
}

export const IDLE: RunState = { phase: 'idle', startedMs: 0, diagnostics: [], log: '', bytes: 0, lines: 0 };

/** Lowest exit status that, by shell convention, means that the program was terminated from outside. */
const FIRST_FOREIGN_STATUS = 124;

/**
 * Tests whether the program exited by itself, with any exit status. Only then can questions about the output be
 * answered.
 */
export function hasExited({ outcome, task }: RunState): boolean {
  if (outcome === 'completed') return true;
  return outcome === 'stopped' && (task?.ExitCode ?? FIRST_FOREIGN_STATUS) < FIRST_FOREIGN_STATUS;
}

/** Tests whether a run can be stopped. */
export function isRunning({ phase }: RunState): boolean {
  return phase !== 'idle' && phase !== 'ended';
}

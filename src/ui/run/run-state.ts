// What there is to tell about a run, from its start to its end.
import type { Build, Diagnostic, Task } from '../service/service-records.ts';

export type RunPhase = 'idle' | 'sending' | 'building' | 'running' | 'ended';

export type RunOutcome = 'completed' | 'build-failed' | 'stopped' | 'cancelled' | 'failed';

export interface RunState {
  readonly phase: RunPhase;
  readonly outcome?: RunOutcome;
  /** What went wrong, where it is nothing that the program's output says. */
  readonly problem?: string;
  /** Time of the page's clock at which the run began, in milliseconds. */
  readonly startedMs: number;
  readonly tookMs?: number;
  readonly build?: Build;
  readonly task?: Task;
  readonly diagnostics: readonly Diagnostic[];
  readonly log: string;
  /** Of stdout so far. */
  readonly bytes: number;
  readonly lines: number;
}

export const IDLE: RunState = { phase: 'idle', startedMs: 0, diagnostics: [], log: '', bytes: 0, lines: 0 };

/** From here on the status of a task tells, as a shell's does, that something else ended the program. */
const FIRST_FOREIGN_STATUS = 124;

/** Whether the program ran to its own end, whatever its exit status: what it printed can be asked about. */
export function hasExited({ outcome, task }: RunState): boolean {
  if (outcome === 'completed') return true;
  return outcome === 'stopped' && (task?.ExitCode ?? FIRST_FOREIGN_STATUS) < FIRST_FOREIGN_STATUS;
}

/** Whether there is something to stop. */
export function isRunning({ phase }: RunState): boolean {
  return phase !== 'idle' && phase !== 'ended';
}

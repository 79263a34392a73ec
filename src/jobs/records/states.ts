// States of builds and tasks, the allowed transitions, and the one function that makes a step. The names come from the
// interface document. The API makes the steps of creation and cancelling, the executor all others.
import { HazeError } from '../../errors/haze-error.ts';

export type BuildStatus =
  | 'Accepted'
  | 'Initialising'
  | 'Building'
  | 'Rescheduled'
  | 'Completed'
  | 'Cancelled'
  | 'Stopped';

export type TaskStatus =
  | 'Accepted'
  | 'Initialising'
  | 'In Progress'
  | 'Rescheduled'
  | 'Completed'
  | 'Cancelled'
  | 'Stopped';

export type JobStatus = BuildStatus | TaskStatus;

/** Every state of the interface document, in its order. */
export const JOB_STATUSES = [
  'Accepted',
  'Initialising',
  'Building',
  'In Progress',
  'Rescheduled',
  'Completed',
  'Cancelled',
  'Stopped',
] as const satisfies readonly JobStatus[];

/** Final states. */
const TERMINAL_STATUSES = ['Completed', 'Cancelled', 'Stopped'] as const satisfies readonly JobStatus[];

/** States in which a job still waits or runs. */
export const UNFINISHED_STATUSES: readonly JobStatus[] = JOB_STATUSES.filter((status) => !isTerminal(status));

/** States in which an executor may take a job. */
export const WAITING_STATUSES = ['Accepted', 'Rescheduled'] as const satisfies readonly JobStatus[];

const WHILE_WAITING = ['Initialising', 'Cancelled', 'Stopped'] as const;
const WHILE_RUNNING = ['Rescheduled', 'Completed', 'Cancelled', 'Stopped'] as const;

/** States that may follow each state of a build. A build with an equal predecessor goes straight to Completed. */
const BUILD_STEPS: Readonly<Record<BuildStatus, readonly BuildStatus[]>> = {
  Accepted: WHILE_WAITING,
  Initialising: ['Building', ...WHILE_RUNNING],
  Building: WHILE_RUNNING,
  Rescheduled: WHILE_WAITING,
  Completed: [],
  Cancelled: [],
  Stopped: [],
};

/** States that may follow each state of a task. */
const TASK_STEPS: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  Accepted: WHILE_WAITING,
  Initialising: ['In Progress', 'Rescheduled', 'Cancelled', 'Stopped'],
  'In Progress': WHILE_RUNNING,
  Rescheduled: WHILE_WAITING,
  Completed: [],
  Cancelled: [],
  Stopped: [],
};

const STEPS = { build: BUILD_STEPS, task: TASK_STEPS } as const;

export type JobKind = keyof typeof STEPS;

/** One step of a job's history. */
export interface StatusTransition {
  readonly Status: JobStatus;
  /** Epoch seconds. */
  readonly Timestamp: number;
  /** Reason, in one line. */
  readonly Message: string;
}

/** The part of a job's record that steps change. Times are epoch seconds, absent until they happen. */
export interface JobHistory {
  readonly StatusTransitions: readonly StatusTransition[];
  readonly UpdatedAt: number;
  readonly StartedAt?: number;
  readonly FinishedAt?: number;
}

/** Tests whether a state is final. */
export function isTerminal(status: string): boolean {
  return (TERMINAL_STATUSES as readonly string[]).includes(status);
}

/** Tests whether a job of this kind may go from one state to the other. */
export function canStep(kind: JobKind, from: string, to: JobStatus): boolean {
  const steps: Readonly<Record<string, readonly JobStatus[]>> = STEPS[kind];
  return steps[from]?.includes(to) ?? false;
}

/** The history of a job that was just created. `atSeconds`: epoch seconds. */
export function beginHistory(atSeconds: number, message: string): JobHistory {
  return {
    StatusTransitions: [{ Status: 'Accepted', Timestamp: atSeconds, Message: message }],
    UpdatedAt: atSeconds,
  };
}

/**
 * Adds a step to a job's history, and derives `StartedAt` and `FinishedAt`. The times of a rescheduled job restart when
 * it is initialised again.
 * @throws HazeError `wrong-state` when the state may not follow
 * @example
 * const body = { ...task.body, ...takeStep('task', task.status, task.body, { Status: 'In Progress', Timestamp, Message }) };
 * await tx.update(tasks, task.id, { status: 'In Progress', body });
 */
export function takeStep(
  kind: JobKind,
  from: string,
  history: JobHistory,
  step: StatusTransition,
): JobHistory {
  const to = step.Status;
  if (!canStep(kind, from, to)) {
    throw new HazeError('wrong-state', `The ${kind} is ${from}, and cannot become ${to} from there.`, {
      data: { from, to },
    });
  }
  return {
    StatusTransitions: [...history.StatusTransitions, step],
    UpdatedAt: step.Timestamp,
    ...(to === 'Initialising'
      ? { StartedAt: step.Timestamp }
      : history.StartedAt !== undefined && { StartedAt: history.StartedAt }),
    ...(isTerminal(to) && { FinishedAt: step.Timestamp }),
  };
}

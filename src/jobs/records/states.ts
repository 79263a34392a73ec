// States of builds and tasks, the allowed transitions, and the single function that makes a step. The names come from
// the interface document. The API makes the creation and cancellation steps, and the executor all others.
import { HazeError } from '../../errors/haze-error.ts';

/** Every state in the interface document, in its order. */
export const JOB_STATUSES = [
  'Accepted',
  'Initialising',
  'Building',
  'In Progress',
  'Rescheduled',
  'Completed',
  'Cancelled',
  'Stopped',
] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];
export type BuildStatus = Exclude<JobStatus, 'In Progress'>;
export type TaskStatus = Exclude<JobStatus, 'Building'>;

/** Final states. */
const TERMINAL_STATUSES = ['Completed', 'Cancelled', 'Stopped'] as const satisfies readonly JobStatus[];

/** States in which a job is waiting or running. */
export const UNFINISHED_STATUSES: readonly JobStatus[] = JOB_STATUSES.filter((status) => !isTerminal(status));

/** States in which an executor may claim a job. */
export const WAITING_STATUSES = ['Accepted', 'Rescheduled'] as const satisfies readonly JobStatus[];

const WHILE_WAITING = ['Initialising', 'Cancelled', 'Stopped'] as const;
const WHILE_RUNNING = ['Rescheduled', 'Completed', 'Cancelled', 'Stopped'] as const;

/** States that may follow each state of a build. A build with an identical predecessor goes straight to Completed. */
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
  /** Epoch milliseconds; epoch seconds in records from earlier versions. */
  readonly Timestamp: number;
  /** Reason, on one line. */
  readonly Message: string;
}

/**
 * The fields of a job's record that steps change. Times are epoch milliseconds, and undefined until the event happens.
 * Records from earlier versions contain epoch seconds, so readers call `inMilliseconds`.
 */
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

/** Tests whether a job of this kind may go from one state to another. */
export function canStep(kind: JobKind, from: string, to: JobStatus): boolean {
  const steps: Readonly<Record<string, readonly JobStatus[]>> = STEPS[kind];
  return steps[from]?.includes(to) ?? false;
}

/**
 * Smaller times are epoch seconds from records written by earlier versions. As milliseconds, this number means March
 * 1973.
 */
const LEAST_MS = 1e11;

/** Converts a time from a job's record to epoch milliseconds. */
export function toMilliseconds(time: number): number {
  return time < LEAST_MS ? time * 1000 : time;
}

/** The steps in a history; empty for a damaged record, so that its job can be stopped. */
export function stepsOf({
  StatusTransitions,
}: Pick<JobHistory, 'StatusTransitions'>): readonly StatusTransition[] {
  return Array.isArray(StatusTransitions) ? StatusTransitions : [];
}

/** A job's history with all times in epoch milliseconds, even if an earlier version wrote it. */
export function inMilliseconds({
  StatusTransitions,
  UpdatedAt,
  StartedAt,
  FinishedAt,
}: JobHistory): JobHistory {
  return {
    StatusTransitions: StatusTransitions.map((step) => ({
      ...step,
      Timestamp: toMilliseconds(step.Timestamp),
    })),
    UpdatedAt: toMilliseconds(UpdatedAt),
    ...(StartedAt !== undefined && { StartedAt: toMilliseconds(StartedAt) }),
    ...(FinishedAt !== undefined && { FinishedAt: toMilliseconds(FinishedAt) }),
  };
}

const SUBJECTS = { build: 'Build', task: 'Task' } as const satisfies Record<JobKind, string>;

/** Message for a step that has no reason to report, in the service's wording. */
export function plainMessage(kind: JobKind, id: string, status: JobStatus): string {
  // The service uses two spellings of the state.
  const name = status === 'Initialising' ? 'Initializing' : status;
  return `StatusController: Set ${SUBJECTS[kind]} ${id} status as '${name}'`;
}

/** The history of a newly created job. `atMs`: epoch milliseconds. */
export function beginHistory(kind: JobKind, atMs: number): JobHistory {
  const Message = `${SUBJECTS[kind]} accepted.`;
  return { StatusTransitions: [{ Status: 'Accepted', Timestamp: atMs, Message }], UpdatedAt: atMs };
}

/**
 * Adds a step to a job's history, and derives `StartedAt` and `FinishedAt`. The times of a rescheduled job restart
 * when it is initialised again.
 * @throws HazeError `wrong-state` if the transition is not allowed
 * @example const body = { ...task.body, ...takeStep('task', task.status, task.body, { Status: 'In Progress',
 * Timestamp, Message }) }; await tx.update(tasks, task.id, { status: 'In Progress', body });
 */
export function takeStep(
  kind: JobKind,
  from: string,
  history: JobHistory,
  step: StatusTransition,
): JobHistory {
  const to = step.Status;
  if (!canStep(kind, from, to)) {
    throw new HazeError('wrong-state', `The ${kind} is ${from} and cannot become ${to}.`, {
      data: { from, to },
    });
  }
  return {
    StatusTransitions: [...stepsOf(history), step],
    UpdatedAt: step.Timestamp,
    ...(to === 'Initialising'
      ? { StartedAt: step.Timestamp }
      : history.StartedAt !== undefined && { StartedAt: history.StartedAt }),
    ...(isTerminal(to) && { FinishedAt: step.Timestamp }),
  };
}

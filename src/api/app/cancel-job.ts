// Cancels a build or a task: the record becomes Cancelled immediately; the executor notices later and stops the work.
import { type BuildBody, builds, type TaskBody, tasks } from '../../jobs/records/records.ts';
import { isTerminal, takeStep } from '../../jobs/records/states.ts';
import type { StoredRecord, Transaction } from '../../store/contract/store.ts';
import { wrongState } from '../requests/failures.ts';
import { requireOwned } from '../requests/identifiers.ts';
import type { Services } from '../requests/services.ts';

/** A job and its owner. */
interface JobOfUser {
  readonly id: string;
  readonly userId: string;
  /** Actor that cancels the job, if not its user. */
  readonly by?: string;
}

/** History of a job that is being cancelled. */
function cancelled<Body extends BuildBody | TaskBody>(
  services: Services,
  kind: 'build' | 'task',
  job: StoredRecord<Body>,
  by = 'the user',
): { status: 'Cancelled'; body: Body } {
  if (isTerminal(job.status)) {
    throw wrongState(`The ${kind} is already ${job.status} and can no longer be cancelled.`);
  }
  const step = {
    Status: 'Cancelled',
    Timestamp: Math.floor(services.now()),
    Message: `cancelled by ${by}`,
  } as const;
  return { status: 'Cancelled', body: { ...job.body, ...takeStep(kind, job.status, job.body, step) } };
}

async function inTransaction<T>(services: Services, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const result = await services.store.transaction(work);
  services.jobs.announce();
  return result;
}

/**
 * Cancels a build; cancelling it again changes nothing. @throws HazeError `wrong-state` if it has already finished
 */
export function cancelBuild(services: Services, job: JobOfUser): Promise<StoredRecord<BuildBody>> {
  return inTransaction(services, async (tx) => {
    const build = await requireOwned(tx, builds, job.id, job.userId);
    return build.status === 'Cancelled'
      ? build
      : tx.update(builds, job.id, cancelled(services, 'build', build, job.by));
  });
}

/** Cancels a task; cancelling it again changes nothing. @throws HazeError `wrong-state` if it has already finished */
export function cancelTask(services: Services, job: JobOfUser): Promise<StoredRecord<TaskBody>> {
  return inTransaction(services, async (tx) => {
    const task = await requireOwned(tx, tasks, job.id, job.userId);
    return task.status === 'Cancelled'
      ? task
      : tx.update(tasks, job.id, cancelled(services, 'task', task, job.by));
  });
}

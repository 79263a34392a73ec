// Cancels a build or a task: the record becomes Cancelled immediately; the executor notices later and stops the work.
import type { BuildBody, TaskBody } from '../../jobs/records/records.ts';
import { isTerminal, type JobKind, takeStep } from '../../jobs/records/states.ts';
import type { RecordType, StoredRecord } from '../../store/contract/store.ts';
import { wrongState } from '../requests/failures.ts';
import { requireOwned } from '../requests/identifiers.ts';
import type { Services } from '../requests/services.ts';

/** A job and its owner. */
interface JobOfUser {
  readonly id: string;
  readonly userId: string;
  /** Name of the actor that cancels the job, if not the job's owner. */
  readonly by?: string;
}

/**
 * Cancels a job; cancelling it again changes nothing.
 * @param type `builds` or `tasks`
 * @throws HazeError `wrong-state` if the job has already finished
 */
export async function cancelJob<Body extends BuildBody | TaskBody>(
  services: Services,
  type: RecordType<Body>,
  { id, userId, by = 'the user' }: JobOfUser,
): Promise<StoredRecord<Body>> {
  const kind = type.kind as JobKind;
  const cancelled = await services.store.transaction(async (tx) => {
    const job = await requireOwned(tx, type, id, userId);
    if (job.status === 'Cancelled') return job;
    if (isTerminal(job.status))
      throw wrongState(`The ${kind} is already ${job.status} and can no longer be cancelled.`);
    const Timestamp = Math.floor(services.now());
    const step = { Status: 'Cancelled', Timestamp, Message: `cancelled by ${by}` } as const;
    const body = { ...job.body, ...takeStep(kind, job.status, job.body, step) };
    return tx.update(type, id, { status: 'Cancelled', body });
  });
  services.jobs.announce();
  return cancelled;
}

// Limits for all accounts together. They are checked before the transaction that writes the record: inside the
// transaction, each new job would have to wait for changes to all other jobs. Simultaneous requests may therefore
// jointly exceed a limit.
import { HazeError } from '../../errors/haze-error.ts';
import { builds, tasks } from '../../jobs/records/records.ts';
import { WAITING_STATUSES } from '../../jobs/records/states.ts';
import type { Services } from '../requests/services.ts';

/** Seconds to wait before a retry. The delay is short, because waiting jobs finish by themselves. */
const SOON_SECONDS = 5;

/** Error for a request that exceeds a limit for all accounts. `retryAfter`: seconds until capacity may be available. */
export function overLimit(what: string, limit: number, retryAfter: number): HazeError {
  const message = `The service has reached its limit for all accounts combined: ${limit} ${what}. Try again in ${retryAfter} s, or later.`;
  return new HazeError('quota-exceeded', message, { data: { retryAfter } });
}

/** Checks the number of waiting jobs. @throws HazeError `quota-exceeded` if the queue is full */
export async function checkQueue({ store, settings }: Services): Promise<void> {
  const { maxQueuedJobs } = settings.limits;
  if (maxQueuedJobs === undefined) return;
  const waiting = { status: WAITING_STATUSES };
  const counts = await Promise.all([store.count(builds, waiting), store.count(tasks, waiting)]);
  if (counts[0] + counts[1] >= maxQueuedJobs) throw overLimit('waiting jobs', maxQueuedJobs, SOON_SECONDS);
}

/**
 * Counts a request. @throws HazeError `quota-exceeded` if all accounts together made too many requests in the last
 * minute
 */
export async function countRequestOfAll({ totalRate, settings }: Services): Promise<void> {
  const over = await totalRate?.admit('', async () => settings.limits.maxRequestsPerMinute);
  if (over) throw overLimit('requests a minute', over.limit, over.retryAfter);
}

/** Bytes that all accounts together may still store; unlimited by default. */
export async function findFreeOfAll({ store, settings }: Services): Promise<number> {
  const { maxStorageBytes } = settings.limits;
  if (maxStorageBytes === undefined) return Number.POSITIVE_INFINITY;
  return maxStorageBytes - (await store.sizeOf());
}

/** Error for data that exceeds the installation's storage limit. */
export function overTotalStorage({ settings }: Services): HazeError {
  const message = `This request would exceed the limit of ${settings.limits.maxStorageBytes} stored bytes for all accounts combined. Nothing was stored.`;
  return new HazeError('storage-full', message);
}

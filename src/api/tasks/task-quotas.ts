// Quotas for a task: memory, and runs on a Reference core. The transaction that writes the task also counts its runs,
// by the hour of the request; deleting or cancelling a task does not restore them.
import { builds, DEFAULT_RUNS, type TaskBody } from '../../jobs/records/records.ts';
import { allRecords } from '../../store/contract/all-records.ts';
import { recordType, type StoredRecord, type Transaction } from '../../store/contract/store.ts';
import type { CoreSpec } from '../../uncertainty/core/core-spec.ts';
import { overLimit } from '../accounts/installation-limits.ts';
import { DAY_MS, overQuota, quotasOf } from '../accounts/quotas.ts';
import { invalidRequest } from '../requests/failures.ts';
import type { Services } from '../requests/services.ts';

/** Body of a `runs` record. Its ID is the UserID. */
interface RunsBody {
  /** Runs within the last day, by the hour of their request, in hours since 1970. */
  readonly Hours: Readonly<Record<string, number>>;
}

const runCounts = recordType<RunsBody>('runs');

const HOUR_MS = 3600 * 1000;

const HOURS_OF_DAY = DAY_MS / HOUR_MS;

/** A task that has not yet been written. */
interface Wish {
  readonly userId: string;
  readonly core: CoreSpec;
  readonly runs: TaskBody['Runs'];
}

/**
 * Runs within the last day, by hour, excluding hours recorded by a clock that has since been set back by more than a
 * day.
 */
function recentHours(counted: StoredRecord<RunsBody> | undefined, hour: number): [number, number][] {
  const hours = Object.entries(counted?.body.Hours ?? {}).map(([at, runs]) => [Number(at), runs] as const);
  return hours.filter(([at]) => Math.abs(at - hour) < HOURS_OF_DAY).map(([at, runs]) => [at, runs]);
}

const sumOf = (hours: readonly (readonly [number, number])[]) =>
  hours.reduce((sum, [, runs]) => sum + runs, 0);

/** Number of seconds until at least `needed` of the runs are more than a day old. */
function secondsUntil(hours: readonly (readonly [number, number])[], needed: number, nowMs: number): number {
  let freed = 0;
  for (const [at, runs] of hours.toSorted(([a], [b]) => a - b)) {
    freed += runs;
    if (freed >= needed) return Math.max(1, Math.ceil((at * HOUR_MS + DAY_MS - nowMs) / 1000));
  }
  return DAY_MS / 1000;
}

/** Runs of all accounts within the last day, by hour. */
async function hoursOfAll({ store }: Services, hour: number): Promise<[number, number][]> {
  const hours: [number, number][] = [];
  for await (const counted of allRecords(store, runCounts, {})) hours.push(...recentHours(counted, hour));
  return hours;
}

/**
 * Checks the total runs of all accounts before a task is written, like the installation's other limits.
 * @throws HazeError `invalid-request` if the task has more runs than the installation allows in total,
 * `quota-exceeded` if there is no room for them now
 */
export async function checkRunsOfAll(
  services: Services,
  buildId: string,
  runs: number = DEFAULT_RUNS,
): Promise<void> {
  const { maxRunsPerDay } = services.settings.limits;
  if (maxRunsPerDay === undefined) return;
  const build = await services.store.get(builds, buildId);
  if (build?.body.Core.Microarchitecture !== 'Reference') return;
  if (runs > maxRunsPerDay) {
    const message = `All accounts combined may have ${maxRunsPerDay} runs a day, but this task requests ${runs}.`;
    throw invalidRequest('Runs', message);
  }
  const nowMs = services.now();
  const hours = await hoursOfAll(services, Math.floor(nowMs / HOUR_MS));
  const beyond = sumOf(hours) + runs - maxRunsPerDay;
  if (beyond > 0) throw overLimit('runs a day', maxRunsPerDay, secondsUntil(hours, beyond, nowMs));
}

/**
 * Checks a task against its account's limits, and counts its runs.
 * @throws HazeError `invalid-request` if waiting would not help, `quota-exceeded` for runs beyond the daily limit
 */
export async function checkTaskSize(
  tx: Transaction,
  services: Services,
  { userId, core, runs = DEFAULT_RUNS }: Wish,
): Promise<void> {
  const { taskMemoryBytes, runsPerTask, runsPerDay } = await quotasOf(tx, services, userId);
  if (taskMemoryBytes !== undefined && core.MemorySize > taskMemoryBytes) {
    const message = `${core.Name}, the core of this build, has ${core.MemorySize} bytes of memory, but a task of the account may have at most ${taskMemoryBytes}. Build for a smaller core.`;
    throw invalidRequest('BuildID', message);
  }
  if (core.Microarchitecture !== 'Reference') return;
  const most = Math.min(runsPerTask ?? Number.POSITIVE_INFINITY, runsPerDay ?? Number.POSITIVE_INFINITY);
  if (runs > most) {
    const span = most === runsPerTask ? '' : ' and a day';
    throw invalidRequest(
      'Runs',
      `A task of the account${span} may have at most ${most} runs, but this one requests ${runs}.`,
    );
  }
  const nowMs = services.now();
  const hour = Math.floor(nowMs / HOUR_MS);
  const counted = await tx.get(runCounts, userId);
  const hours = recentHours(counted, hour);
  const sum = sumOf(hours);
  if (runsPerDay !== undefined && sum + runs > runsPerDay) {
    throw overQuota('runs a day', runsPerDay, secondsUntil(hours, sum + runs - runsPerDay, nowMs));
  }
  const before = Object.fromEntries(hours);
  const body = { Hours: { ...before, [hour]: (before[hour] ?? 0) + runs } };
  if (counted) await tx.update(runCounts, userId, { body });
  else await tx.insert(runCounts, { id: userId, owner: userId, createdAt: nowMs, body });
}

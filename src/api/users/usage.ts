// An account's usage: the records and bytes that currently exist, and this month's work (UTC).
import { type BuildBody, builds, type TaskBody, tasks, userFileKey } from '../../jobs/records/records.ts';
import { UNFINISHED_STATUSES } from '../../jobs/records/states.ts';
import { allRecords } from '../../store/contract/all-records.ts';
import { allBlobs } from '../../store/contract/object-cache.ts';
import { type ReadView, recordType, type Transaction } from '../../store/contract/store.ts';
import { keys } from '../accounts/authentication.ts';
import { buckets } from '../buckets/buckets.ts';
import { cores } from '../cores/cores.ts';
import { drives } from '../drives/drives.ts';
import { repositories } from '../repositories/repositories.ts';
import { integer, z } from '../requests/schema-language.ts';
import { type Services, toSeconds } from '../requests/services.ts';

const count = integer;
const since = (what: string) => z.number().openapi({ description: `${what}, for jobs created this month.` });

export const usageSchema = z
  .object({
    APIAccessCount: count.openapi({ description: 'Always 0: requests are not counted here.' }),
    BucketCount: count,
    BuildTimeInMillisecondsCount: since('Build time'),
    CloudStorageBytes: count,
    ConcurrentBuildCount: count.openapi({ description: 'Builds that are waiting or running.' }),
    ConcurrentTaskCount: count.openapi({ description: 'Tasks that are waiting or running.' }),
    CoreCount: count.openapi({ description: 'Custom cores.' }),
    DataDriveCount: count,
    DataSourceCount: count.openapi({ description: 'Data sources in all drives.' }),
    DynamicInstructionCount: since('Operations on uncertain values'),
    ExecutionTimeInMillisecondsCount: since('Run time'),
    GatewayCount: count.openapi({ description: 'Always 0: there are no gateways here.' }),
    KeyCount: count,
    PlotCount: count.openapi({ description: 'Pictures created this month.' }),
    RegistryStorageBytes: since('Bytes of linked modules'),
    RepositoryCount: count,
    ResetsAt: count.openapi({ description: 'Epoch seconds: when the monthly counters are reset.' }),
    TaskCount: since('Tasks'),
    UpdatedAt: count.openapi({ description: 'Epoch seconds.' }),
  })
  .openapi('ResourceUsage');

type Usage = z.infer<typeof usageSchema>;

/** Body of a `usage` record: counts that no other record contains. Its ID is the UserID. */
interface UsageBody {
  /** Start of the month being counted, in epoch milliseconds. */
  readonly MonthStart: number;
  readonly Plots: number;
}

const usages = recordType<UsageBody>('usage');

function monthOf(timeMs: number): { startMs: number; endMs: number } {
  const time = new Date(timeMs);
  const month = (later: number) => Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later);
  return { startMs: month(0), endMs: month(1) };
}

/** Counts a plot, in the transaction that stores it. */
export async function countPlot(tx: Transaction, services: Services, owner: string): Promise<void> {
  const MonthStart = monthOf(services.now()).startMs;
  const known = await tx.get(usages, owner);
  const body = { MonthStart, Plots: (known?.body.MonthStart === MonthStart ? known.body.Plots : 0) + 1 };
  if (known) await tx.update(usages, owner, { body });
  else await tx.insert(usages, { id: owner, owner, createdAt: services.now(), body });
}

/** Total size of all blobs whose key begins with the prefix. */
async function sumSizes(view: ReadView, prefix: string): Promise<number> {
  let sumBytes = 0;
  for await (const { sizeBytes } of allBlobs(view, prefix)) sumBytes += sizeBytes;
  return sumBytes;
}

async function sumBuilds(view: ReadView, owner: string, from: number) {
  const sums = { timeMs: 0, bytes: 0 };
  for await (const { body } of allRecords<BuildBody>(view, builds, { owner, from })) {
    sums.timeMs += body.Stats?.BuildTimeInMilliseconds ?? 0;
    sums.bytes += body.Stats?.BuildSizeInBytes ?? 0;
  }
  return sums;
}

async function sumTasks(view: ReadView, owner: string, from: number) {
  const sums = { count: 0, timeMs: 0, instructions: 0 };
  for await (const { body } of allRecords<TaskBody>(view, tasks, { owner, from })) {
    sums.count += 1;
    sums.timeMs += body.Stats?.ExecutionTimeInMilliseconds ?? 0;
    sums.instructions += body.Stats?.DynamicInstructions ?? 0;
  }
  return sums;
}

async function countDataSources(view: ReadView, owner: string): Promise<number> {
  let sources = 0;
  for await (const { body } of allRecords(view, drives, { owner })) sources += body.DataSources.length;
  return sources;
}

/** Measures the account's usage. */
export async function measureUsage({ store, now }: Services, owner: string): Promise<Usage> {
  const { startMs, endMs } = monthOf(now());
  const unfinished = { owner, status: UNFINISHED_STATUSES };
  const [built, ran, usage] = await Promise.all([
    sumBuilds(store, owner, startMs),
    sumTasks(store, owner, startMs),
    store.get(usages, owner),
  ]);
  return {
    APIAccessCount: 0,
    BucketCount: await store.count(buckets, { owner }),
    BuildTimeInMillisecondsCount: built.timeMs,
    CloudStorageBytes: await sumSizes(store, userFileKey(owner, '')),
    ConcurrentBuildCount: await store.count(builds, unfinished),
    ConcurrentTaskCount: await store.count(tasks, unfinished),
    CoreCount: await store.count(cores, { owner }),
    DataDriveCount: await store.count(drives, { owner }),
    DataSourceCount: await countDataSources(store, owner),
    DynamicInstructionCount: ran.instructions,
    ExecutionTimeInMillisecondsCount: ran.timeMs,
    GatewayCount: 0,
    KeyCount: await store.count(keys, { owner }),
    PlotCount: usage?.body.MonthStart === startMs ? usage.body.Plots : 0,
    RegistryStorageBytes: built.bytes,
    RepositoryCount: await store.count(repositories, { owner }),
    ResetsAt: toSeconds(endMs),
    TaskCount: ran.count,
    UpdatedAt: toSeconds(now()),
  };
}

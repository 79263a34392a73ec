// Quotas, checked in the transaction that writes the new record, so that two requests cannot both use up the last of a
// quota.
import { HazeError } from '../../errors/haze-error.ts';
import { builds, type StorageLimits, type tasks } from '../../jobs/records/records.ts';
import { UNFINISHED_STATUSES } from '../../jobs/records/states.ts';
import type { ReadView, RecordType, StoredRecord, Transaction } from '../../store/contract/store.ts';
import { LEAST_LENGTH } from '../../store/contract/stored-for.ts';
import type { Quotas, Services } from '../requests/services.ts';
import { countRequestOfAll, findFreeOfAll, overTotalStorage } from './installation-limits.ts';
import { beginUpload } from './simultaneous-uploads.ts';
import { users } from './users.ts';

export const DAY_MS = 24 * 3600 * 1000;

/** Retry delay if the waiting time is unknown, for instance until running jobs finish or files are removed. */
const SOON_SECONDS = 5;
/** Maximum number of small resources of each kind, which do not count towards any other quota. */
const MOST_RESOURCES = 1000;

/** Error for a request that exceeds a quota. `retryAfter`: seconds until capacity may be available. */
export function overQuota(what: string, limit: number, retryAfter: number): HazeError {
  const message = `The account has reached its quota: ${limit} ${what}. Try again in ${retryAfter} s, or later.`;
  return new HazeError('quota-exceeded', message, { data: { retryAfter } });
}

/** Seconds until the oldest record from the last day is more than a day old. */
async function secondsUntilRoom(
  view: ReadView,
  services: Services,
  counted: {
    readonly type: RecordType<object>;
    readonly owner: string;
    readonly from: number;
    readonly to: number;
  },
): Promise<number> {
  const { type, ...filter } = counted;
  const [oldest] = (await view.list(type, { ...filter, limit: 1 })).records;
  const roomAtMs = (oldest?.createdAt ?? services.now()) + DAY_MS;
  return Math.max(1, Math.ceil((roomAtMs - services.now()) / 1000));
}

/** An account's limits: the installation's, unless an administrator has set other limits for the account. */
export async function quotasOf(view: ReadView, services: Services, userId: string): Promise<Quotas> {
  const user = await view.get(users, userId);
  const own = Object.entries({ ...services.settings.quotas, ...user?.body.Quotas });
  return Object.fromEntries(own.filter(([, limit]) => limit !== null));
}

/**
 * Counts a request. @throws HazeError `quota-exceeded` if the account, or all accounts together, made too many requests
 * in a minute
 */
export async function countRequest(services: Services, userId: string): Promise<void> {
  const { requestRate, store } = services;
  const over = await requestRate?.admit(
    userId,
    async () => (await quotasOf(store, services, userId)).requestsPerMinute,
  );
  if (over) throw overQuota('requests a minute', over.limit, over.retryAfter);
  await countRequestOfAll(services);
}

/** @throws HazeError `quota-exceeded` if the user may not create another build or task now */
export async function checkJobQuota(
  view: ReadView,
  services: Services,
  userId: string,
  type: typeof builds | typeof tasks,
): Promise<void> {
  const { buildsPerDay, tasksPerDay, unfinishedJobs } = await quotasOf(view, services, userId);
  const perDay = type === builds ? buildsPerDay : tasksPerDay;
  if (perDay !== undefined) {
    const nowMs = services.now();
    // Excludes jobs dated more than a day ahead: the clock has been set back since then, and such jobs would count for
    // far too long.
    const day = { owner: userId, from: nowMs - DAY_MS, to: nowMs + DAY_MS };
    if ((await view.count(type, day)) >= perDay) {
      const seconds = await secondsUntilRoom(view, services, { type, ...day });
      throw overQuota(`${type.kind}s a day`, perDay, seconds);
    }
  }
  if (unfinishedJobs === undefined) return;
  const unfinished = await view.count(type, { owner: userId, status: UNFINISHED_STATUSES });
  if (unfinished >= unfinishedJobs) {
    throw overQuota(`unfinished ${type.kind}s at a time`, unfinishedJobs, SOON_SECONDS);
  }
}

/** Bytes that the account may still store; unlimited by default. */
async function findFree(
  view: ReadView,
  services: Services,
  userId: string,
): Promise<{ readonly freeBytes: number; readonly limitBytes: number }> {
  const { storageBytes: limitBytes } = await quotasOf(view, services, userId);
  if (limitBytes === undefined) return { freeBytes: Number.POSITIVE_INFINITY, limitBytes: 0 };
  return { freeBytes: limitBytes - (await view.sizeOf(userId)), limitBytes };
}

/**
 * Checks that there is room for `sizeBytes` more bytes. Simultaneous requests may jointly exceed a limit, and so may
 * simultaneous uploads to different servers.
 * @throws HazeError `quota-exceeded` if the account has too little room, `storage-full` if all accounts together have
 * too little
 */
export async function checkStorageQuota(
  services: Services,
  userId: string,
  sizeBytes: number,
): Promise<void> {
  const { freeBytes, limitBytes } = await findFree(services.store, services, userId);
  if (sizeBytes > freeBytes) throw overStorage(limitBytes);
  if (sizeBytes > (await findFreeOfAll(services))) throw overTotalStorage(services);
}

/**
 * Checks the storage quota for the fields of a record. Short fields do not count, because they are stored in the row
 * itself.
 * @throws HazeError as `checkStorageQuota`
 */
export async function checkRecordQuota(services: Services, userId: string, fields: object): Promise<void> {
  const { length } = new TextEncoder().encode(JSON.stringify(fields));
  if (length >= LEAST_LENGTH) await checkStorageQuota(services, userId, length);
}

/**
 * Inserts a core, key, bucket, drive or repository for an account.
 * @throws HazeError `quota-exceeded` if the account already has 1000 resources of this kind
 */
export async function insertResource<Body extends object>(
  tx: Transaction,
  type: RecordType<Body>,
  record: Parameters<typeof tx.insert<Body>>[1],
): Promise<StoredRecord<Body>> {
  if ((await tx.count(type as RecordType<object>, { owner: record.owner })) >= MOST_RESOURCES) {
    const message = `An account can have at most ${MOST_RESOURCES} resources of the kind "${type.kind}". Delete one of them.`;
    throw new HazeError('quota-exceeded', message);
  }
  return tx.insert(type, record);
}

/** Limits on the bytes that a job may store, as a field of its record; absent if there are no limits. */
export async function storageLimitsOf(
  view: ReadView,
  services: Services,
  userId: string,
): Promise<{ readonly StorageLimits?: StorageLimits }> {
  const { storageBytes: Account } = await quotasOf(view, services, userId);
  const { maxStorageBytes: All } = services.settings.limits;
  if (Account === undefined && All === undefined) return {};
  return { StorageLimits: { ...(Account !== undefined && { Account }), ...(All !== undefined && { All }) } };
}

/**
 * Stores an upload for an account. Until its bytes are stored, they count against all other uploads to this process.
 * @param write stores the bytes that it receives
 * @throws HazeError as `checkStorageQuota`, as soon as there is no more room
 */
export async function storeWithinQuota<Result>(
  services: Services,
  { userId, source }: { readonly userId: string; readonly source: AsyncIterable<Uint8Array> },
  write: (bytes: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  let limitBytes = 0;
  const upload = beginUpload(services.store, userId, {
    account: async () => {
      const found = await findFree(services.store, services, userId);
      ({ limitBytes } = found);
      return found.freeBytes;
    },
    all: () => findFreeOfAll(services),
  });
  let isStored = false;
  try {
    await Promise.all([upload.account.measure(), upload.all.measure()]);
    const count = async function* () {
      for await (const piece of source) {
        upload.add(piece.length);
        if (!(await upload.account.holds())) throw overStorage(limitBytes);
        if (!(await upload.all.holds())) throw overTotalStorage(services);
        yield piece;
      }
      upload.arrived();
    };
    const result = await write(count());
    isStored = true;
    return result;
  } finally {
    upload.end(isStored);
  }
}

function overStorage(limitBytes: number): HazeError {
  return overQuota('bytes of files, sources, outputs and logs', limitBytes, SOON_SECONDS);
}

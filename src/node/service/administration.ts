// Administrator actions on the accounts in a store, even while servers have the store open. Results are table rows, the
// first of which contains the column names.

import { identifyKey, keys, makeKey } from '../../api/accounts/authentication.ts';
import { quotasOf } from '../../api/accounts/quotas.ts';
import { createAccount, type UserBody, users } from '../../api/accounts/users.ts';
import { cancelJob as cancelInStore } from '../../api/app/cancel-job.ts';
import type { Quotas, Services } from '../../api/requests/services.ts';
import { usageError } from '../../errors/haze-error.ts';
import { builds, tasks } from '../../jobs/records/records.ts';
import { UNFINISHED_STATUSES } from '../../jobs/records/states.ts';
import { allRecords } from '../../store/contract/all-records.ts';
import { loadInstallation } from '../../store/contract/installation.ts';
import type { StoredRecord } from '../../store/contract/store.ts';

export type Rows = readonly (readonly string[])[];

/** Quota names on the command line. */
const QUOTAS = {
  'builds-per-day': 'buildsPerDay',
  'tasks-per-day': 'tasksPerDay',
  'unfinished-jobs': 'unfinishedJobs',
  'storage-bytes': 'storageBytes',
  'requests-per-minute': 'requestsPerMinute',
  'runs-per-task': 'runsPerTask',
  'runs-per-day': 'runsPerDay',
  'task-memory-bytes': 'taskMemoryBytes',
} as const satisfies Record<string, keyof Quotas>;

const timeOf = (ms: number) => new Date(ms).toISOString().slice(0, 19);

async function requireUser({ store }: Services, userId: string): Promise<StoredRecord<UserBody>> {
  const user = await store.get(users, userId);
  if (user) return user;
  throw usageError(`There is no account "${userId}": haze admin users lists the accounts.`);
}

/** All accounts. */
export async function listUsers({ store }: Services): Promise<Rows> {
  const rows = [['UserID', 'name', 'since', 'keys', 'builds', 'tasks', 'unfinished']];
  for await (const { id, body, createdAt } of allRecords(store, users, {})) {
    const unfinished = { owner: id, status: UNFINISHED_STATUSES };
    const counts = await Promise.all([
      store.count(keys, { owner: id }),
      store.count(builds, { owner: id }),
      store.count(tasks, { owner: id }),
      Promise.all([store.count(builds, unfinished), store.count(tasks, unfinished)]).then(([a, b]) => a + b),
    ]);
    rows.push([id, body.Username, timeOf(createdAt), ...counts.map(String)]);
  }
  return rows;
}

/** Creates an account, and shows its key once. */
export async function addUser(services: Services, username: string): Promise<Rows> {
  const { userId, key } = await createAccount(services, { username });
  return [
    ['UserID', 'key'],
    [userId, key],
  ];
}

/** An account's keys, without the key values. @throws HazeError `usage` */
export async function listKeys(services: Services, userId: string): Promise<Rows> {
  await requireUser(services, userId);
  const rows = [['KeyID', 'name', 'since', 'valid until']];
  for await (const { id, body, createdAt } of allRecords(services.store, keys, { owner: userId })) {
    const until = body.ValidUntil === undefined ? 'for ever' : timeOf(body.ValidUntil * 1000);
    rows.push([id, body.Name, timeOf(createdAt), until]);
  }
  return rows;
}

/** Creates a key, and shows it once. @throws HazeError `usage` */
export async function addKey(services: Services, userId: string, name: string): Promise<Rows> {
  await requireUser(services, userId);
  const key = makeKey(services);
  const { keyId, hash } = await identifyKey(key, await loadInstallation(services.store, services));
  const body = { Name: name, Hash: hash };
  const record = { id: keyId, owner: userId, createdAt: services.now(), body };
  await services.store.transaction((tx) => tx.insert(keys, record));
  return [
    ['KeyID', 'key'],
    [keyId, key],
  ];
}

/** Removes a key: from then on, requests with it fail. @throws HazeError `usage` */
export async function removeKey({ store }: Services, keyId: string): Promise<Rows> {
  if (await store.transaction((tx) => tx.delete(keys, keyId))) return [['removed'], [keyId]];
  throw usageError(`There is no key "${keyId}": haze admin keys USER lists an account's keys.`);
}

/** Waiting and running jobs, builds first, oldest first. */
export async function listJobs({ store, now }: Services): Promise<Rows> {
  const rows = [['ID', 'owner', 'state', 'for s', 'starts', 'message']];
  for (const type of [builds, tasks] as const) {
    const query = { status: UNFINISHED_STATUSES };
    for await (const { id, owner, status, createdAt, body } of allRecords<object>(store, type, query)) {
      const { StatusTransitions: steps = [] } = body as {
        StatusTransitions?: { Status: string; Message: string }[];
      };
      const starts = steps.filter((step) => step.Status === 'Initialising').length;
      const seconds = Math.round((now() - createdAt) / 1000);
      rows.push([id, owner, status, String(seconds), String(starts), steps.at(-1)?.Message ?? '']);
    }
  }
  return rows;
}

/** Cancels any account's job. @throws HazeError `usage`, `wrong-state` */
export async function cancelJob(services: Services, id: string): Promise<Rows> {
  const by = 'an administrator';
  const build = await services.store.get(builds, id);
  const job = build ?? (await services.store.get(tasks, id));
  if (!job) throw usageError(`There is no job "${id}": haze admin jobs lists the jobs.`);
  const whose = { id, userId: job.owner, by };
  const { status } = await (build
    ? cancelInStore(services, builds, whose)
    : cancelInStore(services, tasks, whose));
  return [
    ['ID', 'state'],
    [id, status],
  ];
}

/** @throws HazeError `usage` */
function parseChange(text: string): [keyof Quotas, number | null | undefined] {
  const [word = '', value = ''] = text.split('=');
  const name = Object.hasOwn(QUOTAS, word) ? QUOTAS[word as keyof typeof QUOTAS] : undefined;
  const isNumber = /^\d{1,15}$/.test(value);
  if (name === undefined || !(isNumber || value === 'none' || value === 'default')) {
    const words = Object.keys(QUOTAS).join(', ');
    throw usageError(
      `"${text}" is not a quota: use NAME=NUMBER, NAME=none or NAME=default, where NAME is one of ${words}.`,
    );
  }
  return [name, isNumber ? Number(value) : value === 'none' ? null : undefined];
}

/** An account's limits, after changes such as `tasks-per-day=100`. @throws HazeError `usage` */
export async function setQuotas(services: Services, userId: string, words: readonly string[]): Promise<Rows> {
  const changes = words.map(parseChange);
  await requireUser(services, userId);
  if (changes.length > 0) {
    await services.store.transaction(async (tx) => {
      const user = await tx.get(users, userId);
      if (!user) return;
      const own = Object.entries({ ...user.body.Quotas, ...Object.fromEntries(changes) });
      const Quotas = Object.fromEntries(own.filter(([, limit]) => limit !== undefined));
      await tx.update(users, userId, { body: { ...user.body, Quotas } });
    });
  }
  const { body } = await requireUser(services, userId);
  const limits = await quotasOf(services.store, services, userId);
  const rows = Object.entries(QUOTAS).map(([word, name]) => {
    const own = body.Quotas?.[name];
    return [word, own === undefined ? 'default' : own === null ? 'none' : String(limits[name])];
  });
  return [['quota', 'limit'], ...rows];
}

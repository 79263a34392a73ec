// `haze admin users|keys|jobs|quotas`: shows and changes accounts, keys, jobs and limits. Works on a data folder or a
// database, even while servers are using it.

import { resolve } from 'node:path';
import type { Services } from '../../api/requests/services.ts';
import { alignRows } from '../../budget/reports/align-rows.ts';
import { usageError } from '../../errors/haze-error.ts';
import type { Store } from '../../store/contract/store.ts';
import { defaultDataFolder } from '../folders/serve-data.ts';
import type { ReadOptions } from '../options/read-options.ts';
import {
  addKey,
  addUser,
  cancelJob,
  listJobs,
  listKeys,
  listUsers,
  type Rows,
  removeKey,
  setQuotas,
} from '../service/administration.ts';
import { createIdleServices } from '../service/idle-services.ts';
import { chooseDatabase } from '../settings/serve-settings.ts';
import { databaseOptions, dataOptions } from '../settings/server-options.ts';
import { withDatabase } from '../state/database-state.ts';
import { withFolder } from '../state/folder-state.ts';
import { defineCommand } from './command.ts';

const { jobs: _, lease: __, ...storeOptions } = databaseOptions;
const table = { ...dataOptions, ...storeOptions } as const;

const USAGE = [
  ['haze admin users', 'list all accounts'],
  ['haze admin users add NAME', 'add an account; print its first key, once'],
  ['haze admin keys USER', "list an account's keys"],
  ['haze admin keys add USER NAME', 'add a key; print it, once'],
  ['haze admin keys remove KEYID', 'remove a key; the service rejects it from then on'],
  ['haze admin jobs', 'list unfinished builds and tasks'],
  ['haze admin jobs cancel ID', 'cancel a job in any account'],
  [
    'haze admin quotas USER [NAME=LIMIT…]',
    "show or set an account's limits: builds-per-day, tasks-per-day, unfinished-jobs, storage-bytes, requests-per-minute, runs-per-task, runs-per-day, task-memory-bytes; a number, none, or default for the server's limit",
  ],
] as const;

export const adminCommand = defineCommand({
  usage: USAGE,
  about: 'Works on a data folder or a database, alongside running servers.',
  shared: table,
  run: administrate,
});

type Action = (services: Services) => Promise<Rows>;

/** Parses command words into an action. @throws HazeError `usage` */
function chooseAction(words: readonly string[]): Action {
  const [what, first, second, third, ...rest] = words;
  if (what === 'quotas' && first !== undefined) {
    return (services) => setQuotas(services, first, words.slice(2));
  }
  const count = words.length;
  if (rest.length === 0) {
    if (what === 'users' && count === 1) return listUsers;
    if (what === 'users' && first === 'add' && count === 3) return (services) => addUser(services, second!);
    if (what === 'keys' && first === 'add' && count === 4)
      return (services) => addKey(services, second!, third!);
    if (what === 'keys' && first === 'remove' && count === 3)
      return (services) => removeKey(services, second!);
    if (what === 'keys' && count === 2) return (services) => listKeys(services, first!);
    if (what === 'jobs' && count === 1) return listJobs;
    if (what === 'jobs' && first === 'cancel' && count === 3)
      return (services) => cancelJob(services, second!);
  }
  const calls = USAGE.map(([call]) => `  ${call}`);
  throw usageError(`Specify an action:\n${calls.join('\n')}`);
}

/** @throws HazeError `usage`, `no-folder`, `folder-locked`, and database errors */
async function administrate(read: ReadOptions<typeof table>): Promise<number> {
  const { values, positionals, sources } = read;
  const action = chooseAction(positionals);
  const database = chooseDatabase(values, sources);
  const work = async (store: Store) => action(createIdleServices(store));
  const rows = await (database
    ? withDatabase(database, work)
    : withFolder(resolve(values.dataDir ?? defaultDataFolder()), work));
  process.stdout.write(`${alignRows(rows, () => true).join('\n')}\n`);
  return 0;
}

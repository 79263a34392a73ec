// Measures small tasks on one process with a folder, and on a PostgreSQL server with one worker and with two. The
// process with the folder has one CPU, and so does each worker; the server and the database use the remaining CPUs, as
// if on separate machines. Tasks belong to one account, or to fifty accounts in turn. A per-core rate counts the CPU
// time of a process and its tasks, on which other load on the machine has little influence. The variants' rounds are
// interleaved. HAZE_BENCH_TASKS is the number of tasks per round.

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { createAccount } from '../../src/api/accounts/users.ts';
import { distUrl } from '../../src/node/dist-url.ts';
import { createIdleServices } from '../../src/node/service/idle-services.ts';
import { withDatabase } from '../../src/node/state/database-state.ts';
import { withFolder } from '../../src/node/state/folder-state.ts';
import type { Store } from '../../src/store/contract/store.ts';
import {
  type HazeChild,
  type Place,
  startHaze,
  startServer,
  startWorker,
} from '../../test/postgres/haze-processes.ts';
import { callOf, untilEnded } from '../../test/server/client.ts';
import { onPostgres } from './on-postgres.ts';

const TASKS = Number(process.env.HAZE_BENCH_TASKS ?? 100);
const ROUNDS = 3;
const CLIENTS = 4;
const ACCOUNTS = 50;
/** Poll interval; polls also cost CPU time. */
const LOOK_MS = 200;
/** Length of a Linux clock tick in /proc. */
const JIFFY_MS = 10;
const PROGRAM = {
  Code: '#include <stdio.h>\nint main(int argc, char **argv) { puts(argv[1]); return 0; }\n',
  Language: 'C',
};
const UNFINISHED = 'Accepted,Rescheduled,Initialising,In Progress';

type Call = ReturnType<typeof callOf>;

/** An account with a built program. */
interface Account {
  readonly call: Call;
  readonly buildId: string;
}

interface Rates {
  /** Tasks per second. */
  readonly rate: number;
  /** Tasks per second of CPU time. */
  readonly perCore: number;
}

async function prepare(base: string, key: string): Promise<Account> {
  const call = callOf({ base, key });
  const { body } = await call('POST', '/sourcecode/builds', PROGRAM);
  const { body: build } = await untilEnded(call, `/builds/${body.BuildID}`);
  if (build.Status !== 'Completed') throw new Error(`the build is ${build.Status}`);
  return { call, buildId: body.BuildID };
}

/** Adds fifty accounts; returns their keys. */
async function addAccounts(store: Store): Promise<string[]> {
  const services = createIdleServices(store);
  const keys: string[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1) keys.push((await createAccount(services, { username: `a${n}` })).key);
  return keys;
}

async function prepareAll(base: string, keys: readonly string[]): Promise<Account[]> {
  const accounts: Account[] = [];
  for (const key of keys) accounts.push(await prepare(base, key));
  return accounts;
}

/** CPU time of a process and all its children. */
function processorMs(pid: number | string): number {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Time of the process, then of children that have exited: fields 14 to 17 of proc(5).
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const own = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) * JIFFY_MS;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean);
    return children.reduce((sum, child) => sum + processorMs(child), own);
  } catch {
    return 0;
  }
}

/** Task rates from the first request to the completion of the last task. */
async function ratesOf(accounts: readonly Account[], workers: readonly HazeChild[]): Promise<Rates> {
  const used = () => workers.reduce((sum, { child }) => sum + processorMs(child.pid!), 0);
  const startedMs = performance.now();
  const before = used();
  const tasks: (() => ReturnType<Call>)[] = [];
  const send = async (client: number) => {
    for (let n = client; n < TASKS; n += CLIENTS) {
      const { call, buildId } = accounts[n % accounts.length]!;
      const { status, body } = await call('POST', `/builds/${buildId}/tasks`, { Arguments: `${n}` });
      if (status !== 202) throw new Error(`a task was answered ${status}`);
      tasks.push(() => call('GET', `/tasks/${body.TaskID}`));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => send(client)));
  const query = new URLSearchParams({ limit: '1', status: UNFINISHED });
  for (const { call } of accounts) {
    while ((await call('GET', `/tasks?${query}`)).body.Count > 0) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }
  const rate = (1000 * TASKS) / (performance.now() - startedMs);
  const perCore = (1000 * TASKS) / (used() - before);
  for (const read of tasks) {
    const { Status } = (await read()).body;
    if (Status !== 'Completed') throw new Error(`a task is ${Status}`);
  }
  return { rate, perCore };
}

export function run(): Promise<Measurement[]> {
  return onPostgres(async ({ postgres, home, children }) => {
    // The program in the form that users run.
    const program = fileURLToPath(distUrl('src/packed/haze.js'));
    const place: Place = { database: postgres.url(), home, program };
    const keep = async (starting: Promise<HazeChild>) => {
      const haze = await starting;
      children.push(haze);
      return haze;
    };
    const folder = join(home, 'data');
    const words = ['serve', '--port', '0', '--data-dir', folder];
    const alone = await keep(startHaze(words, { home, database: '', program }, 0));
    const server = await keep(startServer(place, ['--jobs', '0']));
    const worker = await keep(startWorker(place, [], 0));
    const [ofFolder, ofTeam] = [alone, server].map((haze) => haze.read('base address')) as [string, string];
    const sealKeyFile = join(home, 'haze/seal-key');
    const folderKeys = await withFolder(folder, addAccounts);
    const teamKeys = await withDatabase({ url: place.database, sealKeyFile }, addAccounts);
    const one = {
      folder: [await prepare(ofFolder, alone.read('API key'))],
      team: [await prepare(ofTeam, server.read('API key'))],
    };
    const fifty = {
      folder: await prepareAll(ofFolder, folderKeys),
      team: await prepareAll(ofTeam, teamKeys),
    };
    const found = new Map<string, Rates[]>();
    const measure = async (name: string, accounts: readonly Account[], workers: readonly HazeChild[]) => {
      const rates = await ratesOf(accounts, workers);
      found.set(name, [...(found.get(name) ?? []), rates]);
    };
    const medianOf = (name: string, what: keyof Rates) =>
      median(found.get(name)!.map((rates) => rates[what]));
    // Warms up both.
    await Promise.all([ratesOf(one.folder, [alone]), ratesOf(one.team, [worker])]);
    for (let round = 0; round < ROUNDS; round += 1) {
      await measure('folder', one.folder, [alone]);
      await measure('one', one.team, [worker]);
      await measure('folder, fifty', fifty.folder, [alone]);
      await measure('one, fifty', fifty.team, [worker]);
    }
    const second = await keep(startWorker(place, [], 1 % availableParallelism()));
    await ratesOf(one.team, [worker, second]);
    for (let round = 0; round < ROUNDS; round += 1) await measure('two', one.team, [worker, second]);
    const base = medianOf('folder', 'rate');
    const perCore = (name: string) => medianOf(name, 'perCore');
    return [
      measurement('small tasks, one process with a folder', base, '1/s'),
      measurement('a server on PostgreSQL and one worker', medianOf('one', 'rate'), '1/s'),
      measurement('a server on PostgreSQL and two workers', medianOf('two', 'rate'), '1/s'),
      measurement('one worker, relative to the folder', medianOf('one', 'rate') / base, '', 0.8),
      measurement('two workers, relative to the folder', medianOf('two', 'rate') / base, '', 1.7),
      measurement('folder, per core, one account', perCore('folder'), '1/s', 40),
      measurement('folder, per core, fifty accounts', perCore('folder, fifty'), '1/s', 15),
      measurement('worker on PostgreSQL, per core, one account', perCore('one'), '1/s', 40),
      measurement('worker on PostgreSQL, per core, fifty accounts', perCore('one, fifty'), '1/s', 15),
    ];
  });
}

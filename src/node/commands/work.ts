// `haze work`: runs builds and tasks for the servers that share a database or data folder, until a signal stops it.

import { resolve } from 'node:path';
import { usageError } from '../../errors/haze-error.ts';
import { checkBuilt } from '../engine/assets.ts';
import { openDataFolder } from '../folders/data-folder.ts';
import type { Tell } from '../logs/log-events.ts';
import { createOperations, serveOperations } from '../operations/operations.ts';
import { refuseWords } from '../options/command-line.ts';
import type { ReadOptions } from '../options/read-options.ts';
import { startWatchdog } from '../serve/watchdog.ts';
import { openDatabase, shareOf } from '../service/database.ts';
import { createRandomness } from '../service/seeded-random.ts';
import { startWorkforce } from '../service/workforce.ts';
import { chooseDatabase, describeMachine } from '../settings/serve-settings.ts';
import { workOptions } from '../settings/server-options.ts';
import { defineCommand } from './command.ts';
import { ignoreInspectorSignal, openLog, untilSignal } from './terminal/attend.ts';

/** Default time that running tasks have to finish after the first signal, in seconds. */
const GRACE_SECONDS = 5;
const DEFAULT_HOSTS = ['github.com'];

export const workCommand = defineCommand({
  usage: [
    [
      'haze work --database URL',
      'run builds and tasks for the servers that share a database, on any machine, until a signal stops it',
    ],
    ['haze work --data-dir DIR', 'the same for the servers of a data folder, on this machine'],
  ],
  shared: workOptions,
  run: work,
});

/** @throws HazeError `usage`, and the errors of `openDatabase` and `openDataFolder` */
async function work({ values, positionals, sources }: ReadOptions<typeof workOptions>): Promise<number> {
  ignoreInspectorSignal();
  refuseWords('work', positionals);
  const { jobs, lease, dataDir } = values;
  const database = chooseDatabase(values, sources);
  if (!database && dataDir === undefined) {
    throw usageError('Specify where the jobs are: haze work --database postgres://…, or --data-dir DIR.');
  }
  if (jobs === 0) throw usageError('A worker must run at least one job: --jobs 1.');
  await checkBuilt();
  const log = await openLog(values.logFormat);
  const say = (message: string) => log({ what: 'said', message: `haze: ${message}` });
  const store = database
    ? await openDatabase(database, say)
    : await openDataFolder(resolve(dataDir!), (line) => say(line));
  let port: Awaited<ReturnType<typeof serveOperations>> | undefined;
  const watchdog = startWatchdog();
  try {
    const operations = createOperations(store);
    const tell: Tell = (event) => {
      log(event);
      watchdog.hear(event);
      // Counts events only if there is a port for metrics.
      if (values.operations) operations.tell(event);
    };
    port = values.operations && (await serveOperations(operations, values.operations));
    const workforce = startWorkforce({
      ...(database
        ? shareOf(database)
        : { isShared: true, isLocal: true, parallelJobs: jobs, ...(lease && { leaseMs: lease * 1000 }) }),
      store,
      isolation: values.isolation ?? 'process',
      repositoryHosts: values.repositoryHosts ?? DEFAULT_HOSTS,
      ...describeMachine(values),
      random: createRandomness(undefined).source('executors'),
      reportError: (error, jobId) => tell({ what: 'error', jobId, error }),
      observe: tell,
      say,
    });
    workforce.announce();
    process.stdout.write(`haze runs the jobs of ${database ? 'the database' : resolve(dataDir!)}\n`);
    if (port) say(`operations at ${port.address}`);
    await untilSignal();
    const { grace = GRACE_SECONDS } = values;
    operations.stopping();
    say(`stopping; jobs get ${grace} s to finish, and the rest continue elsewhere`);
    process.once('SIGINT', () => process.exit(130));
    process.once('SIGTERM', () => process.exit(143));
    await workforce.close(grace * 1000);
  } finally {
    await store.close();
    port?.close();
    watchdog.close();
  }
  return 0;
}

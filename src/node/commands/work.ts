// `haze work --database …`: runs builds and tasks of servers that have the same database, until it is told to stop.
import { HazeError } from '../../errors/haze-error.ts';
import { checkBuilt } from '../assets.ts';
import { openDatabase, shareOf } from '../database.ts';
import { describeOptions } from '../options/describe-options.ts';
import { readOptions } from '../options/read-options.ts';
import { describeDatabase } from '../options/serve-settings.ts';
import { allOptions, workOptions } from '../options/server-options.ts';
import { createRandomness } from '../seeded-random.ts';
import { startWorkforce } from '../workforce.ts';
import { refuseWords } from './command-line.ts';

/** Running tasks may end within this time after the first signal. */
const GRACE_MS = 5000;
const DEFAULT_HOSTS = ['github.com'];

/** What `haze work --help` says. */
export function describeWorkCommand(): string {
  return `  haze work [options]    runs builds and tasks of a database's servers, until it is told to stop\n\n${describeOptions(workOptions)}`;
}

/** @throws HazeError `usage`, and those of `openDatabase` */
export async function runWorkCommand(words: readonly string[]): Promise<number> {
  const { values, positionals } = await readOptions({ words, table: workOptions, known: allOptions });
  refuseWords('work', positionals);
  const database = describeDatabase(values);
  if (!database) throw new HazeError('usage', 'Say whose work: haze work --database postgres://…');
  if (database.jobs === 0) throw new HazeError('usage', 'A worker runs at least one job: --jobs 1.');
  await checkBuilt();
  process.stderr.on('error', () => undefined);
  const log = (line: string) => process.stderr.write(`haze: ${line}\n`);
  const store = await openDatabase(database, log);
  const workforce = startWorkforce({
    ...shareOf(database),
    store,
    repositoryHosts: values.repositoryHosts ?? DEFAULT_HOSTS,
    ...(values.memoryLimit !== undefined && { memoryBytes: values.memoryLimit * 2 ** 20 }),
    random: createRandomness(undefined).source('executors'),
    reportError: (error, jobId) => log(`error ${jobId} ${describeError(error)}`),
  });
  workforce.announce();
  process.stdout.write('haze works on the jobs of the database\n');
  await untilSignal();
  log(`stopping; jobs get ${GRACE_MS / 1000} s to end, and the rest go on elsewhere`);
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  try {
    await workforce.close(GRACE_MS);
  } finally {
    await store.close();
  }
  return 0;
}

function untilSignal(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done());
  });
}

function describeError(error: unknown): string {
  if (error instanceof HazeError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

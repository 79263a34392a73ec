// Converts options into server settings.

import { readFile } from 'node:fs/promises';
import { usageError } from '../../errors/haze-error.ts';
import { type OptionValues, wordOf } from '../options/option.ts';
import type { OptionSource } from '../options/read-options.ts';
import type { ServeOptions } from '../serve/serve.ts';
import type { DatabaseOptions } from '../service/database.ts';
import { type databaseOptions, type machineOptions, parseKey, type serveOptions } from './server-options.ts';

type Values = OptionValues<typeof serveOptions>;

/** Server settings derived from options. */
export type ServerSettings = Omit<ServeOptions, 'tell' | 'port'> & { readonly port: number | undefined };

const DEFAULT_HOST = '127.0.0.1';

/** The named values that were set. */
function pickSet<Name extends keyof Values>(
  values: Values,
  ...names: Name[]
): { readonly [Key in Name]?: NonNullable<Values[Key]> } {
  return Object.fromEntries(
    names.map((name) => [name, values[name]]).filter(([, value]) => value !== undefined),
  );
}

/** Settings derived from option values, except the data folder and the key. */
export function describeServer(values: Values): ServerSettings {
  const { taskTime, strict, lease } = values;
  const ofDay = ['buildsPerDay', 'tasksPerDay', 'runsPerDay', 'requestsPerMinute'] as const;
  const limits = ['maxQueuedJobs', 'maxStorageBytes', 'maxRequestsPerMinute', 'maxRunsPerDay'] as const;
  return {
    port: values.port,
    host: values.host ?? DEFAULT_HOST,
    settings: {
      quotas: pickSet(values, ...ofDay, 'unfinishedJobs', 'storageBytes', 'runsPerTask', 'taskMemoryBytes'),
      limits: {
        ...pickSet(values, ...limits),
        ...(taskTime !== undefined && { maxTaskSeconds: taskTime }),
      },
      ...pickSet(values, 'repositoryHosts', 'webhookHosts', 'publicAddress', 'keyPrefix'),
      ...(strict !== undefined && { isStrict: strict }),
    },
    ...describeMachine(values),
    ...(lease !== undefined && { leaseMs: lease * 1000 }),
    seed: values.seed,
    clockMs: values.clock,
    latencyMs: values.latency,
    faults: values.fail,
    hasAdmin: values.admin,
    importBytes: values.importBytes,
    isIsolated: values.noIsolation !== true,
  };
}

/** The part of the machine that is available to builds and tasks. */
export function describeMachine({
  memoryLimit,
  compilerMemory,
  taskTime,
}: OptionValues<typeof machineOptions>) {
  return {
    ...(memoryLimit !== undefined && { memoryBytes: memoryLimit * 2 ** 20 }),
    ...(compilerMemory !== undefined && { compilerBytes: compilerMemory * 2 ** 20 }),
    ...(taskTime !== undefined && { taskTimeMs: taskTime * 1000 }),
  };
}

/** Options for the place of the data; the others apply only with `database`. */
const PLACES = ['database', 'dataDir', 'memory'] as const;
const OF_DATABASE = ['sealKeyFile', 'databaseConnections', 'databaseWait'] as const;

/**
 * The database that stores the data; undefined for another place. A place on the command line takes precedence.
 * @throws HazeError `usage` if the command line specifies two places, or options of a database without a database
 */
export function chooseDatabase(
  values: OptionValues<typeof databaseOptions> & Pick<Values, 'memory'>,
  sources: { readonly [Name in (typeof PLACES | typeof OF_DATABASE)[number]]?: OptionSource },
): DatabaseOptions | undefined {
  const isSaid = (name: keyof typeof sources) => sources[name] === 'command line';
  const said = PLACES.filter(isSaid);
  const url = said.length === 0 || said.includes('database') ? values.database : undefined;
  if (said.length > 1 || (said.length === 0 && values.memory && url !== undefined)) {
    throw usageError('--database, --data-dir and --memory are mutually exclusive.');
  }
  const idle = OF_DATABASE.find(isSaid);
  if (url === undefined && idle) throw usageError(`--${wordOf(idle)} applies only with --database.`);
  if (url === undefined) return undefined;
  const { sealKeyFile, databaseConnections, databaseWait, jobs, lease } = values;
  return {
    url,
    sealKeyFile,
    connections: databaseConnections,
    ...(databaseWait !== undefined && { waitMs: databaseWait * 1000 }),
    jobs,
    ...(lease !== undefined && { leaseMs: lease * 1000 }),
  };
}

const RANK: readonly (OptionSource | undefined)[] = ['command line', 'environment', 'file', undefined];

/**
 * The key from the option or from the specified file, whichever takes precedence.
 * @throws HazeError `usage` for an unreadable file, a file without a key, and if both are set in the same place
 */
export async function chooseKey(
  { key, keyFile }: Pick<Values, 'key' | 'keyFile'>,
  sources: { readonly key?: OptionSource; readonly keyFile?: OptionSource } = {},
): Promise<string | undefined> {
  if (keyFile === undefined) return key;
  if (key !== undefined) {
    const order = RANK.indexOf(sources.key) - RANK.indexOf(sources.keyFile);
    if (order < 0) return key;
    if (order === 0) throw usageError('Both a key and a key file are given. Specify only one of them.');
  }
  const text = await readFile(keyFile, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw usageError(`The key file "${keyFile}" cannot be read (${cause.code}).`, cause);
  });
  try {
    return parseKey(text.trim());
  } catch (cause) {
    throw usageError(
      `The file "${keyFile}" does not contain a key: one line of visible ASCII characters.`,
      cause,
    );
  }
}

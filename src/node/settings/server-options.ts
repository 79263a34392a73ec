// The options of the service, in one table: from it come parsing, environment variables, haze.config.json, help, and the
// table of docs/testing.md. A new option is added here and nowhere else.

import { parseFault } from '../faults/fault.ts';
import { parseClock } from '../options/clock-option.ts';
import { badValue, listOption, parseText, switchOption, textOption, wholeNumber } from '../options/option.ts';
import { laneOptions, parseSeedOption, programOptions } from '../options/program-options.ts';

const PORT = wholeNumber(0, 65_535);

/** Location of the service's data, for every command that opens it. */
export const dataOptions = {
  dataDir: textOption(
    'DIR',
    { help: 'where builds, tasks and files are kept', fallback: 'a folder "haze" among this user\'s data' },
    parseText,
  ),
} as const;

/** A database that several servers and workers share, instead of a data folder. */
export const databaseOptions = {
  database: textOption(
    'URL',
    {
      help: 'a PostgreSQL in the place of the data folder, for several servers and workers: postgres://user@host/database. Everybody on a machine sees its command lines: the password belongs in HAZE_DATABASE, PGPASSWORD or ~/.pgpass',
      isSecret: true,
    },
    parseText,
  ),
  sealKeyFile: textOption(
    'FILE',
    {
      help: 'with --database: the key that secrets are sealed with, a copy of the same file for all servers and workers; made when it is not there',
      fallback: '"seal-key" in the default data folder',
    },
    parseText,
  ),
  databaseConnections: textOption(
    'N',
    { help: 'the most connections of this process to the database, beside one that listens', fallback: '10' },
    wholeNumber(2, 1000),
  ),
  databaseWait: textOption(
    'SECONDS',
    { help: 'how long the start waits for a database that does not answer', fallback: '60' },
    wholeNumber(0, 86_400),
  ),
  jobs: textOption(
    'N',
    {
      help: 'builds and tasks that this process runs at once; 0 with --database leaves them to haze work',
      fallback: 'one more than there are processors',
    },
    wholeNumber(0, 1024),
  ),
  lease: textOption(
    'SECONDS',
    {
      help: 'with --database: whoever has not been heard of for so long counts as gone, and its jobs run again elsewhere. The same for all',
      fallback: '30',
    },
    wholeNumber(1, 3600),
  ),
} as const;

/** Hosts of repositories. */
export const repositoryOptions = {
  repositoryHosts: listOption(
    'A,B',
    {
      help: 'hosts that repositories may be connected from; * for the open internet. A host within your network is named, such as *,git.lan',
      fallback: 'github.com',
    },
    parseText,
  ),
} as const;

/** Port and address of the service. */
export const listenOptions = {
  port: textOption('N', { help: 'where to listen; 0 for any port that is free', fallback: '8787' }, PORT),
  host: textOption('ADDRESS', { help: 'on which address of this machine', fallback: '127.0.0.1' }, parseText),
} as const;

/** Keys that open the service. */
export const keyOptions = {
  key: textOption(
    'KEY',
    {
      help: 'an API key of your own. Everybody on a machine sees its command lines: HAZE_KEY and --key-file tell nobody',
      fallback: 'one that was made up and is kept with the data',
      isSecret: true,
    },
    parseKey,
  ),
  keyFile: textOption('FILE', { help: 'a file that holds the API key, and nothing else' }, parseText),
} as const;

/** Options that make two runs alike. */
const sameRunOptions = {
  seed: textOption(
    'N',
    {
      help: 'the same IDs, keys and random numbers in every run; with --memory. Such keys can be guessed: for tests only',
    },
    parseSeedOption,
  ),
  clock: textOption(
    'TIME',
    { help: 'the time stands still at these seconds since 1970, or at 2026-01-31T12:00:00Z' },
    parseClock,
  ),
} as const;

/** Faults on request. */
const faultOptions = {
  latency: textOption('MS', { help: 'every answer waits so many milliseconds' }, wholeNumber(0, 600_000)),
  fail: listOption(
    "'METHOD PATH STATUS [PERCENT]'",
    {
      help: "answer such requests with a failure: 'POST /builds 503 10%'. * stands for any method or part of a path, ** for several parts",
    },
    parseFault,
  ),
} as const;

/** Limits of use; beyond one of them the answer is 429. */
const quotaOptions = {
  buildsPerDay: quotaOption('builds that one account may create in 24 hours'),
  tasksPerDay: quotaOption('tasks that one account may create in 24 hours'),
  unfinishedJobs: quotaOption('builds and tasks, each, that wait or run for one account'),
  storageBytes: quotaOption('bytes of all files of one account'),
  requestsPerMinute: quotaOption('requests a minute with the keys of one account, of each server'),
  runsPerTask: quotaOption('runs of one task on a Reference core'),
  runsPerDay: quotaOption('runs of all tasks on Reference cores that one account may create in 24 hours'),
  taskMemoryBytes: quotaOption('bytes of memory that the core of a task may have'),
} as const;

/** Limits of all accounts together. */
const installationOptions = {
  maxQueuedJobs: quotaOption(
    'builds and tasks of all accounts that may wait; beyond it new ones are answered 429',
  ),
  maxStorageBytes: quotaOption('bytes of all files of all accounts; beyond it uploads are answered 507'),
  maxRequestsPerMinute: quotaOption(
    'requests a minute with the keys of all accounts together, of each server; beyond it they are answered 429',
  ),
  maxRunsPerDay: quotaOption(
    'runs of all tasks on Reference cores that all accounts may create in 24 hours; beyond it new ones are answered 429',
  ),
} as const;

/** Share of the machine for builds and tasks. */
const machineOptions = {
  memoryLimit: textOption(
    'MEGABYTES',
    {
      help: 'what the service may take with its records, builds, tasks and fetched repositories; jobs that do not fit beside the others wait',
      fallback: 'all memory of the machine or its container',
    },
    wholeNumber(256),
  ),
  compilerMemory: textOption(
    'MEGABYTES',
    {
      help: 'what the compiler may hold between two builds; one that holds more is replaced by a fresh one while it has nothing to do',
      fallback: '384',
    },
    wholeNumber(16),
  ),
  taskTime: textOption(
    'SECONDS',
    {
      help: 'how long a task may run, and the most that one may ask for; one on a Reference core ends there with the runs that are done',
      fallback: '60',
    },
    wholeNumber(1, 604_800),
  ),
} as const;

/** Options for operators of servers and workers. */
const operatingOptions = {
  isolation: textOption(
    'KIND',
    {
      help: 'process: each task in a process of its own, without files, network and environment, with limits of memory and processor time, so that it can hurt nobody else; thread: in a thread of this process',
      fallback: 'process',
    },
    parseIsolation,
  ),
  operations: textOption(
    'HOST:PORT',
    {
      help: 'where /health/live, /health/ready and /metrics are answered, and nothing else, without a key: an address that only monitoring reaches',
      fallback: 'no port of their own',
    },
    parseHostAndPort,
  ),
  logFormat: textOption(
    'FORMAT',
    {
      help: 'text for people, or json: one object a line, with the IDs of requests and jobs; no key is printed then',
      fallback: 'text',
    },
    parseLogFormat,
  ),
  grace: textOption(
    'SECONDS',
    {
      help: 'after SIGTERM running jobs get so long to end; the rest run again elsewhere, or at the next start',
      fallback: '5',
    },
    wholeNumber(0, 3600),
  ),
} as const;

/** A web address without a path. */
function parsePublicAddress(given: string): string {
  const address = URL.canParse(given) ? new URL(given) : undefined;
  const isPlain = address?.pathname === '/' && !address.username && !address.search && !address.hash;
  if (!isPlain || !/^https?:$/.test(address.protocol))
    throw badValue('takes an address without a path, such as https://haze.example');
  return address.origin;
}

/** For servers behind a balancer or a proxy. */
const drainOptions = {
  publicAddress: textOption(
    'URL',
    {
      help: 'where clients see the service, such as https://haze.example: signed addresses and /openapi.json begin with it',
      fallback: 'where a request was sent to, with http',
    },
    parsePublicAddress,
  ),
  drain: textOption(
    'SECONDS',
    {
      help: 'after SIGTERM /health/ready is 503 for so long, while requests are answered, before the port closes: the time in which a balancer looks',
      fallback: '0',
    },
    wholeNumber(0, 3600),
  ),
} as const;

/** Keeping and loading of the data. */
const stateOptions = {
  memory: switchOption('keep everything in memory: nothing is read from a data folder, nothing is written'),
  import: textOption('FILE', { help: 'begin with what haze export wrote' }, parseText),
  exportOnExit: textOption('FILE', { help: 'write everything to this file at the end' }, parseText),
  admin: switchOption('answer POST /admin/reset, /admin/export and /admin/import to whoever has the key'),
  importBytes: textOption(
    'N',
    { help: 'the most that POST /admin/import takes; more is answered 413', fallback: '4294967296, 4 GiB' },
    wholeNumber(1),
  ),
} as const;

/** Checks of requests, and requests that the service sends. */
const interfaceOptions = {
  strict: switchOption(
    'refuse query parameters and fields that are not known, instead of naming them in Haze-Notice',
  ),
  keyPrefix: textOption('TEXT', { help: 'what new keys begin with', fallback: 'scce' }, parseKeyPrefix),
  webhookHosts: listOption(
    'A,B',
    {
      help: 'hosts that webhooks may be sent to; loopback for this machine, internal for its network, * for the open internet',
      fallback: 'loopback',
    },
    parseText,
  ),
} as const;

/** All options of `haze serve`. */
export const serveOptions = {
  ...listenOptions,
  ...dataOptions,
  ...databaseOptions,
  ...keyOptions,
  ...stateOptions,
  ...sameRunOptions,
  ...faultOptions,
  ...quotaOptions,
  ...installationOptions,
  ...machineOptions,
  ...operatingOptions,
  ...drainOptions,
  ...interfaceOptions,
  ...repositoryOptions,
  noIsolation: switchOption('serve the pages without the headers that give them shared memory'),
} as const;

const { memory: _, admin, importBytes, ...execStateOptions } = stateOptions;

/** Options of `haze exec`, whose service is always in memory. */
export const execOptions = {
  ...listenOptions,
  ...keyOptions,
  ...execStateOptions,
  ...sameRunOptions,
  ...faultOptions,
  ...quotaOptions,
  ...machineOptions,
  ...interfaceOptions,
  ...repositoryOptions,
  admin,
  importBytes,
  verbose: switchOption("write the service's log to stderr"),
} as const;

/** Options of both commands, as documents list them. */
export const serviceOptions = { ...serveOptions, ...execOptions } as const;

/** All options of `haze work`. */
export const workOptions = {
  ...databaseOptions,
  ...machineOptions,
  ...operatingOptions,
  repositoryHosts: repositoryOptions.repositoryHosts,
} as const;

/** Everything that environment and haze.config.json may speak of. */
export const allOptions = { ...programOptions, ...laneOptions, ...serviceOptions } as const;

function quotaOption(help: string) {
  return textOption('N', { help, fallback: 'no limit' }, wholeNumber(0));
}

/** @throws HazeError `bad-value` */
export function parseKey(given: string): string {
  if (/^[\x21-\x7e]+$/.test(given)) return given;
  throw badValue('takes a text of visible ASCII characters without blanks');
}

function parseHostAndPort(given: string): { readonly host: string; readonly port: number } {
  const [, host = '', port = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(given) ?? [];
  if (port === '' || Number(port) > 65_535)
    throw badValue('takes HOST:PORT, or a port of this machine alone');
  return { host: host.replace(/^\[(.*)\]$/, '$1') || '127.0.0.1', port: Number(port) };
}

function parseIsolation(given: string): 'process' | 'thread' {
  if (given === 'process' || given === 'thread') return given;
  throw badValue('takes process or thread');
}

function parseLogFormat(given: string): 'text' | 'json' {
  if (given === 'text' || given === 'json') return given;
  throw badValue('takes text or json');
}

function parseKeyPrefix(given: string): string {
  if (/^[a-z][a-z0-9]*$/.test(given)) return given;
  throw badValue('takes a letter, then letters and digits, all lower case');
}

// The service's options, in one table that determines parsing, environment variables, haze.config.json, help and the
// table in docs/server-options.md. New options are added only to this table.

import { parseFault } from '../faults/fault.ts';
import { parseClock } from '../options/clock-option.ts';
import {
  badValue,
  listOption,
  oneOf,
  parseText,
  switchOption,
  textOption,
  wholeNumber,
} from '../options/option.ts';
import { laneOptions, parseSeedOption, programOptions } from '../options/program-options.ts';

const PORT = wholeNumber(0, 65_535);

/** Options that locate the service's data, for every command that opens it. */
export const dataOptions = {
  dataDir: textOption('DIR', parseText, {
    help: 'folder for builds, tasks and files',
    fallback: 'the folder "haze" in this user\'s data folder',
  }),
} as const;

/** A database shared by several servers and workers, instead of a data folder. */
export const databaseOptions = {
  database: textOption('URL', parseText, {
    help: 'a PostgreSQL database instead of the data folder, for several servers and workers: postgres://user@host/database. Every user on a machine can read command lines, so pass the password in HAZE_DATABASE, PGPASSWORD or ~/.pgpass',
    isSecret: true,
  }),
  sealKeyFile: textOption('FILE', parseText, {
    help: 'with --database: the key file for encrypting secrets, the same for all servers and workers; created if missing',
    fallback: '"seal-key" in the default data folder',
  }),
  databaseConnections: textOption('N', wholeNumber(2, 1000), {
    help: 'maximum number of database connections from this process, in addition to one that listens',
    fallback: '10',
  }),
  databaseWait: textOption('SECONDS', wholeNumber(0, 86_400), {
    help: 'wait on startup for a database that does not respond',
    fallback: '60',
  }),
  jobs: textOption('N', wholeNumber(0, 1024), {
    help: 'number of builds and tasks that run concurrently; 0 leaves them to haze work',
    fallback: 'one more than the number of processors',
  }),
  lease: textOption('SECONDS', wholeNumber(1, 3600), {
    help: 'time without a sign of life after which a server or worker is considered gone and its jobs run elsewhere. The same for all servers and workers',
    fallback: '30',
  }),
} as const;

/** Options for repository hosts. */
export const repositoryOptions = {
  repositoryHosts: listOption('A,B', parseText, {
    help: 'hosts of repositories that may be connected; * for the public internet. Hosts within your network must be listed, such as *,git.lan',
    fallback: 'github.com',
  }),
} as const;

/** Port and address of the service. */
export const listenOptions = {
  port: textOption('N', PORT, { help: 'port; 0 for any free port', fallback: '8787' }),
  host: textOption('ADDRESS', parseText, {
    help: 'address of this machine to listen on',
    fallback: '127.0.0.1',
  }),
} as const;

/** Keys that give access to the service. */
export const keyOptions = {
  key: textOption('KEY', parseKey, {
    help: 'your API key. Every user on a machine can read command lines, so prefer HAZE_KEY or --key-file',
    fallback: 'a random key that is stored with the data',
    isSecret: true,
  }),
  keyFile: textOption('FILE', parseText, { help: 'a file that contains only the API key' }),
} as const;

/** Options that make runs reproducible. */
const sameRunOptions = {
  seed: textOption('N', parseSeedOption, {
    help: 'make IDs, keys and random numbers the same in every run; needs --memory. Such keys can be guessed: for tests only',
  }),
  clock: textOption('TIME', parseClock, {
    help: 'stop the clock at this time, in seconds since 1970 or as 2026-01-31T12:00:00Z',
  }),
} as const;

/** Options that inject faults. */
const faultOptions = {
  latency: textOption('MS', wholeNumber(0, 600_000), { help: 'delay every response' }),
  fail: listOption("'METHOD PATH STATUS [PERCENT]'", parseFault, {
    help: "answer matching requests with a failure: 'POST /builds 503 10%'. * matches any method or path segment, ** several segments",
  }),
} as const;

/** Usage limits; the service responds with 429 if they are exceeded. */
const quotaOptions = {
  buildsPerDay: quotaOption('builds that one account may create in 24 hours'),
  tasksPerDay: quotaOption('tasks that one account may create in 24 hours'),
  unfinishedJobs: quotaOption('unfinished builds that one account may have, and the same number of tasks'),
  storageBytes: quotaOption(
    'bytes that one account may store: files, sources, modules, inputs, outputs, logs',
  ),
  requestsPerMinute: quotaOption('requests per minute from one account to each server'),
  runsPerTask: quotaOption('runs of one task on a Reference core'),
  runsPerDay: quotaOption("runs of one account's tasks on Reference cores in 24 hours"),
  taskMemoryBytes: quotaOption("memory of a task's core, in bytes"),
} as const;

/** Limits for all accounts together. */
const installationOptions = {
  maxQueuedJobs: quotaOption(
    'builds and tasks of all accounts that may wait; above this limit, the response is 429',
  ),
  maxStorageBytes: quotaOption('bytes that all accounts may store; above this limit, the response is 507'),
  maxRequestsPerMinute: quotaOption(
    'requests per minute from all accounts to each server; above this limit, the response is 429',
  ),
  maxRunsPerDay: quotaOption(
    "runs of all accounts' tasks on Reference cores in 24 hours; above this limit, the response is 429",
  ),
} as const;

/** The part of the machine that is available to builds and tasks. */
export const machineOptions = {
  memoryLimit: textOption('MEGABYTES', wholeNumber(256), {
    help: 'memory limit for the service, including its records, builds, tasks and fetched repositories; jobs that would exceed it wait',
    fallback: 'all memory of the machine or its container',
  }),
  compilerMemory: textOption('MEGABYTES', wholeNumber(16), {
    help: 'memory limit for an idle compiler; a compiler that holds more memory is restarted when idle',
    fallback: '384',
  }),
  taskTime: textOption('SECONDS', wholeNumber(1, 604_800), {
    help: 'maximum time for a task; a task on a Reference core then ends with the runs finished so far',
    fallback: '60',
  }),
} as const;

/** Options for operators of servers and workers. */
const operatingOptions = {
  isolation: textOption('KIND', oneOf('process', 'thread'), {
    help: 'process: each task runs in a separate process without files, network or environment, and with limits on memory and CPU time; thread: tasks run in server threads',
    fallback: 'process',
  }),
  operations: textOption('HOST:PORT', parseHostAndPort, {
    help: 'separate address for /health/live, /health/ready and /metrics, without a key: an address that only monitoring can reach',
    fallback: 'no separate address',
  }),
  logFormat: textOption('FORMAT', oneOf('text', 'json'), {
    help: 'text, or json: one object per line with the IDs of requests and jobs, and without the API key',
    fallback: 'text',
  }),
  grace: textOption('SECONDS', wholeNumber(0, 3600), {
    help: 'time for running jobs to finish after SIGTERM; the rest run again elsewhere or on the next start',
    fallback: '5',
  }),
} as const;

/** A URL without a path. */
function parsePublicAddress(given: string): string {
  const address = URL.canParse(given) ? new URL(given) : undefined;
  const isPlain = address?.pathname === '/' && !address.username && !address.search && !address.hash;
  if (!isPlain || !/^https?:$/.test(address.protocol))
    throw badValue('takes a URL without a path, such as https://haze.example');
  return address.origin;
}

/** Options for servers behind a load balancer or a proxy. */
const drainOptions = {
  publicAddress: textOption('URL', parsePublicAddress, {
    help: 'URL of the service as clients see it, such as https://haze.example: signed URLs and /openapi.json begin with it',
    fallback: 'the URL of the request, over HTTP',
  }),
  drain: textOption('SECONDS', wholeNumber(0, 3600), {
    help: "time after SIGTERM during which /health/ready returns 503 and requests are still answered: longer than a load balancer's check interval",
    fallback: '0',
  }),
} as const;

/** Options for storing and loading the data. */
const stateOptions = {
  memory: switchOption('keep everything in memory, without a data folder'),
  import: textOption('FILE', parseText, { help: 'import a file written by haze export on startup' }),
  exportOnExit: textOption('FILE', parseText, { help: 'export everything to this file on shutdown' }),
  admin: switchOption('serve POST /admin/reset, /admin/export and /admin/import to anyone with the key'),
  importBytes: textOption('N', wholeNumber(1), {
    help: 'maximum body size of POST /admin/import, in bytes; above it, the response is 413',
    fallback: '4294967296, 4 GiB',
  }),
} as const;

/** Options for request checks, and for the service's own requests. */
const interfaceOptions = {
  strict: switchOption('reject unknown query parameters and fields instead of listing them in Haze-Notice'),
  keyPrefix: textOption('TEXT', parseKeyPrefix, { help: 'prefix for new keys', fallback: 'scce' }),
  webhookHosts: listOption('A,B', parseText, {
    help: 'webhook hosts: loopback for this machine, internal for its network, * for the public internet',
    fallback: 'loopback',
  }),
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
  noIsolation: switchOption('serve the pages without the headers that allow shared memory'),
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

/** The options of both commands, as listed in the documentation. */
export const serviceOptions = { ...serveOptions, ...execOptions } as const;

/** All options of `haze work`. */
export const workOptions = {
  ...dataOptions,
  ...databaseOptions,
  ...machineOptions,
  ...operatingOptions,
  repositoryHosts: repositoryOptions.repositoryHosts,
} as const;

/** All options that may be set in the environment and haze.config.json. */
export const allOptions = { ...programOptions, ...laneOptions, ...serviceOptions } as const;

function quotaOption(help: string) {
  return textOption('N', wholeNumber(0), { help, fallback: 'no limit' });
}

/** @throws HazeError `bad-value` */
export function parseKey(given: string): string {
  if (/^[\x21-\x7e]+$/.test(given)) return given;
  throw badValue('takes a string of visible ASCII characters without spaces');
}

function parseHostAndPort(given: string): { readonly host: string; readonly port: number } {
  const [, host = '', port = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(given) ?? [];
  if (port === '' || Number(port) > 65_535) throw badValue('takes HOST:PORT, or a port on this machine only');
  return { host: host.replace(/^\[(.*)\]$/, '$1') || '127.0.0.1', port: Number(port) };
}

function parseKeyPrefix(given: string): string {
  if (/^[a-z][a-z0-9]*$/.test(given)) return given;
  throw badValue('takes a letter followed by letters and digits, all lower case');
}

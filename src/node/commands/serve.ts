// `haze serve`: runs the service until a signal stops it, and prints its address.

import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { usageError } from '../../errors/haze-error.ts';
import { quoteShellWord } from '../../toolchain/sources/shell-words.ts';
import { checkPlace } from '../files/write-whole.ts';
import { defaultDataFolder } from '../folders/serve-data.ts';
import { refuseWords } from '../options/command-line.ts';
import type { ReadOptions } from '../options/read-options.ts';
import { type RunningServer, startServer } from '../serve/serve.ts';
import { checkEmpty } from '../service/service-state.ts';
import { chooseDatabase, chooseKey, describeServer } from '../settings/serve-settings.ts';
import { serveOptions } from '../settings/server-options.ts';
import { readArchiveFile, writeArchiveFile } from './archive-file.ts';
import { defineCommand } from './command.ts';
import { ignoreInspectorSignal, openLog, untilSignal } from './terminal/attend.ts';

const DEFAULT_PORT = 8787;
/** Default time that running tasks have to finish after the first signal, in seconds. */
const GRACE_SECONDS = 5;
const SAMPLE = '#include <stdio.h>\nint main(void) { printf("%g\\n", 2.5); return 0; }\n';

export const serveCommand = defineCommand({
  usage: [['haze serve', 'serve the REST interface and the playground until a signal stops it']],
  shared: serveOptions,
  run: serve,
});

/** @throws HazeError `usage`, and the errors of `startServer` */
async function serve({ values, positionals, sources }: ReadOptions<typeof serveOptions>): Promise<number> {
  ignoreInspectorSignal();
  refuseWords('serve', positionals);
  const database = chooseDatabase(values, sources);
  const isInMemory = !database && values.memory === true && sources.dataDir !== 'command line';
  if (isInMemory && values.jobs === 0) {
    throw usageError('With --memory, no other process runs jobs: --jobs must be at least 1.');
  }
  const dataFolder = isInMemory || database ? undefined : resolve(values.dataDir ?? defaultDataFolder());
  if (values.seed !== undefined && (dataFolder ?? database) !== undefined) {
    throw usageError(
      'With a seed, every start generates the same IDs, and a data folder already contains them. Add --memory (HAZE_MEMORY=1).',
    );
  }
  if (values.exportOnExit !== undefined) await checkPlace(values.exportOnExit);
  const tell = await openLog(values.logFormat);
  const say = (message: string) => tell({ what: 'said', message: `haze: ${message}` });
  const settings = describeServer(values);
  const server = await startServer({
    ...settings,
    port: settings.port ?? DEFAULT_PORT,
    dataFolder,
    database,
    ...(values.jobs !== undefined && { jobs: values.jobs }),
    key: await chooseKey(values, sources),
    isolation: values.isolation ?? 'process',
    hasOperations: true,
    isWatched: true,
    operations: values.operations,
    tell,
  });
  try {
    const place = database ? 'The database' : dataFolder;
    if (values.import !== undefined) await importFile(server, values.import, { place, say });
  } catch (error) {
    await server.stop(0);
    throw error;
  }
  // Keeps the key out of the log, because more people may read logs than may know the key.
  if (values.logFormat === 'json') say(`serves at ${server.address}`);
  else
    process.stdout.write(describeRunning(server, database ? 'in the database' : dataFolder, settings.host));
  if (server.operations !== undefined) say(`operations at ${server.operations}`);
  await untilSignal();
  const { exportOnExit, grace = GRACE_SECONDS, drain = 0 } = values;
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  server.drain();
  if (drain > 0) {
    say(`no longer ready; requests are still answered for another ${drain} s`);
    await sleep(drain * 1000);
  }
  const where = database ? 'elsewhere' : 'on the next start';
  say(`stopping; jobs get ${grace} s to finish, and the rest continue ${where}`);
  await server.stop(grace * 1000, async () => {
    if (exportOnExit !== undefined) await exportFile(server, exportOnExit, say);
  });
  return 0;
}

async function importFile(
  server: RunningServer,
  path: string,
  { place, say }: { readonly place: string | undefined; readonly say: (message: string) => void },
) {
  if (place !== undefined) await checkEmpty(server.service.store, place);
  const { records, blobs } = await server.service.import(readArchiveFile(path));
  say(`imported ${records} records and ${blobs} files from ${path}`);
}

async function exportFile(server: RunningServer, path: string, say: (message: string) => void) {
  const sizeBytes = await writeArchiveFile(path, server.service.export());
  say(`exported everything to ${path} (${sizeBytes} bytes)`);
}

/**
 * Note about access from other machines: pages loaded over HTTP lack some features; docs/hosting.md explains how to get
 * a certificate.
 */
const NETWORK_NOTE =
  'note          pages on other machines build and run over HTTP, but do not store anything or support other toolchains;\n' +
  '              over HTTPS they do: docs/hosting.md, “A classroom”';

/** Tests whether browsers trust pages from a host without HTTPS, because only this machine can reach the host. */
function isLocal(host: string): boolean {
  return /^(localhost|127\..*|::1)$/.test(host);
}

/** Addresses at which other machines reach a server that listens on all interfaces of this machine. */
function listNetwork(address: string, host: string): string[] {
  if (host !== '0.0.0.0' && host !== '::') return [];
  const { port } = new URL(address);
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map((one) => `network       http://${one.address}:${port}/`);
}

function describeRunning(server: RunningServer, place: string | undefined, host: string): string {
  const body = JSON.stringify({ Language: 'C', Code: SAMPLE });
  const words = ['curl', '-sS', `${server.address}/sourcecode/builds`];
  words.push('-H', `Authorization: ${server.key}`, '-H', 'Content-Type: application/json', '-d', body);
  return [
    ...(server.hasSite ? [`playground    ${server.address}/`, `documentation ${server.address}/docs/`] : []),
    `base address  ${server.address}`,
    ...listNetwork(server.address, host),
    `realtime      ${server.realtime}  (a separate setting in clients: change both)`,
    `host          ${new URL(server.realtime).host}  (SDK settings for these two: WEBSOCKET_ENDPOINT and HOST_ENDPOINT)`,
    `API key       ${server.key}`,
    `data          ${place ?? 'in memory, until the server stops'}`,
    ...(server.hasSite && !isLocal(host) ? [NETWORK_NOTE] : []),
    'try it:',
    words.map(quoteShellWord).join(' '),
    '',
  ].join('\n');
}

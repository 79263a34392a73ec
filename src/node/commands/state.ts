// `haze export FILE`, `haze import FILE` and `haze reset`: work on a service's entire state, in a data folder, a
// database, or a server started with --admin.
import { resolve } from 'node:path';
import { toStream } from '../../api/requests/byte-streams.ts';
import { HazeError, usageError } from '../../errors/haze-error.ts';
import { defaultDataFolder } from '../folders/serve-data.ts';
import { printMessage } from '../logs/stderr-line.ts';
import { onlyWord, refuseWords } from '../options/command-line.ts';
import { switchOption, wordOption } from '../options/option.ts';
import type { ReadOptions } from '../options/read-options.ts';
import type { DatabaseOptions } from '../service/database.ts';
import { chooseDatabase, chooseKey } from '../settings/serve-settings.ts';
import { databaseOptions, dataOptions, keyOptions } from '../settings/server-options.ts';
import { exportDatabase, importDatabase, resetDatabase } from '../state/database-state.ts';
import { backupFolder, exportFolder, importFolder, resetFolder } from '../state/folder-state.ts';
import { checkArchiveFile, readArchiveFile, writeArchiveFile } from './archive-file.ts';
import { defineCommand } from './command.ts';

const { jobs: _, lease: __, ...storeOptions } = databaseOptions;
const shared = { ...dataOptions, ...storeOptions, ...keyOptions } as const;
const base = wordOption(
  'URL',
  'URL of a running server that was started with --admin; its key is read from HAZE_KEY or --key-file',
);
const ABOUT = 'Works on a data folder or a database, alongside running servers, or on a running server.';

export const exportCommand = defineCommand({
  usage: [['haze export FILE', 'write everything that a service stores to a file']],
  about: ABOUT,
  shared,
  own: { base, secrets: switchOption('include repository tokens and the secret for signed URLs') },
  run: async (read) => exportState(await findPlace(read), read.positionals, read.own.secrets ?? false),
});

export const backupCommand = defineCommand({
  usage: [['haze backup FILE', 'copy a data folder into a single SQLite file while its servers run']],
  about: 'The file is a snapshot of the whole store. To restore it, put it in a new folder as store/haze.db.',
  shared: { ...dataOptions, database: storeOptions.database },
  own: {},
  run: async ({ values, sources, positionals }) => {
    const file = resolve(onlyFile('backup', positionals));
    if (values.database !== undefined && sources.dataDir !== 'command line') {
      throw usageError(
        'haze backup copies a data folder. To back up a database, use pg_dump --format=custom --file=FILE; haze export FILE writes a file that can also be imported into a folder.',
      );
    }
    const folder = resolve(values.dataDir ?? defaultDataFolder());
    const { records, blobs } = await backupFolder(folder, file);
    printMessage(`copied ${records} records and ${blobs} stored files into ${file}`);
    return 0;
  },
});

export const importCommand = defineCommand({
  usage: [['haze import FILE', 'replace everything that a service stores with the contents of an export']],
  about: ABOUT,
  shared,
  own: { base },
  run: async (read) => importState(await findPlace(read), read.positionals),
});

export const resetCommand = defineCommand({
  usage: [['haze reset', 'remove everything that a service stores; the API key stays valid']],
  about: ABOUT,
  shared,
  own: { base, yes: switchOption('confirm the removal; required for a folder or a database') },
  run: async (read) => {
    refuseWords('reset', read.positionals);
    return resetState(await findPlace(read), read.own.yes ?? false);
  },
});

/** The place where the state is stored. */
type Place =
  | { readonly kind: 'server'; readonly base: string; readonly key: string }
  | { readonly kind: 'folder'; readonly folder: string; findKey(): Promise<string | undefined> }
  | { readonly kind: 'database'; readonly database: DatabaseOptions };

type Read = Pick<ReadOptions<typeof shared, { readonly base: typeof base }>, 'values' | 'own' | 'sources'>;

async function findPlace({ values, own, sources }: Read): Promise<Place> {
  const base = own.base?.replace(/(?<!\/)\/+$/, '');
  if (base !== undefined && [sources.dataDir, sources.database].includes('command line')) {
    throw usageError('--base, --data-dir and --database are mutually exclusive.');
  }
  const database = base === undefined ? chooseDatabase(values, sources) : undefined;
  if (database) return { kind: 'database', database };
  const findKey = () => chooseKey(values, sources);
  if (base === undefined) {
    return { kind: 'folder', folder: resolve(values.dataDir ?? defaultDataFolder()), findKey };
  }
  const key = await findKey();
  if (key !== undefined) return { kind: 'server', base, key };
  throw usageError('The server needs its key: HAZE_KEY, or --key-file FILE.');
}

function onlyFile(command: string, positionals: readonly string[]): string {
  return onlyWord(positionals, `Specify a file: haze ${command} FILE`);
}

async function callAdmin(place: Place & { kind: 'server' }, path: string, init: RequestInit = {}) {
  if (!URL.canParse(place.base) || !/^https?:/i.test(place.base)) {
    throw usageError(`--base takes an address such as http://127.0.0.1:8787, not "${place.base}".`);
  }
  const headers = { Authorization: place.key };
  const response = await fetch(`${place.base}/admin/${path}`, { ...init, method: 'POST', headers }).catch(
    (cause) => {
      throw noAnswer(place.base, cause);
    },
  );
  if (response.ok) return response;
  const answer = (await response.json().catch(() => ({}))) as { message?: string };
  throw new HazeError(
    'refused',
    `${place.base} returned ${response.status}: ${answer.message ?? 'no reason given'}`,
  );
}

/** Error for a missing response: either the file to send is unreadable, or no server is running. */
function noAnswer(base: string, error: unknown): HazeError {
  const { cause } = error as { cause?: unknown };
  if (cause instanceof HazeError) return cause;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  const why = code === undefined ? '' : ` (${code})`;
  return new HazeError(
    'no-server',
    `No server responds at ${base}${why}. Is haze serve running there with --admin?`,
    { cause: error },
  );
}

/** The chunks of a response body. @throws HazeError `no-server` if the response is cut off */
async function* receive(base: string, response: Response): AsyncGenerator<Uint8Array> {
  try {
    yield* response.body as unknown as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw new HazeError('no-server', `${base} closed the connection partway through. Try again.`, { cause });
  }
}

/** @throws HazeError `usage`, `no-folder`, `folder-locked`, `no-server`, `refused` */
async function exportState(
  place: Place,
  positionals: readonly string[],
  withSecrets: boolean,
): Promise<number> {
  const file = onlyFile('export', positionals);
  const write = (archive: AsyncIterable<Uint8Array>) => writeArchiveFile(file, archive);
  const send = async (): Promise<number> => {
    if (place.kind === 'folder') return exportFolder(place.folder, withSecrets, write);
    if (place.kind === 'database') return exportDatabase(place.database, withSecrets, write);
    return write(receive(place.base, await callAdmin(place, `export?secrets=${withSecrets}`)));
  };
  const sizeBytes = await send();
  printMessage(`exported everything to ${file} (${sizeBytes} bytes)`);
  return 0;
}

/** @throws HazeError `usage`, `store-not-empty`, `bad-export`, `folder-locked`, `no-server`, `refused` */
async function importState(place: Place, positionals: readonly string[]): Promise<number> {
  const file = onlyFile('import', positionals);
  await checkArchiveFile(file);
  const archive = readArchiveFile(file);
  const send = async (): Promise<{ readonly records: number; readonly blobs: number }> => {
    if (place.kind === 'folder') return importFolder(place.folder, archive);
    if (place.kind === 'database') return importDatabase(place.database, archive);
    const answer = await callAdmin(place, 'import', sentBody(archive));
    return (await answer.json()) as { records: number; blobs: number };
  };
  const { records, blobs } = await send();
  printMessage(`imported ${records} records and ${blobs} files from ${file}`);
  return 0;
}

function sentBody(pieces: AsyncGenerator<Uint8Array>): RequestInit {
  // The platform's types lack `duplex`.
  return { body: toStream(pieces), duplex: 'half' } as RequestInit;
}

/** @throws HazeError `usage`, `no-folder`, `folder-locked`, `no-server`, `refused` */
async function resetState(place: Place, isConfirmed: boolean): Promise<number> {
  if (place.kind === 'server') {
    await callAdmin(place, 'reset');
    printMessage(`everything at ${place.base} was removed`);
    return 0;
  }
  const where = place.kind === 'folder' ? place.folder : 'the database';
  if (!isConfirmed) {
    throw usageError(
      `This permanently removes all builds, tasks and files in ${where}. To confirm: haze reset --yes`,
    );
  }
  if (place.kind === 'folder') await resetFolder(place.folder, await place.findKey());
  else await resetDatabase(place.database);
  printMessage(`everything in ${where} was removed; the API key stays valid`);
  return 0;
}

// Connects a repository to a data folder's account, as POST /repositories does, and fetches it immediately, so that
// later builds need no network.
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { zipSync } from 'fflate';
import { createAccount } from '../../api/accounts/users.ts';
import { createApi } from '../../api/create-api.ts';
import type { RepositorySettings } from '../../api/repositories/repositories.ts';
import { defaultSettings, type Services } from '../../api/requests/services.ts';
import { HazeError } from '../../errors/haze-error.ts';
import { createCloneClient } from '../../jobs/cloning/clone-client.ts';
import { StoredShelf } from '../../jobs/cloning/repository-store.ts';
import type { CheckedOut } from '../../repositories/check-out.ts';
import { defaultCheckOutSettings } from '../../repositories/check-out-settings.ts';
import { toZippable } from '../../repositories/imports/imported-revision.ts';
import {
  isAllowedAddress,
  notAllowed,
  parseRepositoryAddress,
} from '../../repositories/repository-address.ts';
import type { Store } from '../../store/contract/store.ts';
import { createNodeCloneWorker } from '../engine/serve-workers.ts';
import { openDataFolder } from '../folders/data-folder.ts';
import { readProgramFolder } from '../folders/program-folder.ts';
import { openAccount } from '../folders/serve-data.ts';
import { createIdleServices } from '../service/idle-services.ts';

/** RepositoryConfig from the REST interface. */
export interface ConnectionConfig extends RepositorySettings {
  /** For a private repository; stored separately from the connection, and never shown. */
  readonly Token?: string;
}

export interface ConnectRequest {
  readonly config: ConnectionConfig;
  readonly dataFolder: string;
  readonly repositoryHosts?: readonly string[] | undefined;
  /** A folder, zip or git bundle to use in place of the URL. */
  readonly copy?: string | undefined;
  /** Receives a line about the current step. */
  readonly report: (message: string) => void;
  /** Receives a line to keep, such as a warning. */
  readonly remark: (line: string) => void;
}

export interface ConnectedRepository extends CheckedOut {
  readonly repositoryId: string;
}

/** @throws HazeError the errors of `checkOut` and `openDataFolder` */
export async function connectRepository(request: ConnectRequest): Promise<ConnectedRepository> {
  // Reports an invalid URL before creating a folder.
  const { repositoryHosts = defaultSettings.repositoryHosts, dataFolder } = request;
  const address = parseRepositoryAddress(request.config.RemoteURL);
  const mayBeKept = request.copy !== undefined || existsSync(dataFolder);
  if (!mayBeKept && !isAllowedAddress(address, repositoryHosts)) throw notAllowed(address, repositoryHosts);
  const copy = request.copy === undefined ? undefined : await readCopy(request.copy, request.remark);
  const store = await openDataFolder(dataFolder, request.remark);
  try {
    return await connectIn(store, request, copy);
  } finally {
    await store.close();
  }
}

async function connectIn(
  store: Store,
  request: ConnectRequest,
  copy: Uint8Array | undefined,
): Promise<ConnectedRepository> {
  const { config, dataFolder, report, repositoryHosts = defaultSettings.repositoryHosts } = request;
  const services = createIdleServices(store, { repositoryHosts });
  const key = await openAccount(services, { folder: dataFolder });
  const { userId } = await createAccount(services, { key });
  if (copy !== undefined) await importCopy(services, key, config.RemoteURL, copy);
  const settings = { ...defaultCheckOutSettings, hosts: repositoryHosts };
  const { RemoteURL: url, Branch: branch, Commit: commit, BuildDirectory: directory, Token } = config;
  const wish = { url, branch, commit, directory, settings, ...(Token !== undefined && { token: Token }) };
  const shelf = new StoredShelf(store, userId, Date.now);
  const take = createCloneClient(createNodeCloneWorker);
  const checkedOut = await take(wish, { shelf, signal: new AbortController().signal, report }).catch(
    (error) => {
      if (copy === undefined || !(error instanceof HazeError)) throw error;
      throw new HazeError(
        error.code,
        `${error.message} The copy itself was imported and is kept for ${url}: correct the rest, and run the command again without the copy.`,
        { cause: error },
      );
    },
  );
  const { RepositoryID } = await call(services, key, 'POST', '/repositories', JSON.stringify(config));
  return { ...checkedOut, repositoryId: RepositoryID as string };
}

async function call(
  services: Services,
  key: string,
  method: string,
  path: string,
  body: string | Uint8Array,
): Promise<Record<string, unknown>> {
  const headers = { Authorization: key, 'Content-Type': 'application/json' };
  const request = new Request(`http://localhost${path}`, { method, headers, body: body as BodyInit });
  const response = await createApi(services).fetch(request);
  const answer = (await response.json()) as Record<string, unknown>;
  if (response.ok) return answer;
  throw HazeError.fromJSON({ code: String(answer.code), message: String(answer.message) });
}

async function importCopy(services: Services, key: string, url: string, copy: Uint8Array): Promise<void> {
  await call(services, key, 'PUT', `/repositories/imports?RemoteURL=${encodeURIComponent(url)}`, copy);
}

// A folder is converted to a zip without compression, because the zip is stored once but unpacked many times.
async function readCopy(path: string, remark: (line: string) => void): Promise<Uint8Array> {
  const status = await stat(path).catch((cause) => {
    throw new HazeError('file-not-found', `There is no file or folder "${path}".`, { cause });
  });
  if (!status.isDirectory()) return new Uint8Array(await readFile(path));
  const { files, leftOut } = await readProgramFolder(path);
  for (const link of leftOut) remark(`omitted ${link}: it is a link to something outside the repository`);
  return zipSync(toZippable(files), { level: 0 });
}

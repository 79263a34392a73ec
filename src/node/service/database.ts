// Opens a service whose store is in PostgreSQL, and provides the key that all its servers print. The store identifies
// keys by their hashes, but also holds this key in sealed form, so that servers with the key file can read it.
import { join } from 'node:path';
import { createAccount } from '../../api/accounts/users.ts';
import type { Services } from '../../api/requests/services.ts';
import { HazeError } from '../../errors/haze-error.ts';
import type { StoreOptions } from '../../store/contract/engine-store.ts';
import { openBody, type SealedBody, sealBody } from '../../store/contract/sealed-records.ts';
import { recordType, type Store } from '../../store/contract/store.ts';
import { makeFolder, PRIVATE_FOLDER } from '../../store/folder/private-files.ts';
import { parseDatabaseUrl } from '../../store/postgres/connections.ts';
import { openPostgresStore } from '../../store/postgres/postgres-store.ts';
import { SEAL_KEY_FILE } from '../folders/data-folder.ts';
import { defaultDataFolder } from '../folders/serve-data.ts';
import type { WorkforceOptions } from './workforce.ts';

export interface DatabaseOptions {
  /** A URL such as `postgres://haze@db.lan:5432/haze`; it may contain a password, and is never shown. */
  readonly url: string;
  /**
   * Path to the key that seals secrets, which is the same for all servers and workers; default: in the user's data
   * folder.
   */
  readonly sealKeyFile?: string | undefined;
  /** Maximum number of connections from this process. */
  readonly connections?: number | undefined;
  /** Maximum time to wait for the database on startup. */
  readonly waitMs?: number | undefined;
  /** Number of parallel builds and tasks in this process; 0 runs none. */
  readonly jobs?: number | undefined;
  readonly leaseMs?: number | undefined;
}

const KIND = 'page-key';
const ID = 'own';
const ownKeys = recordType<SealedBody>(KIND);

/** Opens the store. @throws HazeError the errors of `openPostgresStore` and of its key file */
export async function openDatabase(
  database: DatabaseOptions,
  report: (line: string) => void,
  options: StoreOptions = {},
): Promise<Store> {
  const { url, sealKeyFile, connections, waitMs } = database;
  // Reports an invalid URL before creating a folder.
  parseDatabaseUrl(url);
  if (sealKeyFile === undefined) await makeFolder(defaultDataFolder(), PRIVATE_FOLDER);
  return openPostgresStore({
    ...options,
    url,
    report,
    keyFile: sealKeyFile ?? join(defaultDataFolder(), SEAL_KEY_FILE),
    ...(connections !== undefined && { connections }),
    ...(waitMs !== undefined && { waitMs }),
  });
}

/** Workforce options for a database that other processes share. */
export function shareOf({
  jobs,
  leaseMs,
}: DatabaseOptions): Pick<WorkforceOptions, 'isShared' | 'isLocal' | 'parallelJobs' | 'leaseMs'> {
  return { isShared: true, parallelJobs: jobs, leaseMs };
}

/**
 * The key shared by all servers; `made` becomes that key if there is none yet. The key's account exists on return.
 */
export async function shareOwnKey(services: Services, made: string): Promise<string> {
  const { store, now } = services;
  const known = await store.get(ownKeys, ID);
  const key = known && (await maybeOpen(store, known.body));
  if (key !== undefined) return key;
  await createAccount(services, { key: made });
  const body = await sealBody(store.vault, KIND, ID, made);
  const kept = await store.transaction(async (tx) => {
    const there = await tx.get(ownKeys, ID);
    if (!there) return tx.insert(ownKeys, { id: ID, owner: '', createdAt: now(), body });
    // Another server may have created its account first, in which case that account is the valid one.
    return there.body.Sealed === known?.body.Sealed ? tx.update(ownKeys, ID, { body }) : there;
  });
  return openBody(store.vault, KIND, ID, kept.body);
}

/** Unseals the stored key; undefined if another server sealed it, as in an imported archive. */
function maybeOpen({ vault }: Store, body: SealedBody): Promise<string | undefined> {
  return openBody(vault, KIND, ID, body).catch((error: unknown) => {
    if (error instanceof HazeError && error.code === 'sealed-elsewhere') return undefined;
    throw error;
  });
}

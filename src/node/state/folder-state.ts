// Operations on a data folder's entire state, for the command line. Servers may be using it at the same time, because
// an export is a consistent snapshot.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount } from '../../api/accounts/users.ts';
import { HazeError } from '../../errors/haze-error.ts';
import type { Store } from '../../store/contract/store.ts';
import { type BackupCounts, backUp } from '../../store/folder/backup.ts';
import { openDataFolder } from '../folders/data-folder.ts';
import { keepKey, maybeReadKey, openAccount } from '../folders/serve-data.ts';
import { printMessage } from '../logs/stderr-line.ts';
import { exportAs } from '../service/archive-secrets.ts';
import { createIdleServices } from '../service/idle-services.ts';
import { checkEmpty, type Imported, importArchive } from '../service/service-state.ts';

/** Opens a folder's store, runs the work, and closes the store. @throws HazeError `no-folder`, `folder-locked` */
export async function withFolder<Result>(
  folder: string,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  await stat(join(folder, 'store')).catch((cause) => {
    const message = `There is no Haze data in "${folder}": specify another folder with --data-dir.`;
    throw new HazeError('no-folder', message, { cause });
  });
  return withStore(folder, work);
}

async function withStore<Result>(folder: string, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openDataFolder(folder, (line) => printMessage(line));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Passes the entire folder to `take`, as an archive. @throws HazeError `no-folder`, `folder-locked` */
export async function exportFolder<Result>(
  folder: string,
  withSecrets: boolean,
  take: (archive: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  return withFolder(folder, async (store) => {
    const key = await openAccount(createIdleServices(store), { folder });
    const { userId } = await createAccount(createIdleServices(store), { key });
    return take(exportAs(store, userId, withSecrets));
  });
}

/** Copies all data in the folder into one SQLite file. @throws HazeError `no-folder`, `storage-damaged` */
export function backupFolder(folder: string, file: string): Promise<BackupCounts> {
  return withFolder(folder, (store) => backUp(store, file));
}

/**
 * Removes everything in the folder except the accounts of its keys.
 * @param key the key of running servers, which may differ from the key that the folder contains
 * @throws HazeError `no-folder`, `folder-locked`
 */
export function resetFolder(folder: string, key?: string): Promise<void> {
  return withFolder(folder, async (store) => {
    const keys = new Set([key, await maybeReadKey(folder)]);
    await store.reset();
    for (const known of keys) {
      if (known !== undefined) await createAccount(createIdleServices(store), { key: known });
    }
  });
}

/**
 * Loads an archive into a folder that does not yet contain any work.
 * @throws HazeError `store-not-empty`, `bad-export`, `folder-locked`
 */
export async function importFolder(folder: string, archive: AsyncIterable<Uint8Array>): Promise<Imported> {
  return withStore(folder, async (store) => {
    await checkEmpty(store, folder);
    const services = createIdleServices(store);
    const known = await maybeReadKey(folder);
    const key = known ?? (await createAccount(services)).key;
    const imported = await importArchive(services, archive, key);
    if (known === undefined) await keepKey(folder, key);
    return imported;
  });
}

// Operations on a database's entire state, for the command line. Servers may be using it at the same time, because an
// export is a consistent snapshot.
import { makeKey } from '../../api/accounts/authentication.ts';
import { createAccount } from '../../api/accounts/users.ts';
import type { Store } from '../../store/contract/store.ts';
import { printMessage } from '../logs/stderr-line.ts';
import { exportAs } from '../service/archive-secrets.ts';
import { type DatabaseOptions, openDatabase, shareOwnKey } from '../service/database.ts';
import { createIdleServices } from '../service/idle-services.ts';
import { checkEmpty, type Imported, importArchive } from '../service/service-state.ts';

/** Opens a database's store, runs the work, and closes the store. @throws HazeError the errors of `openDatabase` */
export async function withDatabase<Result>(
  database: DatabaseOptions,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openDatabase(database, (line) => printMessage(line));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The key that all servers print, and the key's account. */
async function openOwnAccount(store: Store): Promise<{ key: string; userId: string }> {
  const services = createIdleServices(store);
  return createAccount(services, { key: await shareOwnKey(services, makeKey(services)) });
}

/** Passes the entire database to `take`, as an archive. @throws HazeError the errors of `openDatabase` */
export function exportDatabase<Result>(
  database: DatabaseOptions,
  withSecrets: boolean,
  take: (archive: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  return withDatabase(database, async (store) => {
    const { userId } = await openOwnAccount(store);
    return take(exportAs(store, userId, withSecrets));
  });
}

/** Removes everything in the database except its servers' key. */
export function resetDatabase(database: DatabaseOptions): Promise<void> {
  return withDatabase(database, async (store) => {
    const { key } = await openOwnAccount(store);
    await store.reset();
    await shareOwnKey(createIdleServices(store), key);
  });
}

/**
 * Loads an archive into a database that does not yet contain any work. @throws HazeError `store-not-empty`,
 * `bad-export`
 */
export function importDatabase(
  database: DatabaseOptions,
  archive: AsyncIterable<Uint8Array>,
): Promise<Imported> {
  return withDatabase(database, async (store) => {
    await checkEmpty(store, 'The database');
    const services = createIdleServices(store);
    const { key } = await openOwnAccount(store);
    const imported = await importArchive(services, archive, key);
    await shareOwnKey(services, key);
    return imported;
  });
}

// The data folder of `haze serve`, and the key that `haze serve` prints. The store contains only hashes of keys, so a
// file next to the store, readable only by its owner, stores the key for later starts.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeKey } from '../../api/accounts/authentication.ts';
import { createAccount } from '../../api/accounts/users.ts';
import type { Services } from '../../api/requests/services.ts';
import { HazeError } from '../../errors/haze-error.ts';
import { PRIVATE_FILE } from '../../store/folder/private-files.ts';
import { readUserSystem, type UserSystem } from '../files/home-folder.ts';
import { KEY_FILE } from './data-folder.ts';

const READ_TRIES = 20;
const READ_AGAIN_MS = 50;

/**
 * Haze's folder within the system's data folder for this user's programs.
 * @throws HazeError `folder-unusable` for a user without their own folder
 */
export function defaultDataFolder(system: UserSystem = readUserSystem()): string {
  const { platform, env } = system;
  const home = () => {
    if (system.home !== undefined) return system.home;
    throw new HazeError(
      'folder-unusable',
      'This user has no home folder. Specify where to keep data with --data-dir DIR (with --database, specify the key with --seal-key-file FILE), or set HOME.',
    );
  };
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home(), 'AppData', 'Local'), 'haze');
  if (platform === 'darwin') return join(home(), 'Library', 'Application Support', 'haze');
  // Ignores a relative path, as the XDG Base Directory Specification requires.
  const data = env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : join(home(), '.local', 'share');
  return join(data, 'haze');
}

/** The key that earlier starts printed. */
export async function maybeReadKey(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, KEY_FILE), 'utf8').catch(() => '');
  return text.trim() || undefined;
}

/**
 * Saves a key for later starts, readable only by this user. Returns the key in force: servers that start together use
 * the first key saved.
 */
export async function keepKey(folder: string, key: string): Promise<string> {
  try {
    await writeFile(join(folder, KEY_FILE), `${key}\n`, { mode: PRIVATE_FILE, flag: 'wx' });
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // Retries: another server may have created the file but not yet written it.
  for (let tries = 0; tries < READ_TRIES; tries += 1) {
    const known = await maybeReadKey(folder);
    if (known !== undefined) return known;
    await setTimeout(READ_AGAIN_MS);
  }
  // Writes the key if the file stays empty, for instance because the disk was full.
  await writeFile(join(folder, KEY_FILE), `${key}\n`, { mode: PRIVATE_FILE });
  return key;
}

/**
 * The key to print: the given key, else the key of earlier starts, else a new key. The key's account exists by the
 * time this returns.
 */
export async function openAccount(
  services: Services,
  options: { readonly folder: string; readonly key?: string | undefined },
): Promise<string> {
  const known = options.key ?? (await maybeReadKey(options.folder));
  const key = known ?? (await keepKey(options.folder, makeKey(services)));
  await createAccount(services, { key });
  return key;
}

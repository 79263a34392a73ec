// The data folder of `haze serve` and `haze clone`, private to its owner: the store, the printed key and the key that
// seals secrets. Files that others could read are reported and repaired; a folder that cannot be made private is
// rejected.
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';
import { removeAllLeases } from '../../jobs/records/leases.ts';
import type { StoreOptions } from '../../store/contract/engine-store.ts';
import type { Store } from '../../store/contract/store.ts';
import { openFolderStore } from '../../store/folder/folder-store.ts';
import {
  type MendedRights,
  makeFolder,
  maybeFolderUnusable,
  OTHERS,
  PRIVATE_FOLDER,
  takeRightsOfOthers,
} from '../../store/folder/private-files.ts';

/** The file that holds the key printed on every startup. */
export const KEY_FILE = 'key';
/** The folder that contains the store. */
export const STORE_FOLDER = 'store';
export const SEAL_KEY_FILE = 'seal-key';
const OURS: ReadonlySet<string> = new Set([KEY_FILE, STORE_FOLDER, SEAL_KEY_FILE]);

/**
 * Opens the store in a data folder, creating the folder if it is missing.
 * @param report receives a line about each repair, and other notices for the user
 * @throws HazeError `folder-unusable`, `folder-not-private`, and the errors of `openFolderStore`
 */
export async function openDataFolder(
  folder: string,
  report: (line: string) => void,
  options: StoreOptions = {},
): Promise<Store> {
  await makeFolder(folder, PRIVATE_FOLDER);
  await keepPrivate(await realpath(folder), report);
  // Stored outside the store, so that a copy of only the store contains no secret.
  return openFolderStore(join(folder, STORE_FOLDER), {
    ...options,
    report,
    keyFile: join(folder, SEAL_KEY_FILE),
    whenAlone: removeAllLeases,
  });
}

async function keepPrivate(folder: string, report: (line: string) => void): Promise<void> {
  const names = await readdir(folder).catch((error) => {
    throw maybeFolderUnusable(folder, error) ?? error;
  });
  // The permissions of a home folder or system folder are left unchanged; only Haze's files in it become private.
  const isOurs = names.every((name) => OURS.has(name));
  const places = isOurs ? [folder] : names.filter((name) => OURS.has(name)).map((name) => join(folder, name));
  const wasClosed = ((await stat(folder)).mode & OTHERS) === 0;
  const findings = places.map(takeRightsOfOthers);
  const mended = findings.reduce((sum, found) => sum + found.mended, 0);
  if (mended > 0) report(describeMended(folder, mended, wasClosed));
  for (const found of findings) checkFindings(folder, found, report);
}

function describeMended(folder: string, mended: number, wasClosed: boolean): string {
  const what = `${mended} ${mended === 1 ? 'file or folder' : 'files and folders'} in ${folder}`;
  if (wasClosed)
    return `removed other users' permissions on ${what}; the folder itself was already closed to them`;
  return `other users on this machine could read ${what} until now, but no longer can. If someone may have read it, create a new API key and new repository tokens`;
}

function checkFindings(
  folder: string,
  { open, foreign }: MendedRights,
  report: (line: string) => void,
): void {
  if (open !== undefined && foreign !== undefined) {
    throw new HazeError(
      'folder-not-private',
      `Other users on this machine can read ${open}, and its permissions cannot be changed because ${foreign} belongs to another user. Have its owner changed to you (chown), or specify another folder with --data-dir.`,
      { data: { folder, path: open } },
    );
  }
  if (open !== undefined) {
    report(
      `Other users on this machine can read ${open}: its file system does not support permissions. If they should not, keep the data elsewhere (--data-dir)`,
    );
  } else if (foreign !== undefined) {
    report(`${foreign} belongs to another user on this machine, who can read and change it`);
  }
}

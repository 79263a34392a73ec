// Folders and files that only their owner can read, whatever the umask. Also explains in one sentence why a path
// cannot be used as a folder, and corrects the permissions of files that other users or older programs created.
import { chmodSync, type Dirent, lstatSync, readdirSync } from 'node:fs';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';

/** Permissions of every file that Haze creates. */
export const PRIVATE_FILE = 0o600;
/** Permissions of every folder that Haze creates. */
export const PRIVATE_FOLDER = 0o700;
/** Mode bits for group and others. */
export const OTHERS = 0o077;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'the system does not let anyone create a folder there',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'there is already a file with that name',
  EACCES: 'this user is not allowed to write there',
  EPERM: 'this user is not allowed to write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'this user has no space left on its disk',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its path contains a loop of links',
  ERR_INVALID_ARG_VALUE: 'the name contains a NUL character',
};

/** Bytes of a file; undefined if there is no such file. */
export function maybeReadFile(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** The error for an unusable folder; undefined if the failure has another cause. */
export function maybeFolderUnusable(folder: string, error: unknown): HazeError | undefined {
  const { code } = error as NodeJS.ErrnoException;
  const reason = code === undefined ? undefined : REASONS[code];
  if (reason === undefined) return undefined;
  return new HazeError(
    'folder-unusable',
    `The folder ${JSON.stringify(folder)} cannot be used: ${reason} (${code}). Specify another folder, or free space or change the permissions of this one.`,
    { data: { folder }, cause: error },
  );
}

/**
 * Creates a folder and its missing parents. (Node's own recursive call never returns if the system reports ENOENT for
 * everything, as it does under /proc.)
 * @throws HazeError `folder-unusable`
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  try {
    await makeWithParents(folder, mode);
  } catch (error) {
    throw maybeFolderUnusable(folder, error) ?? error;
  }
}

async function makeWithParents(folder: string, mode: number | undefined): Promise<void> {
  const makeOne = () => mkdir(folder, mode);
  try {
    await makeOne();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const parent = dirname(folder);
    if (code === 'ENOENT' && parent !== folder) {
      await makeWithParents(parent, mode);
      await makeOne().catch((failure) => ignoreIfFolder(folder, failure));
      return;
    }
    await ignoreIfFolder(folder, error);
  }
}

// For an existing folder, a file system may report EROFS or EACCES instead of EEXIST.
async function ignoreIfFolder(folder: string, error: unknown): Promise<void> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw error;
}

/** Makes a file's content durable. */
export async function syncFile(path: string, flags = 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the filenames in a folder durable; systems without this call (Windows) do so automatically. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await syncFile(folder, 'r');
}

/** Result of `takeRightsOfOthers`. */
export interface MendedRights {
  /** Number of files and folders that other users could access until now. */
  readonly mended: number;
  /** A path that other users can still access, because its permissions cannot be changed. */
  readonly open?: string;
  /** A path that belongs to another user of the machine, who therefore controls it. */
  readonly foreign?: string;
}

/**
 * Removes the permissions of group and others from a file, or from a folder and everything in it. Does not follow
 * links; a link owned by another user counts as foreign, because its target becomes a key or a database. On Windows,
 * modes carry no permissions: a folder within the user's own folder belongs only to that user.
 */
export function takeRightsOfOthers(path: string): MendedRights {
  const findings: { mended: number; open?: string; foreign?: string } = { mended: 0 };
  const self = process.getuid?.();
  if (self === undefined) return findings;
  const visit = (place: string, entry: Pick<Dirent, 'isDirectory' | 'isFile' | 'isSymbolicLink'>): void => {
    if (!entry.isDirectory() && !entry.isFile() && !entry.isSymbolicLink()) return;
    const found = lstatSync(place);
    if (found.uid !== self) findings.foreign ??= place;
    if (found.isSymbolicLink()) return;
    if ((found.mode & OTHERS) !== 0) {
      const isMended = maybeChmod(place, found.isDirectory() ? PRIVATE_FOLDER : PRIVATE_FILE);
      if (isMended) findings.mended += 1;
      else findings.open ??= place;
    }
    if (!found.isDirectory()) return;
    for (const inner of readdirSync(place, { withFileTypes: true })) visit(join(place, inner.name), inner);
  };
  visit(path, lstatSync(path));
  return findings;
}

/**
 * Changes permissions, and returns whether they have changed: some file systems store no permissions and silently
 * ignore the change.
 */
function maybeChmod(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode);
  } catch {
    return false;
  }
  return (lstatSync(path).mode & OTHERS) === 0;
}

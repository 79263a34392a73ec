// Writes files completely or not at all: the old file stays until the new one is complete. Targets of two kinds are
// written directly: those that are not files on disk (a terminal, a pipe, /dev/null), and files in a folder in which no
// new file can be created. A link stays a link.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface WriteOptions {
  /** Permissions of a new file; default: the permissions of the old file, or else the usual permissions. */
  readonly mode?: number;
  /** Flushes the bytes to disk before the file replaces the old one. */
  readonly isSynced?: boolean;
}

/**
 * Writes chunks to a path as they arrive.
 * @returns the number of bytes
 * @throws the system error, naming the path
 */
export async function writeWhole(path: string, pieces: Pieces, options: WriteOptions = {}): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  const target = await realpath(path).catch(() => path);
  const passing = `${target}.${randomBytes(4).toString('hex')}.part`;
  try {
    const isFile = found?.isFile() ?? true;
    const file = isFile && (await maybeOpen(passing, options.mode ?? found?.mode, found !== undefined));
    if (!file) return await writePieces(await open(path, 'w'), pieces, {});
    const sizeBytes = await writePieces(file, pieces, options);
    await rename(passing, target);
    return sizeBytes;
  } catch (error) {
    await rm(passing, { force: true }).catch(() => undefined);
    throw placed(error, path);
  }
}

/**
 * Checks, before long work begins, that its result can be written.
 * @throws the system error, naming the path
 */
export async function checkPlace(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  try {
    if (found?.isDirectory()) await (await open(path, 'r+')).close();
    // The check creates no empty file, because it is enough that the folder is writable.
    await access(found ? path : dirname(path), constants.W_OK);
  } catch (error) {
    throw placed(error, path);
  }
}

const REFUSED: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** The temporary file; undefined if its folder is not writable but the old file is. */
async function maybeOpen(
  passing: string,
  mode: number | undefined,
  isThere: boolean,
): Promise<FileHandle | undefined> {
  try {
    return await open(passing, 'wx', mode);
  } catch (error) {
    if (isThere && REFUSED.has((error as NodeJS.ErrnoException).code)) return undefined;
    throw error;
  }
}

async function writePieces(
  file: FileHandle,
  pieces: Pieces,
  { isSynced = false }: WriteOptions,
): Promise<number> {
  let sizeBytes = 0;
  try {
    for await (const piece of pieces) {
      await file.writeFile(piece);
      sizeBytes += piece.length;
    }
    if (isSynced) await file.sync();
  } finally {
    await file.close();
  }
  return sizeBytes;
}

/** The system error names the temporary file or no file at all, but users know only the path that they passed. */
function placed(error: unknown, path: string): unknown {
  const isOfSystem = error instanceof Error && (error as NodeJS.ErrnoException).syscall !== undefined;
  return isOfSystem ? Object.assign(error, { path }) : error;
}

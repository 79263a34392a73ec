// Archive files: read in chunks, and written completely or not at all.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { HazeError } from '../../errors/haze-error.ts';
import { PRIVATE_FILE } from '../../store/folder/private-files.ts';
import { adviseOn } from '../files/file-advice.ts';
import { writeWhole } from '../files/write-whole.ts';

/** The bytes of an archive. @throws HazeError `file-not-found` on the first read */
export async function* readArchiveFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** Reports a missing archive before a folder is created for its contents. @throws HazeError `file-not-found` */
export async function checkArchiveFile(path: string): Promise<void> {
  try {
    const file = await open(path);
    const isFolder = (await file.stat()).isDirectory();
    await file.close();
    if (isFolder) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function unreadable(path: string, cause: unknown): HazeError {
  const { code = '' } = cause as NodeJS.ErrnoException;
  return new HazeError('file-not-found', `The export "${path}" cannot be read (${code}).${adviseOn(code)}`, {
    cause,
  });
}

/** Writes an archive that only this user can read. An existing file stays until the new one is complete. */
export function writeArchiveFile(path: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  return writeWhole(path, pieces, { mode: PRIVATE_FILE, isSynced: true });
}

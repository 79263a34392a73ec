// Archives as files: read in pieces, and written whole or not at all.
import { createReadStream } from 'node:fs';
import { HazeError } from '../../errors/haze-error.ts';
import { PRIVATE_FILE } from '../../store/private-files.ts';
import { writeWhole } from './write-whole.ts';

/** The bytes of an archive. @throws HazeError `file-not-found` at the first piece */
export async function* readArchiveFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new HazeError('file-not-found', `The export "${path}" cannot be read (${code}).`, { cause });
  }
}

/** Writes an archive that only this user can read. A file that was there stays until the new one is whole. */
export function writeArchiveFile(path: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  return writeWhole(path, pieces, { mode: PRIVATE_FILE, isSynced: true });
}

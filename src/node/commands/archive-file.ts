// Archives as files: read in pieces, and written whole or not at all.
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { HazeError } from '../../errors/haze-error.ts';

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
export async function writeArchiveFile(path: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  const unfinished = `${path}.part`;
  let sizeBytes = 0;
  const file = await open(unfinished, 'w', 0o600);
  try {
    for await (const piece of pieces) {
      await file.writeFile(piece);
      sizeBytes += piece.length;
    }
    await file.sync();
    await file.close();
    await rename(unfinished, path);
    return sizeBytes;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}

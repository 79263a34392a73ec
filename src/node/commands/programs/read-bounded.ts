// Reads whole files for a command, up to a size limit. The limit applies during the read, because the size of a device
// or pipe is not known beforehand.
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { HazeError } from '../../../errors/haze-error.ts';

/** Size limit for a source, as in a repository. */
const MOST_SOURCE_BYTES = 100e6;
/** Size limit for a file given to a program: the maximum that Node reads in one call. */
export const MOST_INPUT_BYTES = 2 ** 31 - 1;

/** A file for the compiler. @throws HazeError `file-too-large`; the system error for an unreadable file */
export function readSource(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const advice = 'The program reads its data itself: put the files in the --inputs folder.';
  return readBounded(path, MOST_SOURCE_BYTES, advice);
}

/** @throws HazeError `file-too-large`; the system error for an unreadable file */
export async function readBounded(
  path: string,
  maxBytes: number,
  advice: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const found = await stat(path);
  if (found.size > maxBytes) throw tooLarge(path, maxBytes, advice);
  if (!found.isFile()) return readStream(path, maxBytes, advice);
  return new Uint8Array(await readFile(path));
}

async function readStream(path: string, maxBytes: number, advice: string): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Uint8Array>) {
    sizeBytes += piece.length;
    if (sizeBytes > maxBytes) throw tooLarge(path, maxBytes, advice);
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}

function tooLarge(path: string, maxBytes: number, advice: string): HazeError {
  const most = `${Math.round(maxBytes / 1e6)} MB`;
  return new HazeError(
    'file-too-large',
    `"${path}" is larger than ${most}, the maximum that can be read. ${advice}`,
    { data: { path, maxBytes } },
  );
}

// Decompresses pieces that are gzip files, which every browser supports. A service worker needs nothing else.
import { HazeError } from '../../../../errors/haze-error.ts';
import type { PackedFile } from '../../../../toolchain/sources/file-list.ts';

/** Decompresses one piece. */
export type Unpack = (packed: Uint8Array<ArrayBuffer>) => Promise<Uint8Array> | Uint8Array;

/** Returns the function for a coding; `openModule` returns the module for Brotli. */
export type OpenUnpack = (
  coding: PackedFile['coding'],
  openModule: () => Promise<Response>,
) => Promise<Unpack>;

/** @throws HazeError `not-supported` for any other coding */
export async function openGzip(coding: PackedFile['coding']): Promise<Unpack> {
  if (coding === 'gzip') return unpackGzip;
  throw new HazeError('not-supported', `Files with the encoding "${coding}" are not unpacked here.`);
}

async function unpackGzip(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

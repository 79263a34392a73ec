// Decompresses gzip files, which every browser supports. A service worker needs no other coding.
import { HazeError } from '../../../../errors/haze-error.ts';
import type { PackedFile } from '../../../../toolchain/sources/file-list.ts';

/** Decompresses a file while it arrives. */
export type Unpack = (
  packed: ReadableStream<Uint8Array<ArrayBuffer>>,
) => ReadableStream<Uint8Array<ArrayBufferLike>>;

/** Returns the function that decompresses a coding; `openModule` returns the module for Brotli. */
export type OpenUnpack = (
  coding: PackedFile['coding'],
  openModule: () => Promise<Response>,
) => Promise<Unpack>;

/** @throws HazeError `not-supported` for any other coding */
export async function openGzip(coding: PackedFile['coding']): Promise<Unpack> {
  if (coding === 'gzip') return (packed) => packed.pipeThrough(new DecompressionStream('gzip'));
  throw new HazeError('not-supported', `Files with the encoding "${coding}" cannot be decompressed here.`);
}

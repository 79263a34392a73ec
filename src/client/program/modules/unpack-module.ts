// Reads module files, which are transferred as gzip files. Their checksums detect truncated and damaged modules.
import { HazeError } from '../../../errors/haze-error.ts';

/**
 * Extracts the module from its file. The host may have decompressed the file in transit. @throws HazeError
 * `malformed-module`
 */
export async function unpackModule(file: Uint8Array): Promise<Uint8Array> {
  const isPacked = file[0] === 0x1f && file[1] === 0x8b;
  if (!isPacked) return file;
  const stream = new Blob([file as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip'));
  try {
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch (cause) {
    throw new HazeError('malformed-module', 'The module is truncated or damaged.', { cause });
  }
}

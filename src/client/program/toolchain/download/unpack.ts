// Decompresses pieces: gzip with the browser's own function, and Brotli with a small WebAssembly module that arrives
// as a gzip file.
import { loadInTime } from '../../../../jobs/compiling/load-in-time.ts';
import type { PackedFile } from '../../../../toolchain/sources/file-list.ts';
import { openGzip, type Unpack } from './unpack-gzip.ts';

/** Returns the function for a coding; `openModule` returns the module for Brotli. */
export async function openUnpack(
  coding: PackedFile['coding'],
  openModule: () => Promise<Response>,
): Promise<Unpack> {
  if (coding === 'gzip') return openGzip(coding);
  const { default: initialise, decompress } = await loadInTime(() => import('brotli-dec-wasm/web'));
  await initialise({ module_or_path: await (await openModule()).arrayBuffer() });
  return decompress;
}

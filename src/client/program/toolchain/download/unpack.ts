// Decompresses files: gzip with the browser's own function, and Brotli with a small WebAssembly module that arrives as
// a gzip file.
import { loadInTime } from '../../../../jobs/compiling/load-in-time.ts';
import type { PackedFile } from '../../../../toolchain/sources/file-list.ts';
import { openGzip, type Unpack } from './unpack-gzip.ts';

/** Size of the decoder's output buffer. */
const OUTPUT_BYTES = 2 ** 20;

/** Returns the function that decompresses a coding; `openModule` returns the module for Brotli. */
export async function openUnpack(
  coding: PackedFile['coding'],
  openModule: () => Promise<Response>,
): Promise<Unpack> {
  if (coding === 'gzip') return openGzip(coding);
  const brotli = await loadInTime(() => import('brotli-dec-wasm/web'));
  await brotli.default({ module_or_path: await (await openModule()).arrayBuffer() });
  return (packed) => {
    const decoder = new brotli.BrotliDecStream();
    const unpacking = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array>({
      transform: (piece, controller) => {
        for (let at = 0, isMore = true; isMore; ) {
          const result = decoder.dec(piece.subarray(at), OUTPUT_BYTES);
          controller.enqueue(result.buf);
          at += result.input_offset;
          isMore = result.code === brotli.BrotliStreamResultCode.NeedsMoreOutput;
          result.free();
        }
      },
      flush: () => decoder.free(),
    });
    return packed.pipeThrough(unpacking);
  };
}

// Worker that compresses pieces of the packed toolchain (pack-toolchain.ts).
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { answerTasks } from './worker-pool.ts';

/** A piece to compress, and the compression quality. */
export interface CompressTask {
  readonly bytes: Uint8Array;
  readonly coding: 'br' | 'gzip';
  readonly quality: number;
}

answerTasks<CompressTask, Uint8Array>(({ bytes, coding, quality }) =>
  coding === 'gzip'
    ? gzipSync(bytes, { level: quality })
    : brotliCompressSync(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: quality,
          [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
);

// Content stored before it has an entry.
import { HazeError } from '../../errors/haze-error.ts';
import type { BlobRow, StoreEngine } from './tables.ts';

/**
 * Removes chunks that will never get an entry. Failures are ignored: later sweeps remove any remaining chunks, and the
 * caller's original error matters more.
 */
export async function dropStaged(
  engine: StoreEngine,
  staged: readonly Pick<BlobRow, 'blobId' | 'chunkCount'>[],
): Promise<void> {
  for (const { blobId, chunkCount } of staged) {
    await engine.dropStaged(blobId, chunkCount).catch(() => undefined);
  }
}

/** Stores chunks under a new name without an entry; after a failure, removes all of them. */
export async function stageChunks(
  engine: StoreEngine,
  blobId: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ sizeBytes: number; chunkCount: number }> {
  let sizeBytes = 0;
  let chunkCount = 0;
  try {
    for await (const chunk of chunks) {
      await engine.stageChunk(blobId, chunkCount, chunk);
      chunkCount += 1;
      sizeBytes += chunk.length;
    }
  } catch (error) {
    await dropStaged(engine, [{ blobId, chunkCount: chunkCount + 1 }]);
    throw error;
  }
  return { sizeBytes, chunkCount };
}

/**
 * Checks that content still exists before it gets an entry: if the clock is set forward, a sweep removes it early. A
 * sweep removes all chunks at once.
 * @throws HazeError `storage-busy`
 */
export async function checkStaged(
  engine: Pick<StoreEngine, 'readChunk'>,
  { blobId, chunkCount }: Pick<BlobRow, 'blobId' | 'chunkCount'>,
): Promise<void> {
  if (chunkCount === 0 || (await engine.readChunk(blobId, 0))) return;
  throw new HazeError(
    'storage-busy',
    'None of this was stored, because the clock was set forward by more than a day in the meantime. Try again.',
  );
}

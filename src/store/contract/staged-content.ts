// Content that is stored before any entry names it.
import type { BlobRow, StoreEngine } from './tables.ts';

/** Removes chunks that will get no entry. Later sweeps remove the rest; the error that led here matters more. */
export async function dropStaged(
  engine: StoreEngine,
  staged: readonly Pick<BlobRow, 'blobId' | 'chunkCount'>[],
): Promise<void> {
  for (const { blobId, chunkCount } of staged) {
    await engine.dropStaged(blobId, chunkCount).catch(() => undefined);
  }
}

/** Stores chunks under a new name that no entry has yet; after a failure none of them stays. */
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

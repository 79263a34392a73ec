// Reads a blob of the store as one piece.
import { HazeError } from '../../errors/haze-error.ts';
import type { Store } from '../../store/contract/store.ts';
import { recordDamaged } from '../../store/contract/store-errors.ts';
import { parseContent } from './contents.ts';

/** Attempts at a blob that other processes replace while it is read. */
const MOST_ATTEMPTS = 20;

/**
 * The blob's bytes, or undefined when it is missing. A blob that another process replaces meanwhile is read again.
 * @throws HazeError `blob-gone` when each attempt meets another replacement
 */
export async function maybeReadBlob(store: Store, key: string): Promise<Uint8Array | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readOnce(store, key);
    } catch (error) {
      const isGone = error instanceof HazeError && error.code === 'blob-gone';
      if (!isGone || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

/**
 * The JSON of a blob, or undefined when it is missing.
 * @throws HazeError `record-damaged` for something else than JSON of its form
 */
export async function maybeReadJson<Value>(store: Store, key: string): Promise<Value | undefined> {
  const bytes = await maybeReadBlob(store, key);
  if (!bytes) return undefined;
  const { json, problem } = parseContent(key, bytes);
  if (problem !== undefined) throw recordDamaged('content', key, problem);
  return json as Value;
}

async function readOnce(store: Store, key: string): Promise<Uint8Array | undefined> {
  const chunks = await store.readBlob(key);
  if (!chunks) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const chunk of chunks) pieces.push(chunk);
  return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
}

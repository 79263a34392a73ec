// Reads a whole blob from the store.
import { HazeError } from '../../errors/haze-error.ts';
import type { Store } from '../../store/contract/store.ts';
import { recordDamaged } from '../../store/contract/store-errors.ts';
import { parseContent } from './contents.ts';

/** Maximum number of attempts to read a blob that other processes replace during the read. */
const MOST_ATTEMPTS = 20;

/**
 * The blob's bytes; undefined if it does not exist. If another process replaces a blob during the read, the blob is
 * read again.
 * @throws HazeError `blob-gone` if the blob is replaced during every attempt
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
 * A blob's JSON; undefined if there is no such blob.
 * @throws HazeError `record-damaged` if the content is not JSON that matches its schema
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

// Reads a blob of the store as one piece.
import type { Store } from '../../store/contract/store.ts';

/** The blob's bytes, or undefined when it is missing. */
export async function maybeReadBlob(store: Store, key: string): Promise<Uint8Array | undefined> {
  const chunks = await store.readBlob(key);
  if (!chunks) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const chunk of chunks) pieces.push(chunk);
  return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
}

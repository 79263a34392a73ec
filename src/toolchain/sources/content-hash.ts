// Identifies content by its SHA-256, which serves as the key in all caches.
import { toHex } from './hex.ts';
import type { FileContent } from './source-files.ts';

/**
 * Hash of the parts in order, in hexadecimal. Undefined if cryptography is not available in the page (plain HTTP), in
 * which case nothing can be cached. Boundaries between parts count: ["ab", "c"] and ["a", "bc"] have different hashes.
 */
export async function maybeHashParts(parts: readonly FileContent[]): Promise<string | undefined> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) return undefined;
  const digest = await subtle.digest('SHA-256', joinWithLengths(parts));
  return toHex(new Uint8Array(digest));
}

function joinWithLengths(parts: readonly FileContent[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const encoded = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
  const joined = new Uint8Array(encoded.reduce((sum, part) => sum + 4 + part.length, 0));
  const view = new DataView(joined.buffer);
  let at = 0;
  for (const part of encoded) {
    view.setUint32(at, part.length);
    joined.set(part, at + 4);
    at += 4 + part.length;
  }
  return joined;
}

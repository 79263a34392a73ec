// Responses in cache storage that contain a hash of their bytes, because a browser may lose the end or another part
// of a stored response.
import { hashBytes } from './fetch-piece.ts';

/** SHA-256 of the body, in hexadecimal. */
const HASH = 'X-Haze-Hash';

/** Creates a response that carries the hash, ready to store. */
export async function sealResponse(
  bytes: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  return new Response(bytes, { headers: { ...headers, [HASH]: await hashBytes(bytes) } });
}

/** Hash in a stored response; null if the response was stored by an older version. */
export function sealOf(kept: Response): string | null {
  return kept.headers.get(HASH);
}

/** True if a stored response has all its bytes; reads the whole response. Older versions stored no hash. */
export async function isIntact(kept: Response): Promise<boolean> {
  const hash = sealOf(kept);
  const bytes = await kept.arrayBuffer().catch(() => undefined);
  return bytes !== undefined && (hash === null || (await hashBytes(new Uint8Array(bytes))) === hash);
}

/** Logs that a damaged entry was removed. */
export function warnOfDamage(address: string): void {
  console.warn(`Haze: ${address} was damaged in this browser's storage. It is being fetched again.`);
}

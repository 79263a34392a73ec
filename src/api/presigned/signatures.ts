// URLs that work without a key: valid for one object, one method and one hour, signed with HMAC-SHA-256 using a
// secret of this installation.
import type { Context } from 'hono';
import { HazeError } from '../../errors/haze-error.ts';
import type { StreamName } from '../../jobs/records/records.ts';
import { loadInstallation } from '../../store/contract/installation.ts';
import { toHex } from '../../store/contract/random-bytes.ts';
import { hmacSha256 } from '../../store/contract/sha256.ts';
import { nowSeconds, type Services } from '../requests/services.ts';

/** Lifetime of a signed URL. */
export const VALID_FOR_SECONDS = 3600;
/** Maximum clock difference between servers that share a store. */
const MOST_AHEAD_SECONDS = 60;

/** Objects to which a signed URL can give access. */
export type SignedObject =
  | { readonly what: 'build-log'; readonly id: string }
  | { readonly what: 'build-module'; readonly id: string }
  | { readonly what: 'task-stream'; readonly id: string; readonly stream: StreamName }
  | {
      readonly what: 'task-chunk';
      readonly id: string;
      readonly index: number;
      /** Default: stdout. */
      readonly stream?: StreamName;
    }
  | { readonly what: 'task-trace'; readonly id: string }
  | { readonly what: 'plot'; readonly id: string }
  | { readonly what: 'file'; readonly owner: string; readonly path: string }
  | { readonly what: 'upload'; readonly owner: string; readonly path: string; readonly sizeBytes: number };

async function loadSigner(services: Services): Promise<(text: string) => Promise<string>> {
  const { secret } = await loadInstallation(services.store, services);
  return async (text) => toHex(await hmacSha256(secret, text));
}

/**
 * Creates signed URLs for objects, based on the service's public address or the request's address. One signer serves a
 * whole response.
 */
export async function openAddressSigner(
  c: Context,
  services: Services,
): Promise<(object: SignedObject) => Promise<string>> {
  const sign = await loadSigner(services);
  const { basePath, publicAddress = c.req.url } = services.settings;
  const expires = String(nowSeconds(services) + VALID_FOR_SECONDS);
  return async (object) => {
    const text = JSON.stringify(object);
    const address = new URL(`${basePath}/presigned`, publicAddress);
    address.searchParams.set('object', text);
    address.searchParams.set('expires', expires);
    address.searchParams.set('signature', await sign(`${expires} ${text}`));
    return address.href;
  };
}

/** Creates the URL for a single object. */
export async function signAddress(c: Context, services: Services, object: SignedObject): Promise<string> {
  const sign = await openAddressSigner(c, services);
  return sign(object);
}

/** Compares in constant time, so the timing does not reveal the first difference. */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at += 1) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}

/**
 * Returns the object to which a signed URL gives access.
 * @throws HazeError `bad-signature`, `signature-expired`
 */
export async function checkSignature(
  services: Services,
  query: { object: string; expires: string; signature: string },
): Promise<SignedObject> {
  const sign = await loadSigner(services);
  if (!isSame(await sign(`${query.expires} ${query.object}`), query.signature)) {
    throw new HazeError('bad-signature', 'The signature does not match this URL. Request a new URL.');
  }
  const leftSeconds = Number(query.expires) - nowSeconds(services);
  // A URL that is valid for longer was signed by a clock that has since been set back.
  if (leftSeconds <= 0 || leftSeconds > VALID_FOR_SECONDS + MOST_AHEAD_SECONDS) {
    throw new HazeError('signature-expired', 'The URL has expired. Request a new one.');
  }
  return JSON.parse(query.object) as SignedObject;
}

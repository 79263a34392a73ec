// Pages and files of the code that calls `connect`, stored so that they open offline. If the network is available,
// every response comes from it, never from an earlier visit. The service worker's URL contains a marker for such files,
// because the worker must be able to tell immediately which requests to answer.
import { HazeError } from '../../../errors/haze-error.ts';
import { isIntact, sealResponse, warnOfDamage } from '../../program/toolchain/download/sealed-response.ts';

const CACHE = 'haze-kept';
const PARAMETER = 'kept';

/** URL of a service worker's script that also serves stored files. */
export function nameKeeping(script: URL): URL {
  const named = new URL(script);
  named.searchParams.set(PARAMETER, 'yes');
  return named;
}

/** True if a service worker's script also serves stored files. */
export function isKeeping(script: string): boolean {
  return new URL(script).searchParams.has(PARAMETER);
}

/**
 * Stores the current state of files on this site. @param addresses relative to the page @throws HazeError `not-kept`,
 * which names the file
 */
export async function keepFiles(addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(addresses.map((address) => keepFile(cache, new URL(address, document.baseURI))));
}

async function keepFile(cache: Cache, url: URL): Promise<void> {
  if (url.origin !== location.origin) throw notKept(url, 'it belongs to another site');
  url.hash = '';
  const response = await fetch(url, { cache: 'no-cache' }).catch((error: unknown) => error);
  // If there is no network, the stored copy is returned.
  if (!(response instanceof Response)) {
    if (await cache.match(url)) return;
    throw notKept(url, 'the network is unavailable');
  }
  if (!response.ok) throw notKept(url, `the server answered ${response.status}`);
  // Removes the redirected flag, because browsers reject a redirected response as a page.
  const bytes = new Uint8Array(await response.arrayBuffer());
  const sealed = await sealResponse(bytes, Object.fromEntries(response.headers));
  await cache.put(url, sealed).catch((cause: unknown) => {
    throw notKept(url, 'the storage is full, or the browser blocks it', cause);
  });
}

function notKept(url: URL, why: string, cause?: unknown): HazeError {
  return new HazeError('not-kept', `${url.href} is not stored for offline visits: ${why}.`, { cause });
}

/**
 * Response to a page's request for a file that may be stored; undefined for all other requests. For service workers.
 */
export function maybeAnswerKept(request: Request, script: string): Promise<Response> | undefined {
  const isOwn = request.method === 'GET' && new URL(request.url).origin === new URL(script).origin;
  if (!isOwn || !isKeeping(script)) return undefined;
  return fetch(request).catch(async (error: unknown) => {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(request, { ignoreVary: true });
    if (kept && (await isIntact(kept.clone()))) return kept;
    if (kept) warnOfDamage(request.url);
    throw error;
  });
}

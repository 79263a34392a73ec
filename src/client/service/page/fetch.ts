// A connection's `fetch`: the page itself answers requests to the service. The page never passes these requests to the
// browser, which would send them to the network if there were no service worker. All other requests go to the network.

import type { Api } from '../../../api/create-api.ts';
import { rejectWhenAborted } from '../../program/when-aborted.ts';
import type { BaseAddress } from '../bases/base-address.ts';

const MAX_REDIRECTS = 20;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Creates the function, which accepts the same arguments as the platform's `fetch`. @param open opens the interface on
 * the first request
 */
export function createPageFetch(open: () => Promise<Api>, base: BaseAddress): typeof fetch {
  const ask = async (request: Request): Promise<Response> => {
    const api = await open();
    let response = await api.fetch(request);
    let { url } = request;
    let isRedirected = false;
    for (let count = 0; REDIRECTS.has(response.status) && request.redirect !== 'manual'; count += 1) {
      const location = response.headers.get('Location');
      if (request.redirect === 'error' || !location || count >= MAX_REDIRECTS) {
        throw new TypeError(`${request.url} redirects, but redirects are not followed`);
      }
      // Signed URLs carry their own authorisation, so no header of the request is forwarded.
      const next = new Request(new URL(location, request.url), { signal: request.signal });
      if (!base.includes(next.url)) return fetch(next);
      response = await api.fetch(next);
      url = next.url;
      isRedirected = true;
    }
    return Object.defineProperties(response, { url: { value: url }, redirected: { value: isRedirected } });
  };
  return async (input, init) => {
    const request = new Request(input, init);
    if (!base.includes(request.url)) return fetch(request);
    request.signal.throwIfAborted();
    return Promise.race([ask(request), rejectWhenAborted(request.signal)]);
  };
}

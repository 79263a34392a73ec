// A `fetch` for pages without a service worker: requests to the service are answered in the page, all others go out.
import type { Api } from '../api/create-api.ts';
import type { BaseAddress } from './base-address.ts';

const MAX_REDIRECTS = 20;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Makes the function. It takes what the platform's `fetch` takes. */
export function createPageFetch(api: Api, base: BaseAddress): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    if (!base.includes(request.url)) return fetch(request);
    let response = await api.fetch(request);
    for (let count = 0; REDIRECTS.has(response.status) && request.redirect !== 'manual'; count += 1) {
      const location = response.headers.get('Location');
      if (request.redirect === 'error' || !location || count >= MAX_REDIRECTS) {
        throw new TypeError(`${request.url} redirects, and that is not followed`);
      }
      // Signed addresses carry their own access, and no header of the request goes with it.
      const next = new Request(new URL(location, request.url), { signal: request.signal });
      response = base.includes(next.url) ? await api.fetch(next) : await fetch(next);
    }
    return response;
  };
}

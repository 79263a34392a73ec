// The API in a browser: over IndexedDB, with work announced to whichever page is the executor. The service worker and
// the fetch of a page without one use the same.
import { type Api, createApi } from '../api/create-api.ts';
import { defaultSettings, type Services } from '../api/services.ts';
import { platformRandom } from '../store/random-bytes.ts';
import type { Store } from '../store/store.ts';
import type { BaseAddress } from './base-address.ts';

/** Where pages and the service worker of one database hear of new work. */
export function openWorkChannel(database: string): BroadcastChannel {
  return new BroadcastChannel(`haze-work:${database}`);
}

/** What the API works with in a browser. */
export function createPageServices(options: {
  readonly store: Store;
  readonly base: BaseAddress;
  readonly channel: BroadcastChannel;
  readonly onFault?: (error: unknown) => void;
}): Services {
  const { store, base, channel, onFault } = options;
  return {
    store,
    jobs: { announce: () => channel.postMessage('work') },
    now: Date.now,
    random: platformRandom,
    reportError: ({ id, method, path, error }) => {
      console.error(`Haze: fault ${id} in ${method} ${path}`, error);
      onFault?.(error);
    },
    settings: { ...defaultSettings, basePath: base.path },
  };
}

/** The API over such services. */
export function createPageApi(services: Services): Api {
  const api = createApi(services);
  return { fetch: async (request) => api.fetch(await withReadableBody(request)) };
}

// Not every browser lets a request's body be read piece by piece.
async function withReadableBody(request: Request): Promise<Request> {
  if (request.body || request.method === 'GET' || request.method === 'HEAD') return request;
  const body = await request.blob();
  if (body.size === 0) return request;
  const stream = body.stream();
  Object.defineProperty(request, 'body', { get: () => stream });
  return request;
}

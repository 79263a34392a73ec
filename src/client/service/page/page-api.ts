// The API in a browser, used by the service worker, and by `fetch` in a page without a service worker. A page with a
// service worker does not load the API.
import { type Api, createApi } from '../../../api/create-api.ts';
import type { Services } from '../../../api/requests/services.ts';
import type { UnwrittenEnds } from '../../../jobs/records/held-job.ts';
import { withUnwrittenEnds } from '../../../jobs/records/unwritten-ends.ts';

/** Creates the API with these services. The API also reports final states of jobs that are not yet in the store. */
export function createPageApi(services: Services, unwritten: UnwrittenEnds = new Map()): Api {
  const api = createApi({ ...services, store: withUnwrittenEnds(services.store, unwritten) });
  return { fetch: async (request) => api.fetch(await withReadableBody(request)) };
}

// Reads the whole body first in browsers that cannot stream a request's body.
async function withReadableBody(request: Request): Promise<Request> {
  if (request.body || request.method === 'GET' || request.method === 'HEAD') return request;
  const body = await request.blob();
  if (body.size === 0) return request;
  const stream = body.stream();
  Object.defineProperty(request, 'body', { get: () => stream });
  return request;
}

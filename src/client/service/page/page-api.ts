// The API in a browser. The service worker and the fetch of a page without one use the same; a page that has a service
// worker does not load it.
import { type Api, createApi } from '../../../api/create-api.ts';
import type { Services } from '../../../api/requests/services.ts';
import type { UnwrittenEnds } from '../../../jobs/records/held-job.ts';
import { withUnwrittenEnds } from '../../../jobs/records/unwritten-ends.ts';

/** The API over these services. It reports ends of jobs that are not in the store yet. */
export function createPageApi(services: Services, unwritten: UnwrittenEnds = new Map()): Api {
  const api = createApi({ ...services, store: withUnwrittenEnds(services.store, unwritten) });
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

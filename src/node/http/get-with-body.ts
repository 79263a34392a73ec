// GET /samples with Ux text in its body, as sent by Node clients and curl. The platform does not allow GET requests to
// have a body, so the request becomes a POST, which is equivalent for this path.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { hasBody, inviteBody } from './whole-requests.ts';

/** The same request, or a POST request that carries its body. @param incoming the original request */
export function keepBodyOfGet(request: Request, incoming: IncomingMessage): Request {
  const isSamples = /^\/samples\/?$/.test(new URL(request.url).pathname);
  if (request.method !== 'GET' || !hasBody(incoming) || !isSamples) return request;
  inviteBody(incoming);
  // The platform's types lack `duplex`, which lets the request send its body while it waits for the response.
  const sent = { body: Readable.toWeb(incoming), duplex: 'half' } as unknown as RequestInit;
  return new Request(request.url, { method: 'POST', headers: request.headers, ...sent });
}

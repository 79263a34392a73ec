// Opens a port on which a single function handles all requests, with their whole bodies.
import type { IncomingMessage } from 'node:http';
import { createHttpServer } from '../http/http-server.ts';
import { type ListenOptions, listen } from '../http/listen.ts';
import { hasBody, inviteBody } from '../http/whole-requests.ts';

/** Time to wait on closing for pending responses, and for silent connections, which browsers open in advance. */
const LAST_ANSWERS_MS = 2000;

type AnswerRequest = (request: Request, body: Buffer | undefined) => Promise<Response> | Response;

/** Serves requests, including GET with a body. @throws HazeError `cannot-listen` */
export async function serveRequests(
  answer: AnswerRequest,
  options: ListenOptions,
): Promise<{ readonly address: string; close(): Promise<void> }> {
  const server = createHttpServer(async (request, { incoming }) => answer(request, await readBody(incoming)));
  const address = await listen(server, options);
  return {
    address,
    close: () =>
      new Promise((done) => {
        const timer = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS);
        server.close(() => {
          clearTimeout(timer);
          done();
        });
        server.closeIdleConnections();
      }),
  };
}

async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  if (!hasBody(incoming)) return undefined;
  inviteBody(incoming);
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  if (!incoming.complete) throw new Error('The connection closed before the body was complete.');
  return Buffer.concat(pieces);
}

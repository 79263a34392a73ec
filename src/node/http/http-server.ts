// Node's HTTP server around a request handler: every response has the same form, even if the bytes received never form
// a request. A large body may take any amount of time, provided that it keeps arriving.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { METHODS } from '../../api/requests/methods.ts';
import { describeRefusal, maybeWrongHead, refuseConnection } from './broken-requests.ts';
import { upgradeOptions } from './ignored-upgrades.ts';
import { PendingAnswers } from './pending-answers.ts';
import { RequestTurns } from './request-turns.ts';
import { callerAt, SharedPlaces } from './shared-places.ts';
import { limitStalls } from './stalled-bodies.ts';
import { inviteLater } from './whole-requests.ts';

/** Responds to a request; `bindings` are the request's Node objects. */
export type Hear = (request: Request, bindings: HttpBindings) => Promise<Response>;

/** Load balancers send health checks without a Host header, over HTTP/1.0. */
const DEFAULT_HOST = 'localhost';
/** Closes a connection after this long with no data in either direction. */
const SILENCE_MS = 600_000;
/**
 * Load balancers and clients reuse idle connections for a minute: a server that closes them earlier breaks the next
 * request.
 */
const IDLE_MS = 75_000;

/**
 * Descriptors reserved for files, programs and the store: a quarter, or enough for the compiler's files on startup if
 * that is more, but at most half.
 */
const leaveDescriptors = (most: number) => Math.min(most / 2, Math.max(most / 4, 256));

/** Creates a server that is not yet listening. */
export function createHttpServer(hear: Hear): Server {
  const listener = getRequestListener(hear as (request: Request) => Promise<Response>, {
    hostname: DEFAULT_HOST,
    errorHandler: answerError,
  });
  const turns = new RequestTurns();
  const take = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const fault = maybeWrongHead(incoming);
    if (fault !== undefined) return refuseHead(outgoing, fault);
    const start = () => {
      limitStalls(incoming);
      if (incoming.method === 'OPTIONS' && incoming.url === '*') tellMethods(outgoing);
      else void listener(incoming, outgoing);
    };
    if (!turns.take(incoming, outgoing, start)) refuseHead(outgoing, 'ERR_WAITING');
  };
  // Node itself would respond to requests without a Host header, and no log line would be written.
  const server = createServer({ requireHostHeader: false, ...upgradeOptions }, take);
  // Disables Node's five-minute limit on whole requests, which would cut off large files on slow connections; see
  // stalled-bodies.ts.
  server.requestTimeout = 0;
  // Closes the connection of a client that reads none of its response.
  server.setTimeout(SILENCE_MS);
  server.keepAliveTimeout = IDLE_MS;
  // Disables Node's limit of 2000 headers: Node would silently drop further headers, such as a key. Headers are limited
  // to 16 KiB in total.
  server.maxHeadersCount = 0;
  server.on('checkContinue', (incoming, outgoing) => {
    inviteLater(incoming, outgoing);
    // Passes the request on as an ordinary request, so that every listener receives it.
    server.emit('request', incoming, outgoing);
  });
  server.on('checkExpectation', (_, outgoing) => refuseHead(outgoing, 'ERR_EXPECT'));
  const answers = new PendingAnswers(server);
  // Responds to CONNECT requests; Node would close the connection without a response.
  server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy());
    answers.afterwards(socket, () => refuseConnection(socket, 'ERR_CONNECT'));
  });
  shareConnections(server, answers);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    answers.afterwards(socket, () => refuseConnection(socket, error.code)),
  );
  return server;
}

/** Ranks of connections: a client with many connections loses those with the lowest rank first. */
const RANKS = { silent: 0, idle: 1, busy: 2 };

/** Closes connections beyond the maximum, starting with those of the client that has the most. */
function shareConnections(server: Server, answers: PendingAnswers): void {
  const places = new SharedPlaces<Duplex>(countConnections());
  const upgraded = new WeakSet<Duplex>();
  server.on('upgrade', (_, socket) => void upgraded.add(socket));
  const rank = (socket: Duplex) => (upgraded.has(socket) ? RANKS.idle : RANKS[answers.stateOf(socket)]);
  server.prependListener('connection', (socket) => {
    // Skips a connection whose request is read a second time; see ignored-upgrades.ts.
    if (places.has(socket)) return;
    const caller = callerAt(socket.remoteAddress);
    if (!places.makeRoom(caller, (other) => other.destroy(), rank)) {
      socket.destroy();
      return;
    }
    places.enter(socket, caller);
    socket.once('close', () => places.leave(socket));
  });
}

/** Maximum number of connections, which leaves descriptors for everything else. */
function countConnections(): number {
  try {
    const [, most] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return most === undefined
      ? Number.POSITIVE_INFINITY
      : Math.floor(Number(most) - leaveDescriptors(Number(most)));
  } catch {
    // Other systems do not report this limit.
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Responds to `OPTIONS *` with the methods of the whole server (RFC 9110, section 9.3.7); OPTIONS for a URL is
 * handled separately.
 */
function tellMethods(outgoing: ServerResponse): void {
  outgoing.writeHead(204, { Allow: METHODS.join(', '), 'Access-Control-Allow-Origin': '*' }).end();
}

function refuseHead(outgoing: ServerResponse, fault: string): void {
  const { status, headers, body } = describeRefusal(fault);
  outgoing.writeHead(status, { ...headers, Connection: 'close' }).end(body);
}

/** Responds to a request with an invalid URL or Host. */
function answerError(error: unknown): Response {
  const { status, headers, body } = describeRefusal(
    error instanceof RequestError ? 'ERR_ADDRESS' : 'ERR_OURS',
  );
  return new Response(body, { status, headers });
}

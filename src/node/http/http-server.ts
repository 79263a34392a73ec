// Node's HTTP server around a function of requests: every answer has the same form, even the answer to bytes that never
// form a request. A large body may take long, if it keeps arriving.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { METHODS } from '../../api/create-api.ts';
import { describeRefusal, maybeWrongHead, refuseConnection } from './broken-requests.ts';
import { upgradeOptions } from './ignored-upgrades.ts';
import { PendingAnswers } from './pending-answers.ts';
import { RequestTurns } from './request-turns.ts';
import { callerAt, SharedPlaces } from './shared-places.ts';
import { limitStalls } from './stalled-bodies.ts';
import { inviteLater } from './whole-requests.ts';

/** Answers a request; `bindings` are the Node objects of the request. */
export type Hear = (request: Request, bindings: HttpBindings) => Promise<Response>;

/** Health checks of load balancers come without a Host, in HTTP/1.0. */
const DEFAULT_HOST = 'localhost';
/** Close a connection after this time without a byte in either direction. */
const SILENCE_MS = 600_000;
/**
 * Load balancers and clients reuse idle connections for a minute: a server that closes earlier breaks their next
 * request.
 */
const IDLE_MS = 75_000;

/**
 * Descriptors for files, programs and the store: a quarter, plus the compiler's files at its start, but at most half.
 */
const leaveDescriptors = (most: number) => Math.min(most / 2, Math.max(most / 4, 256));

/** Makes a server that does not listen yet. */
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
  // Node itself would answer requests without a Host, without a log line.
  const server = createServer({ requireHostHeader: false, ...upgradeOptions }, take);
  // A limit of five minutes for a whole request would also limit large files on slow lines; see stalled-bodies.ts.
  server.requestTimeout = 0;
  // Covers a client that reads nothing of its answer.
  server.setTimeout(SILENCE_MS);
  server.keepAliveTimeout = IDLE_MS;
  // Node would drop headers beyond the 2000th, such as a key or the length of the body; 16 KiB limit all of them.
  server.maxHeadersCount = 0;
  server.on('checkContinue', (incoming, outgoing) => {
    inviteLater(incoming, outgoing);
    // Passes it on as an ordinary request, so that every listener sees it.
    server.emit('request', incoming, outgoing);
  });
  const answers = new PendingAnswers(server);
  shareConnections(server, answers);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    answers.afterwards(socket, () => refuseConnection(socket, error.code)),
  );
  return server;
}

/** Order in which a client with many connections loses them to others. */
const RANKS = { silent: 0, idle: 1, busy: 2 };

/** Closes connections beyond the maximum: those of the client with the most, before those of others. */
function shareConnections(server: Server, answers: PendingAnswers): void {
  const places = new SharedPlaces<Duplex>(countConnections());
  const upgraded = new WeakSet<Duplex>();
  server.on('upgrade', (_, socket) => void upgraded.add(socket));
  const rank = (socket: Duplex) => (upgraded.has(socket) ? RANKS.idle : RANKS[answers.stateOf(socket)]);
  server.prependListener('connection', (socket) => {
    // A connection whose request is read again; see ignored-upgrades.ts.
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
    // Other systems do not report their limit.
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Answers `OPTIONS *` with the methods of the whole server (RFC 9110, section 9.3.7); OPTIONS of an address has its
 * own.
 */
function tellMethods(outgoing: ServerResponse): void {
  outgoing.writeHead(204, { Allow: METHODS.join(', '), 'Access-Control-Allow-Origin': '*' }).end();
}

function refuseHead(outgoing: ServerResponse, fault: string): void {
  const { status, headers, body } = describeRefusal(fault);
  outgoing.writeHead(status, { ...headers, Connection: 'close' }).end(body);
}

/** Answers a request with an invalid address or Host. */
function answerError(error: unknown): Response {
  const { status, headers, body } = describeRefusal(
    error instanceof RequestError ? 'ERR_ADDRESS' : 'ERR_OURS',
  );
  return new Response(body, { status, headers });
}

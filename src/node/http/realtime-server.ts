// Realtime WebSockets on the port of any Node HTTP server. A socket without a key receives only events of public
// jobs. An invalid key is rejected on the open socket, because clients treat a rejected upgrade as a crash. The
// server closes sockets whose clients have stopped reading; these clients reconnect and poll.
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  findSocketOwner,
  REALTIME_PATH,
  REALTIME_PROTOCOL,
  readAuthorization,
} from '../../api/realtime/handshake.ts';
import { CLOSE_UNAUTHORIZED, RealtimeSession } from '../../api/realtime/realtime-session.ts';
import type { Services } from '../../api/requests/services.ts';
import { JobEvents, jobsOfStore } from '../../jobs/records/job-events.ts';
import { describeRefusal, endConnection, maybeWrongHead } from './broken-requests.ts';
import { IgnoredUpgrades, wantsSocket } from './ignored-upgrades.ts';
import { callerOf, SharedPlaces } from './shared-places.ts';

export interface RealtimeOptions {
  readonly services: Services;
  /** Job events; default: events from the services' store. */
  readonly events?: JobEvents;
  /** Maximum number of simultaneous sockets per account, and for all clients without a key together. */
  readonly maxSockets?: number;
  /** Interval at which the server pings clients and checks their keys. */
  readonly pingMs?: number;
  /** Receives one line for each socket that is opened or rejected. */
  readonly log: (line: string) => void;
}

export interface RealtimeServer {
  /** Closes all sockets, and accepts no more. */
  close(): void;
}

const MAX_SOCKETS = 1000;
const PING_MS = 30_000;
/** Time limit for the handshake, until the socket is open or rejected. */
const HANDSHAKE_MS = 30_000;
const MAX_MESSAGE_BYTES = 64 * 1024;
/** Amount of unread data at which a client counts as having stopped reading. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** Close codes from RFC 6455 and its registry. */
const CLOSE_GOING_AWAY = 1001;
const CLOSE_TRY_AGAIN_LATER = 1013;

function answer(socket: Duplex, status: number, body: { code: string; message: string }): void {
  const text = JSON.stringify({ ...body, Message: body.message });
  endConnection(
    socket,
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(text)}`,
      'Access-Control-Allow-Origin: *',
      ...(status === 429 ? ['Retry-After: 5'] : []),
      'Connection: close',
      '',
      text,
    ].join('\r\n'),
  );
}

function offeredProtocols({ headers }: IncomingMessage): string[] {
  return (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
}

class RealtimeSockets {
  readonly #options: RealtimeOptions;
  readonly #events: JobEvents;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: (offered) => (offered.has(REALTIME_PROTOCOL) ? REALTIME_PROTOCOL : false),
  });
  readonly #maxSockets: number;
  readonly #accounts = new Map<string, { sockets: number; subscriptions: number }>();
  /** Sockets without a valid key. */
  readonly #keyless: SharedPlaces<WebSocket>;
  #isClosed = false;

  constructor(options: RealtimeOptions) {
    this.#options = options;
    this.#maxSockets = options.maxSockets ?? MAX_SOCKETS;
    this.#keyless = new SharedPlaces(this.#maxSockets);
    this.#server.on('wsClientError', (error, socket) => {
      answer(socket, 400, {
        code: 'malformed-request',
        message: `The socket cannot be opened: ${error.message}.`,
      });
    });
    const { services } = options;
    this.#events =
      options.events ??
      new JobEvents({
        store: services.store,
        listen: jobsOfStore(services.store),
        now: services.now,
        reportError: (error) => options.log(`error realtime ${String(error)}`),
      });
  }

  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { services, log } = this.#options;
    // A client that disconnects midway is not a fault.
    socket.on('error', () => socket.destroy());
    const late = setTimeout(() => socket.destroy(), HANDSHAKE_MS);
    socket.once('close', () => clearTimeout(late));
    const refuse = (status: number, code: string, message: string) => {
      log(`${new Date().toISOString()} GET ${pathOf(request)} ${status} upgrade refused`);
      answer(socket, status, { code, message });
    };
    const fault = maybeWrongHead(request);
    if (fault !== undefined) {
      const { status, body } = describeRefusal(fault);
      const { code, message } = JSON.parse(body) as { code: string; message: string };
      return refuse(status, code, message);
    }
    if (pathOf(request) !== services.settings.basePath + REALTIME_PATH) {
      return refuse(404, 'unknown-path', `There is no socket here. Realtime events are at ${REALTIME_PATH}.`);
    }
    const authorization = readAuthorization(offeredProtocols(request)) ?? request.headers.authorization;
    const userId = await findSocketOwner(services, authorization);
    if (this.#isClosed) return refuse(503, 'store-closed', 'The service is stopping.');
    if (!this.#hasRoom(userId, request)) {
      const message = userId
        ? `The account has ${this.#maxSockets} sockets open, which is the maximum. Close some of them.`
        : `${this.#maxSockets} sockets without a key are open, and this client has used up its share. Connect again later.`;
      return refuse(429, 'quota-exceeded', message);
    }
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      clearTimeout(late);
      log(`${new Date().toISOString()} GET ${pathOf(request)} 101 upgrade`);
      if (!userId) this.#keyless.enter(opened, callerOf(request));
      this.#open(opened, userId, authorization);
    });
  }

  #hasRoom(userId: string | undefined, request: IncomingMessage): boolean {
    if (userId) return (this.#accounts.get(userId)?.sockets ?? 0) < this.#maxSockets;
    return this.#keyless.makeRoom(callerOf(request), displace);
  }

  close(): void {
    this.#isClosed = true;
    for (const socket of this.#server.clients) socket.close(CLOSE_GOING_AWAY, 'the service stops');
    this.#server.close();
    if (!this.#options.events) this.#events.close();
  }

  #open(socket: WebSocket, userId: string | undefined, authorization: string | undefined): void {
    const { services } = this.#options;
    const account = this.#accounts.get(userId ?? '') ?? { sockets: 0, subscriptions: 0 };
    account.sockets += 1;
    if (userId) this.#accounts.set(userId, account);
    const session = new RealtimeSession({
      socket: {
        send: (text) => sendOrClose(socket, text),
        close: (code, reason) => socket.close(code, reason),
      },
      events: this.#events,
      services,
      userId,
      shared: account,
      authorization,
    });
    const stopPinging = this.#keepChecking(socket, authorization);
    socket.on('message', (data, isBinary) => {
      if (!isBinary) session.receive(String(data));
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      stopPinging();
      session.close();
      this.#keyless.leave(socket);
      account.sockets -= 1;
      if (userId && account.sockets === 0) this.#accounts.delete(userId);
    });
  }

  /** Closes a socket whose client is gone, or whose key is no longer valid. */
  #keepChecking(socket: WebSocket, authorization: string | undefined): () => void {
    const { services, pingMs = PING_MS } = this.#options;
    let isThere = true;
    socket.on('pong', () => {
      isThere = true;
    });
    const timer = setInterval(async () => {
      if (!isThere) return socket.terminate();
      isThere = false;
      socket.ping();
      const owner = await findSocketOwner(services, authorization).catch(() => '');
      if (owner === undefined) socket.close(CLOSE_UNAUTHORIZED, 'the key is no longer valid');
    }, pingMs);
    return () => clearInterval(timer);
  }
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return /^[^?#]*/.exec(url)![0].replace(/(?<!\/)\/+$/, '');
}

/** Closes a socket whose place has been given to another client. */
function displace(socket: WebSocket): void {
  socket.close(CLOSE_TRY_AGAIN_LATER, 'too many sockets are open; connect again later, or with a key');
}

function sendOrClose(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > MAX_UNREAD_BYTES) {
    // Stops sending; a client that resumes reading within half a minute finds the reason after its unread messages.
    socket.close(
      CLOSE_TRY_AGAIN_LATER,
      'too many messages are unread; reconnect and request the missed events',
    );
    return;
  }
  socket.send(text);
}

/** Handles realtime WebSockets at `REALTIME_PATH` of a server, which may also serve other requests. */
export function attachRealtime(server: Server, options: RealtimeOptions): RealtimeServer {
  const sockets = new RealtimeSockets(options);
  const ignored = new IgnoredUpgrades(server);
  server.on('upgrade', (request, socket, head) => {
    if (!wantsSocket(request)) return ignored.readAgain(request, socket, head);
    sockets.upgrade(request, socket, head).catch((error: unknown) => {
      options.log(`error realtime ${String(error)}`);
      answer(socket, 500, { code: 'internal-error', message: 'The socket could not be opened.' });
    });
  });
  return { close: () => sockets.close() };
}

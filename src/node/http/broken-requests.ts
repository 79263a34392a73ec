// Responds to malformed or incomplete requests in the same form as all other responses.
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { METHODS } from '../../api/requests/methods.ts';

type Refusal = readonly [status: number, code: string, message: string];

/** Refusals, by Node's or Haze's error code. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'headers-too-large',
    'The request headers exceed 16 KiB in total. Send fewer or shorter headers.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request-timeout', 'The request did not arrive in time. Send it again.'],
  ERR_NO_HOST: [400, 'malformed-request', 'The request has no "Host" header, which HTTP/1.1 requires.'],
  ERR_TWICE: [
    400,
    'malformed-request',
    'The request has two "Host" or two "Authorization" headers, which intermediaries may interpret differently.',
  ],
  ERR_CODING: [
    400,
    'malformed-request',
    'The only transfer coding supported here is "chunked" alone, in HTTP/1.1. Send the body unencoded.',
  ],
  ERR_WAITING: [
    429,
    'quota-exceeded',
    'More than 500 requests are waiting on this connection. Wait for responses before sending more.',
  ],
  ERR_CONNECT: [405, 'unknown-method', 'This server is not a proxy: send the request to its target.'],
  ERR_EXPECT: [417, 'malformed-request', 'The only expectation supported here is "100-continue".'],
  ERR_ADDRESS: [400, 'malformed-request', 'The request URL, or the "Host" header, is malformed.'],
  ERR_OURS: [500, 'internal-error', 'An internal error occurred.'],
};
const MALFORMED: Refusal = [
  400,
  'malformed-request',
  'The request is not well-formed HTTP/1.1. Does the address belong to an HTTPS server or another program?',
];

/** The response for a fault. */
export function describeRefusal(reason: string | undefined): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
} {
  const [status, code, message] = REFUSALS[reason ?? ''] ?? MALFORMED;
  const body = JSON.stringify({ message, Message: message, code });
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Access-Control-Allow-Origin': '*',
    ...(status === 405 && { Allow: METHODS.join(', ') }),
  };
  return { status, headers, body };
}

/** Time that a client has to read the last bytes of a connection. */
const LINGER_MS = 5000;

/**
 * Closes a connection after sending its last bytes. The connection's descriptor is closed after a time limit, whatever
 * the client does.
 */
export function endConnection(socket: Duplex, last: string, lingerMs = LINGER_MS): void {
  socket.end(last);
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Headers that a request may contain only once. If there are two, Node uses the first, while a proxy may use the
 * last.
 */
const SINGLE = ['host', 'authorization'];

/** The code for a fault in the head of a request that Node accepts; undefined for a valid head. */
export function maybeWrongHead({ headers, rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  if (headers.host === undefined && httpVersion !== '1.0') return 'ERR_NO_HOST';
  const names = rawHeaders.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase());
  if (SINGLE.some((name) => names.indexOf(name) !== names.lastIndexOf(name))) return 'ERR_TWICE';
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return undefined;
  return coding.trim().toLowerCase() === 'chunked' && httpVersion !== '1.0' ? undefined : 'ERR_CODING';
}

/** Responds on the connection itself, and closes it. */
export function refuseConnection(socket: Duplex, reason: string | undefined): void {
  if (reason === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = describeRefusal(reason);
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  endConnection(socket, [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}

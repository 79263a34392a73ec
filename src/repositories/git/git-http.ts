// HTTP for isomorphic-git, using the platform's fetch. Passes on only complete responses: a connection that breaks
// midway causes an error, never a partial pack. Translates a server's status into a readable message. Protocol:
// gitprotocol-http(5), gitprotocol-pack(5).

import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git';
import { concatenate } from '../../errors/concatenate.ts';
import { HazeError } from '../../errors/haze-error.ts';
import type { GitSend } from './git-send.ts';
import { quote } from './quote.ts';

export interface GitHttpOptions {
  /** URL of the repository, for error messages. */
  readonly url: string;
  readonly signal: AbortSignal;
  /** Time without data after which a connection is abandoned. */
  readonly stallMs: number;
  /** Maximum size of a response. */
  readonly maxBytes: number;
  readonly hasToken: boolean;
  /** Throws for a disallowed URL; called before every request. */
  readonly checkAddress: (url: URL) => void;
  /** Sends requests; default: the platform's `fetch`. */
  readonly send?: GitSend | undefined;
  /** Reports how many bytes of a response have been received so far. */
  readonly onBytes: (doneBytes: number) => void;
}

const REDIRECT_STATUS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MOST_REDIRECTS = 5;
const RETRY_STATUS: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
const REFS_PATH = '/info/refs';
const PACKET_HEADER = 4;
const FATAL_CHANNEL = 3;
/**
 * Maximum number of packets in a response, and thus of references. The library retains an object for each packet: far
 * more packets exhaust a worker's heap, and with it the process.
 */
const MOST_PACKETS = 500_000;

/** Tests whether the same request may succeed a moment later. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof HazeError && error.code === 'repository-unreachable';
}

function unreachable(url: string, why: string, cause?: unknown): HazeError {
  return new HazeError(
    'repository-unreachable',
    `The repository ${url} cannot be reached: ${why}. Check the URL and the network, then try again.`,
    { cause },
  );
}

function refusedStatus({ url, hasToken }: GitHttpOptions, status: number): HazeError {
  if (RETRY_STATUS.has(status)) return unreachable(url, `its server returns status ${status}`);
  const advice = hasToken
    ? 'Check the URL, and that the token may read it.'
    : 'Check the URL; a private repository needs a Token in its connection.';
  return new HazeError(
    'repository-not-found',
    `There is no readable repository ${url} (its server returns status ${status}). ${advice}`,
    { data: { status } },
  );
}

function toUnreachable(error: unknown, options: GitHttpOptions): unknown {
  if (error instanceof HazeError) return error;
  if (options.signal.aborted) return options.signal.reason;
  const { cause } = error as { cause?: { message?: string } };
  if (cause instanceof HazeError) return cause;
  const reason = quote(cause?.message || (error as Error).message);
  return unreachable(options.url, reason || 'the connection failed', error);
}

async function collectBody(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return concatenate(pieces);
}

async function readAnswer(
  response: Response,
  options: GitHttpOptions,
  alive: () => void,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let doneBytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || !value) return concatenate(pieces);
    alive();
    pieces.push(value);
    doneBytes += value.length;
    if (doneBytes > options.maxBytes) {
      throw new HazeError(
        'repository-too-large',
        `The repository ${options.url} is larger than ${Math.round(options.maxBytes / 1e6)} MB, the maximum that is fetched. Keep large data outside it, for example in the account's storage.`,
      );
    }
    options.onBytes(doneBytes);
  }
}

function tooManyPackets(url: string): HazeError {
  return new HazeError(
    'repository-too-large',
    `The server of ${url} sent more than ${MOST_PACKETS} packets, the maximum that is accepted. If the repository has very many branches and tags, connect a copy with fewer.`,
  );
}

/**
 * Checks the packets of a response.
 * @throws HazeError `repository-unreachable` if the response is truncated, `repository-refused` if it contains a
 * refusal, `repository-too-large` if there are too many packets
 */
function checkPackets(bytes: Uint8Array, url: string): void {
  const decoder = new TextDecoder();
  let at = 0;
  let endsWithFlush = false;
  for (let packets = 1; at < bytes.length; packets += 1) {
    if (packets > MOST_PACKETS) throw tooManyPackets(url);
    const length = Number.parseInt(decoder.decode(bytes.subarray(at, at + PACKET_HEADER)), 16);
    if (Number.isNaN(length) || at + Math.max(length, PACKET_HEADER) > bytes.length) break;
    endsWithFlush = length === 0;
    const packet = bytes.subarray(at + PACKET_HEADER, at + Math.max(length, PACKET_HEADER));
    const isError = packet[0] === FATAL_CHANNEL || decoder.decode(packet.subarray(0, 4)) === 'ERR ';
    if (isError) {
      const said = quote(decoder.decode(packet.subarray(packet[0] === FATAL_CHANNEL ? 1 : 4)).trim());
      throw new HazeError('repository-refused', `The server of ${url} refused the request: ${said}.`, {
        data: { said },
      });
    }
    at += Math.max(length, PACKET_HEADER);
  }
  if (at < bytes.length || !endsWithFlush) throw unreachable(url, 'the connection dropped partway through');
}

/** Creates a client for a repository, which throws only `HazeError`s or the signal's reason. */
export function createGitHttp(options: GitHttpOptions): HttpClient {
  let moved = { from: '', to: '' };
  return {
    request: async (request) => {
      // The server of a renamed repository redirects the request for the branches. Later requests are sent directly to
      // the new location, because a redirect would drop their body (Fetch Standard, HTTP-redirect fetch).
      const isMoved = moved.from !== '' && request.url.startsWith(moved.from);
      const url = isMoved ? moved.to + request.url.slice(moved.from.length) : request.url;
      // The token is sent only to the repository's host (Fetch Standard, HTTP-redirect fetch).
      const isElsewhere = isMoved && new URL(moved.to).origin !== new URL(moved.from).origin;
      const headers = isElsewhere ? withoutToken(request.headers) : (request.headers ?? {});
      const answer = await sendRequest({ ...request, url, headers }, options);
      const [asked = '', answered = ''] = [url, answer.url].map((text) => text.split(REFS_PATH)[0]);
      if (asked !== answered && url.includes(REFS_PATH)) moved = { from: asked, to: answered };
      return answer;
    },
  };
}

function withoutToken(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !/^authorization$/i.test(name)));
}

/** Error for a repository without any commits. */
export function repositoryEmpty(url: string): HazeError {
  return new HazeError(
    'repository-empty',
    `The repository ${url} is empty: it has no commits yet. Push one, then try again.`,
  );
}

// The library mistakes an empty list of references for a response in another protocol.
function checkNotEmpty(bytes: Uint8Array, url: string): void {
  const start = new TextDecoder().decode(bytes.subarray(0, 200));
  if (
    /^[0-9a-f]{4}# service=git-upload-pack\n0000(0000)?$/.test(start) ||
    start.includes('capabilities^{}')
  ) {
    throw repositoryEmpty(url);
  }
}

// Requests a thin pack, that is, a pack with deltas against objects in other packs. The library can read such packs but
// never requests them. Without this request, a server sends all files again if the client has only a single commit
// without its history.
function askForThinPack(body: Uint8Array): Uint8Array {
  const decoder = new TextDecoder();
  const length = Number.parseInt(decoder.decode(body.subarray(0, PACKET_HEADER)), 16);
  const line = decoder.decode(body.subarray(PACKET_HEADER, length));
  if (!line.startsWith('want ')) return body;
  const asking = `${line.trimEnd()} thin-pack\n`;
  const header = (asking.length + PACKET_HEADER).toString(16).padStart(PACKET_HEADER, '0');
  return concatenate([new TextEncoder().encode(header + asking), body.subarray(length)]);
}

/** A server's response, after any allowed redirects. */
interface FollowedAnswer {
  readonly response: Response;
  readonly url: string;
}

function refuseRedirect({ url }: GitHttpOptions, why: string): HazeError {
  return new HazeError('repository-not-allowed', `The repository ${url} has moved, and ${why}.`);
}

/** Target of a redirect, if any. @throws HazeError `repository-not-allowed` */
function maybeNext(response: Response, from: URL, method: string, options: GitHttpOptions): URL | undefined {
  if (!REDIRECT_STATUS.has(response.status)) return undefined;
  const location = response.headers.get('Location');
  if (location === null || !URL.canParse(location, from)) return undefined;
  // Servers redirect the request for branches; later requests are sent directly to the new location.
  if (method !== 'GET') throw refuseRedirect(options, 'its server redirects too late. Use its new URL');
  const next = new URL(location, from);
  if (!/^https?:$/.test(next.protocol))
    throw refuseRedirect(options, `its server redirects to ${quote(next.protocol)}, which is not supported`);
  if (from.protocol === 'https:' && next.protocol !== 'https:') {
    throw refuseRedirect(
      options,
      `its server redirects from https to ${quote(`${next.protocol}//${next.host}`)}, where others can read the traffic`,
    );
  }
  return next;
}

/** Sends a request and follows redirects manually, so that every URL is checked before it is requested. */
async function follow(url: string, init: RequestInit, options: GitHttpOptions): Promise<FollowedAnswer> {
  const { send = fetch, checkAddress } = options;
  const { method = 'GET' } = init;
  let at = new URL(url);
  let headers = init.headers as Readonly<Record<string, string>>;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
    checkAddress(at);
    const response = await send(at.href, { ...init, headers, redirect: 'manual' });
    if (response.type === 'opaqueredirect') return followUnseen(at, { ...init, headers }, options);
    const next = maybeNext(response, at, method, options);
    if (!next) return { response, url: at.href };
    await response.body?.cancel();
    // The token is sent only to the host that it belongs to, and never to a host that this host redirects to.
    if (next.origin !== at.origin) headers = withoutToken(headers);
    at = next;
  }
  throw refuseRedirect(options, `its server redirects again after ${MOST_REDIRECTS} redirects`);
}

// Browsers hide the target of a redirect. They follow redirects under the rules for pages, and expose the final URL
// afterwards.
async function followUnseen(at: URL, init: RequestInit, options: GitHttpOptions): Promise<FollowedAnswer> {
  const { send = fetch, checkAddress, hasToken } = options;
  const isBody = (init.method ?? 'GET') !== 'GET';
  if (isBody || hasToken) {
    throw refuseRedirect(
      options,
      'a page cannot see the new location before it sends a request there. Connect the repository under its new URL',
    );
  }
  const response = await send(at.href, { ...init, redirect: 'follow' });
  checkAddress(new URL(response.url));
  return { response, url: response.url };
}

async function sendRequest(request: GitHttpRequest, options: GitHttpOptions): Promise<GitHttpResponse> {
  const { url, method = 'GET', headers = {}, body } = request;
  const stalled = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(timer);
    const reason = unreachable(options.url, `nothing has arrived for ${options.stallMs / 1000} s`);
    timer = setTimeout(() => stalled.abort(reason), options.stallMs);
  };
  alive();
  try {
    const init: RequestInit = {
      method,
      headers,
      ...(body && { body: askForThinPack(await collectBody(body)) as BodyInit }),
      signal: AbortSignal.any([options.signal, stalled.signal]),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    };
    const { response, url: answeredAt } = await follow(url, init, options);
    checkResponse(response, options, request);
    const bytes = await readAnswer(response, options, alive);
    checkPackets(bytes, options.url);
    if (method === 'GET') checkNotEmpty(bytes, options.url);
    return {
      url: answeredAt,
      method,
      statusCode: response.status,
      statusMessage: response.statusText,
      headers: Object.fromEntries(response.headers),
      body: [bytes] as unknown as AsyncIterableIterator<Uint8Array>,
    };
  } catch (error) {
    throw toUnreachable(stalled.signal.aborted ? stalled.signal.reason : error, options);
  } finally {
    clearTimeout(timer);
    // Aborts the request, because the rest of a rejected response is not needed.
    stalled.abort();
  }
}

function checkResponse(
  response: Response,
  options: GitHttpOptions,
  { method = 'GET' }: GitHttpRequest,
): void {
  if (response.status !== 200) throw refusedStatus(options, response.status);
  const kind = response.headers.get('Content-Type') ?? '';
  const wanted = method === 'GET' ? 'advertisement' : 'result';
  if (kind.startsWith(`application/x-git-upload-pack-${wanted}`)) return;
  throw new HazeError(
    'repository-not-found',
    `There is no git repository at ${options.url}: its server returned ${quote(kind) || 'a response without a content type'} instead of git data. Check the URL.`,
  );
}

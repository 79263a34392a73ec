// HTTP for isomorphic-git, over the platform's fetch. An answer is handed on only when it is whole: a connection that
// drops in the middle is an error here, and never half a pack. Says in words what a server's status means.
// Protocol: gitprotocol-http(5), gitprotocol-pack(5).
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git';
import { HazeError } from '../errors/haze-error.ts';

export interface GitHttpOptions {
  /** The repository, for error texts. */
  readonly url: string;
  readonly signal: AbortSignal;
  /** A connection that brings nothing for so long is given up. */
  readonly stallMs: number;
  /** Answers beyond this size are refused. */
  readonly maxBytes: number;
  readonly hasToken: boolean;
  /** Whether an address that the server redirects to may be used. */
  readonly isAllowed: (url: URL) => boolean;
  /** Told how many bytes of an answer have come. */
  readonly onBytes: (doneBytes: number) => void;
}

const RETRY_STATUS: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
const REFS_PATH = '/info/refs';
const PACKET_HEADER = 4;
const FATAL_CHANNEL = 3;

/** Whether the same request may succeed a moment later. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof HazeError && error.code === 'repository-unreachable';
}

function unreachable(url: string, why: string, cause?: unknown): HazeError {
  return new HazeError(
    'repository-unreachable',
    `The repository ${url} cannot be reached: ${why}. Check the address and the network, then build again.`,
    { cause },
  );
}

function refusedStatus({ url, hasToken }: GitHttpOptions, status: number): HazeError {
  if (RETRY_STATUS.has(status)) return unreachable(url, `its server answers with status ${status}`);
  const advice = hasToken
    ? 'Check the address, and that the token may read it.'
    : 'Check the address; a private repository needs a Token in its connection.';
  return new HazeError(
    'repository-not-found',
    `There is no repository ${url} that can be read (its server answers with status ${status}). ${advice}`,
    { data: { status } },
  );
}

function toUnreachable(error: unknown, options: GitHttpOptions): unknown {
  if (error instanceof HazeError) return error;
  if (options.signal.aborted) return options.signal.reason;
  const reason = (error as { cause?: { message?: string } }).cause?.message || (error as Error).message;
  return unreachable(options.url, reason || 'the connection failed', error);
}

async function collectBody(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return joinPieces(pieces);
}

function joinPieces(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
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
    if (done || !value) return joinPieces(pieces);
    alive();
    pieces.push(value);
    doneBytes += value.length;
    if (doneBytes > options.maxBytes) {
      throw new HazeError(
        'repository-too-large',
        `The repository ${options.url} is larger than ${Math.round(options.maxBytes / 1e6)} MB, the most that is fetched. Keep large data outside of it, such as in the account's storage.`,
      );
    }
    options.onBytes(doneBytes);
  }
}

/**
 * Walks over the packets of an answer.
 * @throws HazeError `repository-unreachable` when the answer is cut short, `repository-refused` when the server says no in it
 */
export function checkPackets(bytes: Uint8Array, url: string): void {
  const decoder = new TextDecoder();
  let at = 0;
  let endsWithFlush = false;
  while (at < bytes.length) {
    const length = Number.parseInt(decoder.decode(bytes.subarray(at, at + PACKET_HEADER)), 16);
    if (Number.isNaN(length) || at + Math.max(length, PACKET_HEADER) > bytes.length) break;
    endsWithFlush = length === 0;
    const packet = bytes.subarray(at + PACKET_HEADER, at + Math.max(length, PACKET_HEADER));
    const isError = packet[0] === FATAL_CHANNEL || decoder.decode(packet.subarray(0, 4)) === 'ERR ';
    if (isError) {
      const said = decoder.decode(packet.subarray(packet[0] === FATAL_CHANNEL ? 1 : 4)).trim();
      throw new HazeError('repository-refused', `The server of ${url} refuses: ${said}.`, { data: { said } });
    }
    at += Math.max(length, PACKET_HEADER);
  }
  if (at < bytes.length || !endsWithFlush) throw unreachable(url, 'the connection dropped in the middle');
}

/** A client for one repository. Its errors are `HazeError`s, or the signal's reason. */
export function createGitHttp(options: GitHttpOptions): HttpClient {
  let moved = { from: '', to: '' };
  return {
    request: async (request) => {
      // A repository that was renamed says so when it is asked for its branches. Sent to the old place, what follows
      // would lose its body on the way (Fetch Standard, HTTP-redirect fetch).
      const isMoved = moved.from !== '' && request.url.startsWith(moved.from);
      const url = isMoved ? moved.to + request.url.slice(moved.from.length) : request.url;
      // What is told to the repository's host is told to no other (Fetch Standard, HTTP-redirect fetch).
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

/** The error for a repository into which nothing was pushed yet. */
export function repositoryEmpty(url: string): HazeError {
  return new HazeError(
    'repository-empty',
    `The repository ${url} is empty: it has no commit yet. Push one, then build again.`,
  );
}

// The library takes a list without any name for the answer of another protocol.
function checkNotEmpty(bytes: Uint8Array, url: string): void {
  const start = new TextDecoder().decode(bytes.subarray(0, 200));
  if (
    /^[0-9a-f]{4}# service=git-upload-pack\n0000(0000)?$/.test(start) ||
    start.includes('capabilities^{}')
  ) {
    throw repositoryEmpty(url);
  }
}

// The library reads packs whose differences are to objects of other packs, and does not ask for them; without asking, a
// server sends all of a state to whoever has another one without history.
function askForThinPack(body: Uint8Array): Uint8Array {
  const decoder = new TextDecoder();
  const length = Number.parseInt(decoder.decode(body.subarray(0, PACKET_HEADER)), 16);
  const line = decoder.decode(body.subarray(PACKET_HEADER, length));
  if (!line.startsWith('want ')) return body;
  const asking = `${line.trimEnd()} thin-pack\n`;
  const header = (asking.length + PACKET_HEADER).toString(16).padStart(PACKET_HEADER, '0');
  return joinPieces([new TextEncoder().encode(header + asking), body.subarray(length)]);
}

async function sendRequest(request: GitHttpRequest, options: GitHttpOptions): Promise<GitHttpResponse> {
  const { url, method = 'GET', headers = {}, body } = request;
  const stalled = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(timer);
    const reason = unreachable(options.url, `nothing has come for ${options.stallMs / 1000} s`);
    timer = setTimeout(() => stalled.abort(reason), options.stallMs);
  };
  alive();
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body && { body: askForThinPack(await collectBody(body)) as BodyInit }),
      signal: AbortSignal.any([options.signal, stalled.signal]),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    checkResponse(response, options, request);
    const bytes = await readAnswer(response, options, alive);
    checkPackets(bytes, options.url);
    if (method === 'GET') checkNotEmpty(bytes, options.url);
    return {
      url: response.url,
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
    // What is left of an answer that was refused need not come.
    stalled.abort();
  }
}

function checkResponse(
  response: Response,
  options: GitHttpOptions,
  { method = 'GET' }: GitHttpRequest,
): void {
  const target = new URL(response.url);
  if (response.redirected && !options.isAllowed(target)) {
    throw new HazeError(
      'repository-not-allowed',
      `The repository ${options.url} has moved to ${target.host}, from where nothing is fetched.`,
    );
  }
  if (response.status !== 200) throw refusedStatus(options, response.status);
  const kind = response.headers.get('Content-Type') ?? '';
  const wanted = method === 'GET' ? 'advertisement' : 'result';
  if (kind.startsWith(`application/x-git-upload-pack-${wanted}`)) return;
  throw new HazeError(
    'repository-not-found',
    `There is no git repository at ${options.url}: its server answers with a page (${kind || 'of no type'}). Check the address.`,
  );
}

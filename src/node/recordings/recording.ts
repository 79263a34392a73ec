// A recording: requests to a service and its responses, as an HTTP archive (HAR 1.2) with keys, tokens and signatures
// removed.
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { HazeError } from '../../errors/haze-error.ts';
import { writeWhole } from '../files/write-whole.ts';
import { findSecret } from './secrets.ts';

/** Version of Haze's additions to an archive. */
const VERSION = 1;
/** Maximum nesting of an archive and of the JSON in it, in levels; comparisons recurse through all levels. */
const MOST_LEVELS = 200;
const MOST_UNPACKED_BYTES = 64 * 2 ** 20;
const METHOD = /^[A-Za-z]{1,32}$/;
/** Headers that apply to a single connection, and are meaningless on another. */
export const OF_CONNECTION: ReadonlySet<string> = new Set(
  (
    'host connection keep-alive proxy-connection transfer-encoding te ' +
    'trailer upgrade expect content-length accept-encoding'
  ).split(' '),
);
/** Beginning of the signed URLs in a recording; their host does not exist (RFC 2606). */
export const SIGNED_BASE = 'https://signed.invalid/';

/** A message's bytes, or the reason why they are missing. */
export interface RecordedBody {
  readonly type: string;
  /** Undefined if the body exceeds the recording's limit. */
  readonly bytes?: Buffer;
}

export interface Exchange {
  readonly method: string;
  /** Path and query relative to the service's URL, or a signed URL. */
  readonly target: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody?: RecordedBody;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RecordedBody;
  readonly startedMs: number;
  readonly tookMs: number;
}

export interface Recording {
  /** URL of the recorded service. */
  readonly base: string;
  readonly exchanges: readonly Exchange[];
  /** Number of entries in the file that have no HTTP response: WebSockets, and requests that a browser blocked. */
  readonly leftOut: number;
}

/** Headers that HTTP/1.1 accepts; HTTP/2 names in browser archives begin with a colon. */
const headers = z.array(
  z.object({
    name: z.string().regex(/^:?[\w!#$%&'*+.^`|~-]+$/, 'not a valid header name'),
    value: z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'not a valid header value'),
  }),
);
/** A URL without control characters, which `new URL` would strip or escape. */
const address = z.url({ protocol: /^https?$/ }).regex(/^\P{Cc}*$/u, 'not a valid URL');
const text = { text: z.string().optional(), encoding: z.string().optional(), _cut: z.boolean().optional() };
const archive = z.object({
  log: z.object({
    version: z.string(),
    _recording: z.number().optional(),
    _base: address.optional(),
    entries: z.array(
      z.object({
        startedDateTime: z.string(),
        time: z.number(),
        request: z.object({
          method: z.string().regex(METHOD, 'not an HTTP method'),
          url: address,
          headers,
          postData: z.object({ mimeType: z.string(), ...text }).optional(),
        }),
        response: z.object({
          status: z.int().min(200).max(599),
          headers,
          content: z.object({ mimeType: z.string(), ...text }),
        }),
      }),
    ),
  }),
});
type Archive = z.infer<typeof archive>;
type Entry = Archive['log']['entries'][number];

/**
 * Reads a recording.
 * @throws HazeError `bad-recording` for a file that is truncated, has another version, or contains a key
 */
export async function readRecording(file: string): Promise<Recording> {
  const bytes = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new HazeError('bad-recording', `${file} cannot be read (${cause.code}).`, { cause });
  });
  const refuse = (why: string, cause?: unknown) =>
    new HazeError('bad-recording', `${file} ${why}`, { ...(cause !== undefined && { cause }) });
  let parsed: unknown;
  try {
    // HAR allows a byte order mark before the JSON.
    parsed = JSON.parse(bytes.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw refuse('is not a complete HTTP archive: its JSON is truncated or damaged. Record it again.', cause);
  }
  if (isDeep(parsed))
    throw refuse(`is not an HTTP archive (HAR): it is nested deeper than ${MOST_LEVELS} levels.`);
  const leftOut = dropUnanswered(parsed);
  const read = archive.safeParse(parsed);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw refuse(`is not an HTTP archive (HAR): ${issue?.path.join('.')}: ${issue?.message}.`);
  }
  const { version, _recording = VERSION, _base, entries } = read.data.log;
  if (version !== '1.2' || _recording !== VERSION) {
    const versions = `HAR ${version}, recording ${_recording}`;
    throw refuse(`has a different version: ${versions}. This Haze reads HAR 1.2, recording ${VERSION}.`);
  }
  const secret = findSecret(parsed);
  if (secret !== undefined) {
    throw refuse(`contains a secret, at ${secret}. Remove it, and revoke it where it was issued.`);
  }
  const base = _base ?? (entries[0] === undefined ? '' : new URL(entries[0].request.url).origin);
  const exchanges = entries.map((entry) => readEntry(entry, base));
  if (exchanges.length === 0) throw refuse('contains no requests.');
  return { base, exchanges, leftOut };
}

/** Drops browser entries that have no HTTP response, and counts them. */
function dropUnanswered(parsed: unknown): number {
  const { entries } = (parsed as { log?: { entries?: unknown } } | null)?.log ?? {};
  if (!Array.isArray(entries)) return 0;
  const answered = entries.filter((entry) => {
    const { request, response } = (entry ?? {}) as Partial<Entry>;
    // Browsers write 0 for a request without a response, and 101 for a WebSocket.
    return (
      !/^(?:wss?|data|blob):/i.test(String(request?.url)) && ![0, 101].includes(Number(response?.status))
    );
  });
  const leftOut = entries.length - answered.length;
  if (leftOut > 0) entries.splice(0, entries.length, ...answered);
  return leftOut;
}

function readEntry({ request, response, startedDateTime, time }: Entry, base: string): Exchange {
  const { url, postData } = request;
  return {
    method: request.method.toUpperCase(),
    target: targetOf(url, base),
    requestHeaders: readHeaders(request.headers),
    ...(postData && { requestBody: readBody(postData) }),
    status: response.status,
    headers: readHeaders(response.headers),
    body: readBody(response.content),
    startedMs: Date.parse(startedDateTime),
    tookMs: time,
  };
}

/**
 * Path and query relative to the base. A URL of another service remains unchanged, even if its host begins like the
 * base.
 */
function targetOf(url: string, base: string): string {
  const below = url.startsWith(base) ? url.slice(base.length) || '/' : '';
  return below.startsWith('/') || below.startsWith('?') ? below : url;
}

/** Tests whether a value is nested deeper than any service response. */
export function isDeep(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeep(inner, levels - 1));
}

function readHeaders(list: Entry['request']['headers']): Record<string, string> {
  const named = list.map(({ name, value }): [string, string] => [name.toLowerCase(), value]);
  return Object.fromEntries(named.filter(([name]) => !name.startsWith(':') && !OF_CONNECTION.has(name)));
}

function readBody({ mimeType, text = '', encoding, _cut }: Entry['response']['content']): RecordedBody {
  if (_cut) return { type: mimeType };
  return { type: mimeType, bytes: Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8') };
}

/** Writes a recording completely or not at all. */
export async function writeRecording(
  file: string,
  { base, exchanges }: Omit<Recording, 'leftOut'>,
): Promise<void> {
  const log = {
    version: '1.2',
    creator: { name: 'haze', version: '1' },
    _recording: VERSION,
    _base: base,
    entries: exchanges.map((one) => writeEntry(one, base)),
  };
  await writeWhole(file, [Buffer.from(`${JSON.stringify({ log }, undefined, 1)}\n`)]);
}

function writeEntry(exchange: Exchange, base: string): Entry {
  const { method, target, requestBody, status, body } = exchange;
  const url = target.startsWith('/') ? base + target : target;
  // Fields that HAR requires and Haze does not read.
  const sizes = { headersSize: -1, bodySize: -1, cookies: [], httpVersion: 'HTTP/1.1' };
  const queryString = [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
  const ofRequest = { ...sizes, queryString };
  const ofResponse = { ...sizes, statusText: '', redirectURL: exchange.headers.location ?? '' };
  const listed = (named: Readonly<Record<string, string>>) =>
    Object.entries(named).map(([name, value]) => ({ name, value }));
  const more = { cache: {}, timings: { send: 0, wait: exchange.tookMs, receive: 0 } };
  return {
    startedDateTime: new Date(exchange.startedMs).toISOString(),
    time: exchange.tookMs,
    ...more,
    request: {
      method,
      url,
      ...ofRequest,
      headers: listed(exchange.requestHeaders),
      ...(requestBody && { postData: writeBody(requestBody) }),
    },
    response: {
      status,
      ...ofResponse,
      headers: listed(exchange.headers),
      content: Object.assign(writeBody(body), { size: body.bytes?.length ?? 0 }),
    },
  };
}

function writeBody({ type: mimeType, bytes }: RecordedBody): Entry['response']['content'] {
  if (!bytes) return { mimeType, _cut: true };
  const text = bytes.toString('utf8');
  // Bytes that are not text stay unchanged.
  if (Buffer.from(text, 'utf8').equals(bytes)) return { mimeType, text };
  return { mimeType, text: bytes.toString('base64'), encoding: 'base64' };
}

/** The JSON of a body; undefined for other bodies, and for JSON nested too deeply to compare. */
export function maybeJson(body: RecordedBody | undefined): unknown {
  if (!body?.bytes || !/json/i.test(body.type)) return undefined;
  try {
    const json: unknown = JSON.parse(body.bytes.toString('utf8'));
    return isDeep(json) ? undefined : json;
  } catch {
    return undefined;
  }
}

/** Decompresses gzip, up to 64 MiB; undefined for other bytes and for larger content. */
export function maybeUnpack(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED_BYTES });
  } catch {
    return undefined;
  }
}

/** A value with every string in it replaced. */
export function mapTexts(value: unknown, map: (text: string, name: string) => string, name = ''): unknown {
  if (typeof value === 'string') return map(value, name);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, map, key)]));
}

// The player: responds to requests from a recording. Responses to identical requests are returned in the recorded
// order; the last response repeats.

import { KEPT_ANSWER, refuse, SIGNED_PATH } from './recorder.ts';
import {
  type Exchange,
  mapTexts,
  maybeJson,
  type RecordedBody,
  type Recording,
  SIGNED_BASE,
} from './recording.ts';
import { PLACEHOLDER, SecretNames } from './secrets.ts';

const ANY_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*, Authorization',
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
};

export class Player {
  readonly #exchanges: readonly Exchange[];
  readonly #played = new Set<Exchange>();
  readonly #keys = new SecretNames();
  readonly #say: (message: string) => void;

  /** @param say reports requests that are not in the recording */
  constructor({ exchanges }: Recording, say: (message: string) => void) {
    this.#exchanges = exchanges;
    this.#say = say;
  }

  /** Number of recorded responses that have been requested. */
  get played(): number {
    return this.#played.size;
  }

  answer(request: Request, body: Buffer | undefined): Response {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: ANY_ORIGIN });
    const { pathname, search, origin } = new URL(request.url);
    const isSigned = pathname.startsWith(SIGNED_PATH);
    const target = isSigned ? SIGNED_BASE + pathname.slice(SIGNED_PATH.length) : pathname + search;
    const header = isSigned ? null : request.headers.get('authorization');
    const key = header === null ? undefined : this.#keys.key(header);
    const sent = body && { type: request.headers.get('content-type') ?? '', bytes: body };
    const same = this.#exchanges.filter(
      (one) =>
        one.method === request.method &&
        (one.target === target || normalTarget(one.target) === normalTarget(target)),
    );
    const alike = same.filter((one) => isSameBody(one.requestBody, sent));
    const own = alike.filter(({ requestHeaders }) => requestHeaders.authorization === key);
    const exchange = own.find((one) => !this.#played.has(one)) ?? own.at(-1);
    if (exchange) {
      this.#played.add(exchange);
      return replay(exchange, origin);
    }
    if (alike.length > 0 && key === undefined)
      return refuse(401, 'unauthorized', 'The recording contains this request only with a key.');
    const why = describeMissing(same.length, alike.length);
    const message = `The recording has no response to ${request.method} ${target}: ${why}.`;
    this.#say(message);
    return refuse(404, 'not-recorded', message);
  }
}

function describeMissing(same: number, alike: number): string {
  if (alike > 0) return 'it was recorded with another key';
  return same > 0
    ? 'it was recorded with another body'
    : 'nothing with this method, path and query was recorded';
}

function replay({ method, status, headers, body }: Exchange, origin: string): Response {
  if (!body.bytes)
    return refuse(
      502,
      'not-recorded',
      'The recording does not contain this body: it was larger than --body-bytes.',
    );
  const lead = (text: string) => text.replaceAll(SIGNED_BASE, origin + SIGNED_PATH);
  const passed = new Headers(ANY_ORIGIN);
  for (const [name, value] of Object.entries(headers))
    if (KEPT_ANSWER.includes(name)) passed.set(name, lead(value));
  if (method === 'HEAD' || [204, 205, 304].includes(status))
    return new Response(null, { status, headers: passed });
  const json = maybeJson(body);
  const whole = json === undefined ? body.bytes : JSON.stringify(mapTexts(json, lead));
  return new Response(whole as BodyInit, { status, headers: passed });
}

function normalTarget(target: string): string {
  // A path may begin with two slashes. It is not resolved as a relative URL, because the text after the slashes would
  // then be read as a host.
  const address = target.startsWith('/') ? `https://recorded.invalid${target}` : target;
  const { origin, pathname, searchParams } = new URL(address, SIGNED_BASE);
  searchParams.sort();
  const path = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  return `${origin}${path}?${searchParams}`;
}

/** Tests whether a body matches the recorded one; a recorded placeholder matches any secret. */
function isSameBody(recorded: RecordedBody | undefined, asked: RecordedBody | undefined): boolean {
  if (!recorded?.bytes || !asked?.bytes)
    return (recorded?.bytes?.length ?? 0) === (asked?.bytes?.length ?? 0);
  const [a, b] = [maybeJson(recorded), maybeJson(asked)];
  return a === undefined || b === undefined ? recorded.bytes.equals(asked.bytes) : isSameJson(a, b);
}

function isSameJson(recorded: unknown, asked: unknown): boolean {
  if (typeof recorded === 'string')
    return recorded === asked || (PLACEHOLDER.test(recorded) && typeof asked === 'string');
  if (typeof recorded !== 'object' || recorded === null) return recorded === asked;
  if (typeof asked !== 'object' || asked === null || Array.isArray(recorded) !== Array.isArray(asked))
    return false;
  const [own, others] = [new Map(Object.entries(recorded)), new Map(Object.entries(asked))];
  return (
    own.size === others.size &&
    [...own].every(([name, value]) => others.has(name) && isSameJson(value, others.get(name)))
  );
}

// The recorder forwards requests to a service, and saves them with their responses, without secrets. Signed URLs in
// responses are redirected to the recorder, so that their contents are also recorded.
import { Readable } from 'node:stream';
import { HazeError } from '../../errors/haze-error.ts';
import { messageOf } from '../../errors/message-of.ts';
import {
  type Exchange,
  isDeep,
  mapTexts,
  maybeJson,
  maybeUnpack,
  OF_CONNECTION,
  type RecordedBody,
  SIGNED_BASE,
} from './recording.ts';
import { isSecretField, maybeJsonText, replaceSigned, SecretNames } from './secrets.ts';
import { type Answer, readBounded, sendRequest } from './send-request.ts';

/** Path prefix of signed URLs at the recorder and the player, followed by the URL's number. */
export const SIGNED_PATH = '/-/signed/';

/** Headers that a recording preserves: clients read them, and none of them is a secret. */
const KEPT_REQUEST = ['accept', 'content-type'];
export const KEPT_ANSWER = (
  'content-type content-disposition location retry-after etag ' +
  'last-modified access-control-allow-origin access-control-expose-headers'
).split(' ');

export interface RecorderOptions {
  /** URL of the service, without a trailing slash. */
  readonly upstream: string;
  readonly timeoutMs: number;
  /** Size limit: larger bodies are forwarded but not saved. */
  readonly bodyBytes: number;
  /** Reports, in a sentence, data that is not recorded. */
  readonly say: (message: string) => void;
  /** Receives each exchange. */
  readonly keep: (exchange: Exchange) => void;
}

export class Recorder {
  readonly #options: RecorderOptions;
  readonly #secrets = new SecretNames();
  /** Signed URLs; each URL's number is its 1-based position. */
  readonly #signed: string[] = [];

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Responds to a request with the service's response. */
  async answer(request: Request, body: Buffer | undefined): Promise<Response> {
    const startedMs = Date.now();
    const key = request.headers.get('authorization');
    // Registers the key, so that it can be found in paths and bodies.
    if (key !== null) this.#secrets.key(key);
    const { pathname, search, origin } = new URL(request.url);
    const { say, timeoutMs } = this.#options;
    const number = pathname.startsWith(SIGNED_PATH) ? Number(pathname.slice(SIGNED_PATH.length)) : undefined;
    const address =
      number === undefined ? this.#options.upstream + pathname + search : this.#signed[number - 1];
    if (address === undefined) return refuse(404, 'unknown-path', `There is no signed URL ${number} here.`);
    const headers: Record<string, string> = {};
    for (const [name, value] of request.headers) if (!OF_CONNECTION.has(name)) headers[name] = value;
    // The signature grants access, so the key stays between client and service.
    if (number !== undefined) delete headers.authorization;
    const { method } = request;
    const what = `${method} ${number === undefined ? this.#secrets.cleanTarget(pathname) : pathname}`;
    try {
      const answer = await sendRequest(address, { method, headers, body, timeoutMs });
      this.#followRedirect(answer, origin);
      const target = number === undefined ? pathname + search : SIGNED_BASE + number;
      return await this.#handOn({ request, target, body, startedMs, origin }, answer);
    } catch (error) {
      say(`${what} is not recorded: ${messageOf(error)}`);
      const code = error instanceof HazeError ? error.code : 'upstream-down';
      return refuse(code === 'upstream-slow' ? 504 : 502, code, messageOf(error));
    }
  }

  /**
   * Routes a redirect through the recorder.
   * @throws HazeError `upstream-elsewhere` if the key would go to another host
   */
  #followRedirect({ status, headers }: Answer, origin: string): void {
    const { upstream } = this.#options;
    if (headers.location === undefined) return;
    const target = new URL(headers.location, `${upstream}/`).href;
    const local = this.#lead(target, origin);
    if (local !== target) headers.location = local;
    else if (status >= 300 && status < 400) {
      const place = this.#secrets.clean(new URL(target).origin);
      throw new HazeError(
        'upstream-elsewhere',
        `The service redirects to ${place}. If it has moved there, record with --upstream ${place}.`,
      );
    }
  }

  /** Replaces service URLs and signed URLs in a string with recorder URLs. */
  #lead(text: string, origin: string): string {
    const own = replaceSigned(text, (address) => this.#localOf(address, origin));
    return own.replaceAll(`${this.#options.upstream}/`, `${origin}/`);
  }

  /** The recorder's URL for a signed URL. */
  #localOf(address: string, origin: string): string {
    let index = this.#signed.indexOf(address);
    if (index < 0) index = this.#signed.push(address) - 1;
    return `${origin}${SIGNED_PATH}${index + 1}`;
  }

  async #handOn(asked: Asked, answer: Answer): Promise<Response> {
    const { bodyBytes, keep } = this.#options;
    const { status, headers } = answer;
    const { bytes, rest } = await readBounded(answer.body, bodyBytes);
    const type = headers['content-type'] ?? '';
    const json = rest ? undefined : maybeJson({ type, bytes });
    const local = json === undefined ? undefined : mapTexts(json, (text) => this.#lead(text, asked.origin));
    const isLed = JSON.stringify(local) !== JSON.stringify(json);
    const led = isLed ? Buffer.from(JSON.stringify(local)) : bytes;
    keep(this.#record(asked, answer, rest ? { type } : { type, bytes: led }));
    const passed = new Headers();
    for (const [name, value] of Object.entries(headers))
      if (!OF_CONNECTION.has(name)) passed.set(name, value);
    const isEmpty = asked.request.method === 'HEAD' || [204, 304].includes(status);
    const whole = rest ? Readable.toWeb(rest) : led;
    return new Response(isEmpty ? null : (whole as BodyInit), { status, headers: passed });
  }

  #record(asked: Asked, { status, headers }: Answer, body: RecordedBody): Exchange {
    const { request, target, startedMs, origin } = asked;
    const secrets = this.#secrets;
    const key = request.headers.get('authorization');
    const requestHeaders = pick(Object.fromEntries(request.headers), KEPT_REQUEST);
    if (key !== null && target.startsWith('/')) requestHeaders.authorization = secrets.key(key);
    const kept = pick(headers, KEPT_ANSWER);
    if (kept.location !== undefined) kept.location = this.#neutral(kept.location, origin);
    const sent = asked.body && { type: requestHeaders['content-type'] ?? '', bytes: asked.body };
    return {
      method: request.method,
      status,
      startedMs,
      tookMs: Date.now() - startedMs,
      target: target.startsWith('/') ? secrets.cleanTarget(target) : target,
      requestHeaders,
      ...(sent && { requestBody: this.#cleanBody(bounded(sent, this.#options.bodyBytes), origin) }),
      headers: kept,
      body: this.#cleanBody(body, origin),
    };
  }

  /** Replaces recorder URLs in a string with their recorded form. */
  #neutral(text: string, origin: string): string {
    const signed = text.replaceAll(origin + SIGNED_PATH, SIGNED_BASE);
    return this.#secrets.clean(signed.startsWith(`${origin}/`) ? signed.slice(origin.length) : signed);
  }

  #cleanBody(body: RecordedBody, origin: string): RecordedBody {
    const { type, bytes } = body;
    if (!bytes) return body;
    const text = bytes.toString('utf8');
    const isText = Buffer.from(text).equals(bytes);
    // JSON sent under another content type may also contain secrets.
    const json = maybeJson(body) ?? (isText ? maybeJsonText(text) : undefined);
    // Omits JSON that is nested too deeply to search for secrets.
    if (isDeep(json)) return { type };
    if (json !== undefined) {
      // Replaces secrets first, because another field may repeat part of a secret.
      const named = mapTexts(json, (text, name) =>
        isSecretField(name) && text !== '' ? this.#secrets.secret(text) : text,
      );
      const clean = mapTexts(named, (text) => this.#neutral(text, origin));
      return { type, bytes: Buffer.from(JSON.stringify(clean)) };
    }
    if (!isText) {
      const inside = maybeUnpack(bytes)?.toString('utf8');
      // A compressed body is either saved unchanged or omitted.
      return inside === undefined || this.#secrets.clean(inside) === inside ? body : { type };
    }
    const clean = /x-www-form-urlencoded/i.test(type) ? this.#secrets.cleanQuery(text) : text;
    return { type, bytes: Buffer.from(this.#neutral(this.#lead(clean, origin), origin)) };
  }
}

interface Asked {
  readonly request: Request;
  readonly target: string;
  readonly body: Buffer | undefined;
  readonly startedMs: number;
  /** The recorder's address, as the client wrote it. */
  readonly origin: string;
}

function bounded(body: RecordedBody & { readonly bytes: Buffer }, mostBytes: number): RecordedBody {
  return body.bytes.length > mostBytes ? { type: body.type } : body;
}

function pick(headers: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
}

/** The recorder's own response, in the form of the service's errors. */
export function refuse(status: number, code: string, message: string): Response {
  return Response.json({ message, Message: message, code }, { status });
}

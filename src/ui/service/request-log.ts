// The page's requests to the service and their responses, newest last. The log stores the readable part of each body
// and drops old entries, so that memory use stays bounded.
import { messageOf } from '../../errors/message-of.ts';

/** A request with its response, if already received. */
export interface Exchange {
  readonly id: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The request body as text; undefined if there is none. */
  readonly body: string | undefined;
  readonly answer: ExchangeAnswer | undefined;
}

export interface ExchangeAnswer {
  /** HTTP status; 0 if the request failed without a response. */
  readonly status: number;
  readonly statusText: string;
  readonly contentType: string;
  /** The part of the body that is stored; for binary data, a line with the number of bytes. */
  readonly body: string;
  /** True if `body` is truncated. */
  readonly isCut: boolean;
  readonly tookMs: number;
}

const MOST_EXCHANGES = 200;
const MOST_CHARACTERS = 20_000;
/** Maximum size of a body that the log reads. */
const MOST_READ_BYTES = 1_000_000;

export class RequestLog extends EventTarget {
  #exchanges: readonly Exchange[] = [];
  #nextId = 1;

  get exchanges(): readonly Exchange[] {
    return this.#exchanges;
  }

  clear(): void {
    this.#change([]);
  }

  /** Returns a `fetch` that calls `send` and logs the exchange. */
  recording(send: typeof fetch): typeof fetch {
    return async (input, init) => {
      const request = new Request(input, init);
      const id = this.#begin(request.method, request.url, request.headers, bodyText(init?.body));
      const startedMs = performance.now();
      try {
        const response = await send(input, init);
        const tookMs = performance.now() - startedMs;
        const copy = response.clone();
        void readAnswer(copy, tookMs).then((answer) => this.#end(id, answer));
        return response;
      } catch (error) {
        const body = messageOf(error);
        const tookMs = performance.now() - startedMs;
        this.#end(id, { status: 0, statusText: 'no answer', contentType: '', body, isCut: false, tookMs });
        throw error;
      }
    };
  }

  #begin(method: string, url: string, headers: Headers, body: string | undefined): number {
    const id = this.#nextId++;
    const exchange = { id, method, url, headers: Object.fromEntries(headers), body, answer: undefined };
    this.#change([...this.#exchanges.slice(-MOST_EXCHANGES + 1), exchange]);
    return id;
  }

  #end(id: number, answer: ExchangeAnswer): void {
    this.#change(
      this.#exchanges.map((exchange) => (exchange.id === id ? { ...exchange, answer } : exchange)),
    );
  }

  #change(exchanges: readonly Exchange[]): void {
    this.#exchanges = exchanges;
    this.dispatchEvent(new Event('change'));
  }
}

function bodyText(body: BodyInit | null | undefined): string | undefined {
  if (body === undefined || body === null) return undefined;
  return typeof body === 'string' ? body : '(bytes)';
}

/** Indents JSON; other text is returned unchanged. */
function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function readAnswer(response: Response, tookMs: number): Promise<ExchangeAnswer> {
  const contentType = response.headers.get('Content-Type') ?? '';
  const { status, statusText } = response;
  const { body, isCut } = await readBody(response, contentType).catch(() => ({
    body: '(the body did not arrive)',
    isCut: false,
  }));
  return { status, statusText, contentType, body, isCut, tookMs };
}

async function readBody(response: Response, contentType: string): Promise<{ body: string; isCut: boolean }> {
  const length = Number(response.headers.get('Content-Length') ?? 0);
  const isText = /json|text/.test(contentType);
  if (!isText || length > MOST_READ_BYTES) {
    await response.body?.cancel();
    return { body: length > 0 ? `(${length} bytes)` : '(bytes)', isCut: false };
  }
  const text = await response.text();
  const pretty = contentType.includes('json') ? indentJson(text) : text;
  return { body: pretty.slice(0, MOST_CHARACTERS), isCut: pretty.length > MOST_CHARACTERS };
}

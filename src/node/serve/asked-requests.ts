// Requests made by clients, for tests to check: the last thousand, with small JSON bodies and without headers.
import type { AskedRequest } from './asked-request.ts';

const MOST_KEPT = 1000;
const MOST_BODY_BYTES = 64 * 1024;

/** Tests whether a request has a small JSON body. */
function hasSmallJson({ headers }: Request): boolean {
  const sizeBytes = Number(headers.get('Content-Length'));
  return (
    sizeBytes > 0 && sizeBytes <= MOST_BODY_BYTES && (headers.get('Content-Type') ?? '').includes('json')
  );
}

function maybeParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export class AskedRequests {
  readonly #kept: AskedRequest[] = [];

  /**
   * Handles a request with `work`, and stores the request and the response status. `work` receives a request with the
   * same body.
   */
  async note(request: Request, work: (request: Request) => Promise<Response>): Promise<Response> {
    const { method, headers, url } = request;
    const { pathname, search } = new URL(url);
    // A truncated body is not stored here; the service rejects it.
    const text = hasSmallJson(request)
      ? await new Response(request.body).text().catch(() => undefined)
      : undefined;
    const response = await work(
      text === undefined
        ? request
        : new Request(url, { method, headers, ...(text !== '' && { body: text }) }),
    );
    const Body = text === undefined ? undefined : maybeParse(text);
    const asked = { Method: method, Path: pathname + search, ...(Body !== undefined && { Body }) };
    this.#kept.push({ ...asked, Status: response.status });
    if (this.#kept.length > MOST_KEPT) this.#kept.shift();
    return response;
  }

  /** Stored requests, oldest first. */
  list(): readonly AskedRequest[] {
    return [...this.#kept];
  }
}

// Adds routes to the app, with key checks, body limits, and messages for validation errors. The routes themselves, with
// their schemas and handlers, are in one folder per resource.
import { OpenAPIHono, type RouteConfig, type RouteHandler } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { HazeError } from '../../errors/haze-error.ts';
import { authenticate } from '../accounts/authentication.ts';
import { countRequest } from '../accounts/quotas.ts';
import type { ApiEnv } from '../requests/api-env.ts';
import { checkBodyBounds } from '../requests/body-bounds.ts';
import { describeIssue, type ValidationIssue } from '../requests/describe-issue.ts';
import { noteUnknown, withNotices } from '../requests/notices.ts';
import { operationIdOf } from '../requests/operations.ts';
import type { Services } from '../requests/services.ts';

export interface ApiApp {
  readonly app: OpenAPIHono<ApiEnv>;
  readonly services: Services;
}

/** The validated request that a route's handler receives. */
export type RouteContext<R extends RouteConfig> = Parameters<RouteHandler<R, ApiEnv>>[0];

interface FailedValidation {
  readonly target: string;
  readonly success: boolean;
  readonly error?: { readonly issues: readonly ValidationIssue[] };
}

/** Maximum number of problems listed in a response; the message counts all of them. */
const MOST_ISSUES = 100;

function refuseInvalid(result: FailedValidation): undefined {
  if (result.success) return undefined;
  if (result.target === 'param') {
    const [issue] = result.error?.issues ?? [];
    const isStream = issue?.path[0] === 'Stream';
    throw new HazeError(
      'unknown-resource',
      isStream ? `Stream: ${describeIssue(issue)}.` : 'There is no resource with that ID.',
    );
  }
  const found = result.error?.issues ?? [];
  const issues = found.slice(0, MOST_ISSUES).map((issue) => ({
    path: issue.path.map(String).join('.') || 'body',
    message: describeIssue(issue),
  }));
  const [first] = issues;
  const more = found.length > 1 ? ` (and ${found.length - 1} more)` : '';
  throw new HazeError('invalid-request', `${first?.path}: ${first?.message}${more}`, { data: { issues } });
}

/** Creates the app; `getPath` returns the path of a request. */
export function createApp(services: Services, getPath: (request: Request) => string): ApiApp {
  const app = new OpenAPIHono<ApiEnv>({ getPath, defaultHook: refuseInvalid as never });
  return { app, services };
}

async function* readStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Chunks of a request body. If a client disconnects midway, Haze is not at fault, and no response is sent. */
async function* receive(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* readStream(body);
  } catch (cause) {
    // The server itself has stopped receiving.
    if (cause instanceof HazeError) throw cause;
    throw new HazeError(
      'malformed-request',
      'The connection closed before the whole body arrived. Send the request again.',
      { cause },
    );
  }
}

/**
 * Reads a request's body, chunk by chunk.
 * @throws HazeError `body-too-large` as soon as the body exceeds `maxBytes`, `malformed-request` if it is cut short
 */
export async function* readBody(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  // A declared length over the limit is rejected before anything is stored.
  if (Number(request.headers.get('Content-Length')) > maxBytes) throw tooLarge(maxBytes);
  let sizeBytes = 0;
  for await (const piece of request.body ? receive(request.body) : []) {
    sizeBytes += piece.length;
    if (sizeBytes > maxBytes) throw tooLarge(maxBytes);
    yield piece;
  }
}

function tooLarge(maxBytes: number): HazeError {
  return new HazeError('body-too-large', `The body exceeds the limit of ${maxBytes} bytes.`);
}

/** Rejects a compressed body, which would look like corrupted text. @throws HazeError `unsupported-content-type` */
function refuseEncoded({ headers }: Request): void {
  const encoding = headers.get('Content-Encoding')?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return;
  throw new HazeError(
    'unsupported-content-type',
    `Request bodies with "Content-Encoding: ${encoding}" are not accepted. Send the JSON uncompressed.`,
  );
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  refuseEncoded(request);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for await (const piece of readBody(request, maxBytes)) text += decoder.decode(piece, { stream: true });
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof HazeError) throw error;
    throw new HazeError('malformed-request', 'The body is not UTF-8 text.', { cause: error });
  }
}

function isJson(type: string | null): boolean {
  return /^application\/([\w.-]+\+)?json$/i.test(type?.split(';')[0]?.trim() ?? '');
}

/** Reads a JSON body within its limit. An optional body that is empty, `""` or `null` counts as absent. */
function limitBody(maxBytes: number, isRequired: boolean): MiddlewareHandler {
  return async (c, next) => {
    const { raw } = c.req;
    const text = await readText(raw, maxBytes);
    checkBodyBounds(text);
    const headers = new Headers(raw.headers);
    const isAbsent = !isRequired && ['', '""', 'null'].includes(text.trim());
    if (isAbsent) headers.delete('Content-Type');
    // Replaces every JSON type with `application/json`, the only one that the validator accepts.
    else if (isJson(headers.get('Content-Type'))) headers.set('Content-Type', 'application/json');
    // The app only tests whether there is a body; the actual text is parsed once for all readers.
    const request = new Request(raw.url, {
      method: raw.method,
      headers,
      ...(!isAbsent && text !== '' && { body: '{' }),
    });
    let value: unknown;
    c.req.json = async () => {
      value ??= JSON.parse(text);
      return value as never;
    };
    // Requests in Firefox have no `body` property; the validator treats undefined as an existing body.
    if ((isAbsent || text === '') && request.body !== null)
      Object.defineProperty(request, 'body', { value: null });
    c.req.raw = request;
    await next();
  };
}

function boundRequests(services: Services): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await countRequest(services, c.get('userId'));
    await next();
  };
}

/**
 * Middleware that runs before a route's own validation: it checks the key, unless the route is open (`security: []`),
 * and enforces the body limits.
 */
function guardsOf(
  { services }: ApiApp,
  route: Pick<RouteConfig, 'security' | 'request'>,
): MiddlewareHandler<ApiEnv>[] {
  const guards: MiddlewareHandler<ApiEnv>[] = [];
  if (route.security?.length !== 0) guards.push(authenticate(services), boundRequests(services));
  const body = route.request?.body;
  if (body) guards.push(limitBody(services.settings.maxBodyBytes, body.required ?? false));
  return guards;
}

/**
 * Checks a new route against the existing routes.
 * @throws Error if the description has no name for it, or if an earlier route matches all its requests
 */
function checkRoute({ app }: ApiApp, { method, path }: Pick<RouteConfig, 'method' | 'path'>): void {
  operationIdOf(method, path);
  for (const definition of app.openAPIRegistry.definitions) {
    if (definition.type !== 'route' || definition.route.method !== method) continue;
    const earlier = definition.route.path;
    if (!earlier.includes('{') || !patternOf(earlier).test(path)) continue;
    throw new Error(`No request would reach ${method} ${path}: add it before ${method} ${earlier}.`);
  }
}

/** Matches all URLs of a route's path; `{path}` may contain slashes. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('{path}', '.+').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

/**
 * Adds a route: its description for /openapi.json, its validation and its handler.
 * @param before work to start before the key is checked
 */
export function serve<R extends RouteConfig>(
  api: ApiApp,
  route: R,
  handler: (c: RouteContext<R>) => Response | Promise<Response>,
  before: readonly MiddlewareHandler<ApiEnv>[] = [],
): void {
  checkRoute(api, route);
  const guarded = { ...route, middleware: [...before, ...guardsOf(api, route)] };
  const noticing = async (c: RouteContext<R>) => {
    await noteUnknown(route, c, api.services);
    return withNotices(await handler(c), c);
  };
  // Exact response types would repeat every schema; tests check responses against their schemas instead.
  api.app.openapi(guarded, noticing as unknown as RouteHandler<typeof guarded, ApiEnv>);
}

/** Adds a route whose last parameter is a path with slashes. The handler validates the path, because the app cannot. */
export function serveBelow<R extends RouteConfig>(
  api: ApiApp,
  route: R,
  handler: (c: Context<ApiEnv>) => Response | Promise<Response>,
): void {
  checkRoute(api, route);
  api.app.openAPIRegistry.registerPath(route);
  const pattern = route.path.replace(/\{\w+\}$/, '*');
  api.app.on([route.method], [pattern], ...guardsOf(api, route), async (c) => {
    await noteUnknown(route, c, api.services);
    return withNotices(await handler(c), c);
  });
}

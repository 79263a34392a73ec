// The REST interface as a single function of a request and its services. The service worker, the Node server, the
// in-page fallback and the tests all call it. This file lists the routes, and handles /openapi.json and what all
// responses share (CORS, errors, paths).
import { cors } from 'hono/cors';
import { HazeError } from '../errors/haze-error.ts';
import { type ApiApp, createApp, patternOf } from './app/api-app.ts';
import { addDescription } from './app/describe-api.ts';
import { addBucketRoutes } from './buckets/routes.ts';
import { addBuildRoutes } from './builds/routes.ts';
import { addCoreRoutes } from './cores/routes.ts';
import { addDriveRoutes } from './drives/routes.ts';
import { addFileRoutes } from './files/routes.ts';
import { addHealthRoutes } from './health/routes.ts';
import { addKeyRoutes } from './keys/routes.ts';
import { addPlotRoutes } from './plots/routes.ts';
import { addPresignedRoutes } from './presigned/routes.ts';
import { addRepositoryRoutes } from './repositories/routes.ts';
import { maybeAbsence } from './requests/absent-families.ts';
import { ANSWER_POLICY } from './requests/content-policy.ts';
import { answerFailure, notSupported } from './requests/failures.ts';
import { METHODS } from './requests/methods.ts';
import type { Services } from './requests/services.ts';
import { addSampleRoutes } from './samples/routes.ts';
import { addTaskRoutes } from './tasks/routes.ts';
import { addUserRoutes } from './users/routes.ts';
import { addWebhookRoutes } from './webhooks/routes.ts';

/** The REST interface. */
export interface Api {
  /** Responds to a request. Never rejects. */
  fetch(request: Request): Promise<Response>;
}

const EXPOSED_HEADERS = ['Location', 'ETag', 'Allow', 'Retry-After', 'Content-Disposition', 'Haze-Notice'];

/** A request's path relative to the base, without trailing slashes. */
function pathBelow(basePath: string, request: Request): string {
  const { pathname } = new URL(request.url);
  const isBelow = pathname === basePath || pathname.startsWith(`${basePath}/`);
  // Paths outside the base never match a route.
  if (!isBelow) return '/outside-the-base';
  return `/${plainly(pathname.slice(basePath.length)).replace(/^\/+|(?<!\/)\/+$/g, '')}`;
}

/** Letters, digits and `-._~` mean the same when percent-encoded (RFC 3986, section 6.2.2.2). */
function plainly(path: string): string {
  return path.replaceAll(/%[0-9a-f]{2}/gi, (encoded) => {
    const letter = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(letter) ? letter : encoded;
  });
}

/** Methods that routes accept for this path. */
function methodsOf(api: ApiApp, path: string): string[] {
  const methods = new Set<string>();
  for (const definition of api.app.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    if (patternOf(definition.route.path).test(path)) methods.add(definition.route.method.toUpperCase());
  }
  return [...methods];
}

function refuseUnknown(api: ApiApp, path: string, method: string): HazeError {
  const absence = maybeAbsence(method, path);
  if (absence !== undefined) return notSupported(absence);
  const methods = methodsOf(api, path);
  if (methods.length === 0)
    return new HazeError(
      'unknown-path',
      `There is no path "${path.slice(0, 200)}" here; GET /openapi.json lists all paths.`,
    );
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return new HazeError(
    'unknown-method',
    `${method} is not supported on this path. Supported methods: ${allow}.`,
    { data: { allow } },
  );
}

// Pages of any site may call the API, even if the service runs on the user's own machine: browsers require a separate
// header for that (Private Network Access).
function addCommonHeaders({ app }: ApiApp): void {
  app.use(async (c, next) => {
    await next();
    // Cancels the body of a HEAD response, because the app merely drops the body, whose source may still hold stored
    // content.
    if (c.req.raw.method === 'HEAD') await c.res.body?.cancel();
    for (const [name, value] of Object.entries(ANSWER_POLICY)) c.res.headers.set(name, value);
    if (c.req.header('Access-Control-Request-Private-Network') === 'true') {
      c.res.headers.set('Access-Control-Allow-Private-Network', 'true');
    }
  });
  app.use(cors({ origin: '*', allowMethods: METHODS, exposeHeaders: EXPOSED_HEADERS, maxAge: 86_400 }));
}

/** Creates the interface over its services. */
export function createApi(services: Services): Api {
  const { app } = createRoutes(services);
  return { fetch: async (request) => app.fetch(request) };
}

/** Creates the app with all routes; tests read its schemas. */
export function createRoutes(services: Services): ApiApp {
  const api = createApp(services, (request) => pathBelow(services.settings.basePath, request));
  const { app } = api;
  app.onError((error, c) => answerFailure(error, c, services));
  app.notFound((c) => answerFailure(refuseUnknown(api, c.req.path, c.req.method), c, services));
  addCommonHeaders(api);
  addCoreRoutes(api);
  addBuildRoutes(api);
  addTaskRoutes(api);
  addSampleRoutes(api);
  addPlotRoutes(api);
  addRepositoryRoutes(api);
  addKeyRoutes(api);
  addUserRoutes(api);
  addBucketRoutes(api);
  addDriveRoutes(api);
  addFileRoutes(api);
  addWebhookRoutes(api);
  addHealthRoutes(api);
  addPresignedRoutes(api);
  addDescription(api);
  return api;
}

// The REST interface as one function of a request and its services. Service worker, Node server, in-page fallback and
// tests all call it. Here: which routes there are, what holds for every answer (CORS, errors, paths), /openapi.json.
import { HazeError } from '../errors/haze-error.ts';
import { type ApiApp, createApp } from './api-app.ts';
import { addBucketRoutes } from './buckets/routes.ts';
import { addBuildRoutes } from './builds/routes.ts';
import { addCoreRoutes } from './cores/routes.ts';
import { addDriveRoutes } from './drives/routes.ts';
import { answerFailure } from './failures.ts';
import { addFileRoutes } from './files/routes.ts';
import { addHealthRoutes } from './health/routes.ts';
import { addKeyRoutes } from './keys/routes.ts';
import { addPlotRoutes } from './plots/routes.ts';
import { addPresignedRoutes } from './presigned/routes.ts';
import { addRepositoryRoutes } from './repositories/routes.ts';
import { addSampleRoutes } from './samples/routes.ts';
import type { Services } from './services.ts';
import { addTaskRoutes } from './tasks/routes.ts';
import { addUserRoutes } from './users/routes.ts';

/** The interface itself. */
export interface Api {
  /** Answers a request. Never rejects. */
  fetch(request: Request): Promise<Response>;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': METHODS.join(', '),
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  'Access-Control-Expose-Headers': 'Location, ETag',
  'Access-Control-Max-Age': '86400',
};

/** The path that a request is about: below the base, without slashes at its end. */
function pathBelow(basePath: string, request: Request): string {
  const { pathname } = new URL(request.url);
  const isBelow = pathname === basePath || pathname.startsWith(`${basePath}/`);
  // A path outside the base is no path of ours, whatever it looks like.
  if (!isBelow) return '/outside-the-base';
  return `/${pathname.slice(basePath.length).replace(/^\/+|\/+$/g, '')}`;
}

/** The methods that some route has for this path. */
function methodsOf(api: ApiApp, path: string): string[] {
  const methods = new Set<string>();
  for (const definition of api.app.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const pattern = definition.route.path.replaceAll('{path}', '.+').replaceAll(/\{\w+\}/g, '[^/]+');
    if (new RegExp(`^${pattern}$`).test(path)) methods.add(definition.route.method.toUpperCase());
  }
  return [...methods];
}

function refuseUnknown(api: ApiApp, path: string, method: string): HazeError {
  const methods = methodsOf(api, path);
  if (methods.length === 0)
    return new HazeError('unknown-path', `There is no path "${path.slice(0, 200)}" here.`);
  const allow = [...methods, 'OPTIONS'].join(', ');
  return new HazeError('unknown-method', `${method} is not a method of this path. Those are: ${allow}.`, {
    data: { allow },
  });
}

function addDescription(api: ApiApp): void {
  const { app, services } = api;
  app.openAPIRegistry.registerComponent('securitySchemes', 'ApiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
  });
  app.openAPIRegistry.registerPath({
    method: 'get',
    path: '/openapi.json',
    summary: 'This description',
    security: [],
    responses: { 200: { description: 'OpenAPI 3.1.' } },
  });
  app.get('/openapi.json', (c) =>
    c.json(
      app.getOpenAPI31Document({
        openapi: '3.1.0',
        info: {
          title: 'Haze',
          version: '1',
          description: 'Builds C, C++ and Fortran programs and runs them on uncertainty-tracking cores.',
        },
        servers: [{ url: new URL(services.settings.basePath || '/', c.req.url).href.replace(/\/$/, '') }],
        security: [{ ApiKey: [] }],
      }),
    ),
  );
}

function withCors(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(CORS_HEADERS)) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

/**
 * Makes the interface over its services.
 * @throws HazeError `no-cryptography` in a page that was loaded over plain http
 */
export function createApi(services: Services): Api {
  if (globalThis.crypto?.subtle === undefined) {
    throw new HazeError(
      'no-cryptography',
      'This page has no cryptography, which keys need: it was loaded over plain http. Load it over https, or from localhost.',
    );
  }
  const api = createApp(services, (request) => pathBelow(services.settings.basePath, request));
  const { app } = api;
  app.onError((error, c) => answerFailure(error, c, services));
  app.notFound((c) => answerFailure(refuseUnknown(api, c.req.path, c.req.method), c, services));
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
  addHealthRoutes(api);
  addPresignedRoutes(api);
  addDescription(api);
  return {
    fetch: async (request) => {
      if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS_HEADERS });
      return withCors(await app.fetch(request));
    },
  };
}

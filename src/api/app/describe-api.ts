// GET /openapi.json: descriptions of all routes, with operation IDs and groups for client generators, and with the
// responses of every operation.

import { EXAMPLES, operationIdOf, TAGS } from '../requests/operations.ts';
import type { ApiApp } from './api-app.ts';

interface Operation {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  requestBody?: { content: Record<string, object> };
  responses: Record<string, object>;
  /** Empty if the operation needs no key. */
  security?: object[];
}

const FAILURE = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } };

/** Failures possible in every operation. */
const ALWAYS = {
  431: 'The headers are too large.',
  500: 'Internal error; the service log contains the cause, under the `id` in the response.',
  503: 'A required component, such as the storage, is currently unavailable.',
};
/** Failures possible in every operation that needs a key. */
const WITH_KEY = { 429: 'The account has reached its quota, or all accounts combined have reached theirs.' };
/** Failures possible in every operation that stores something. */
const WHEN_STORING = { 507: 'The storage is full; nothing in the request was carried out.' };

function toResponses(descriptions: Readonly<Record<number, string>>): Record<string, object> {
  const entries = Object.entries(descriptions);
  return Object.fromEntries(entries.map(([code, description]) => [code, { description, content: FAILURE }]));
}

function finishOperation(method: string, path: string, operation: Operation): Operation {
  const operationId = operationIdOf(method, path);
  const [group = ''] = operationId.split('.');
  const own = method === 'get' || method === 'delete' ? ALWAYS : { ...ALWAYS, ...WHEN_STORING };
  const keyed = operation.security?.length === 0 ? {} : WITH_KEY;
  const responses = { ...toResponses(keyed), ...operation.responses, ...toResponses(own) };
  const { summary = '', description = `${summary}.` } = operation;
  const body = operation.requestBody?.content['application/json'];
  const example = EXAMPLES[operationId];
  const requestBody = body &&
    example && {
      requestBody: { ...operation.requestBody, content: { 'application/json': { ...body, example } } },
    };
  return { ...operation, operationId, tags: [group], description, responses, ...requestBody };
}

function finishPaths(paths: Record<string, Record<string, Operation>>): object {
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          finishOperation(method, path, operation),
        ]),
      ),
    ]),
  );
}

const INFO = {
  title: 'Haze',
  version: '1',
  description: 'Builds C, C++ and Fortran programs and runs them on uncertainty-tracking cores.',
  license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
};

/** The description without the service's URL. */
function describeRoutes({ app }: ApiApp): object {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: INFO,
    servers: [],
    security: [{ ApiKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  });
  return { ...document, paths: finishPaths(document.paths as Record<string, Record<string, Operation>>) };
}

function addressed(description: object, basePath: string, address: string): object {
  const url = new URL(basePath || '/', address).href;
  const info = { ...INFO, contact: { name: 'Haze', url } };
  return { ...description, info, servers: [{ url: url.replace(/\/$/, '') }] };
}

/** Adds the route that serves the description. */
export function addDescription(api: ApiApp): void {
  const { app } = api;
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
    responses: {
      200: { description: 'OpenAPI 3.1.', content: { 'application/json': { schema: { type: 'object' } } } },
    },
  });
  // Built only once, because building it is expensive and anyone may request it.
  let routes: object | undefined;
  app.get('/openapi.json', (c) => {
    routes ??= describeRoutes(api);
    const { basePath, publicAddress = c.req.url } = api.services.settings;
    return c.json(addressed(routes, basePath, publicAddress));
  });
}

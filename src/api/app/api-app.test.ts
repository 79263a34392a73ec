// Creating the interface fails if a new route is incomplete.
import { createRoute } from '@hono/zod-openapi';
import { expect, test, vi } from 'vitest';
import { createApi } from '../create-api.ts';
import { defaultSettings, type Services } from '../requests/services.ts';
import { createApp, serve } from './api-app.ts';
import { addDescription } from './describe-api.ts';

const services = { settings: defaultSettings } as Services;

function addRoutes(...routes: readonly (readonly [method: 'get' | 'delete', path: string])[]): void {
  const api = createApp(services, ({ url }) => new URL(url).pathname);
  for (const [method, path] of routes)
    serve(api, createRoute({ method, path, security: [], responses: { 200: { description: 'It.' } } }), (c) =>
      c.json({}),
    );
}

test('a route without an operation name is rejected', () => {
  expect(() => addRoutes(['get', '/cores/count'])).toThrow(
    'get /cores/count has no name: add it to OPERATION_IDS in src/api/requests/operations.ts.',
  );
});

test('a route shadowed by an earlier route is rejected', () => {
  const inThePlaceOf = ['get', '/repositories/imports'] as const;
  expect(() => addRoutes(['get', '/repositories/{RepositoryID}'], inThePlaceOf)).toThrow(
    'No request would reach get /repositories/imports: add it before get /repositories/{RepositoryID}.',
  );
  addRoutes(inThePlaceOf, ['get', '/repositories/{RepositoryID}']);
  addRoutes(['delete', '/repositories/{RepositoryID}'], inThePlaceOf);
});

test('the interface has no unreachable routes', () => {
  expect(() => createApi(services)).not.toThrow();
});

test('the OpenAPI document is generated only once, even for requests under different base URLs', async () => {
  const api = createApp(services, ({ url }) => new URL(url).pathname);
  addDescription(api);
  const made = vi.spyOn(api.app, 'getOpenAPI31Document');
  const addresses = ['http://one.example', 'http://two.example', 'http://one.example'];
  const answers = addresses.map(async (base) => (await api.app.request(`${base}/openapi.json`)).json());
  expect((await Promise.all(answers)).map(({ servers }) => servers[0].url)).toEqual(addresses);
  expect(made).toHaveBeenCalledTimes(1);
});

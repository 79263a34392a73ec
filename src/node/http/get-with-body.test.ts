import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepBodyOfGet } from './get-with-body.ts';

let server: Server;

beforeAll(async () => {
  const answer = async (given: Request, { incoming }: HttpBindings) => {
    const kept = keepBodyOfGet(given, incoming as never);
    return new Response(`${kept.method} ${kept.headers.get('Content-Type')} ${await kept.text()}`);
  };
  server = createAdaptorServer({ fetch: answer as never }) as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function send(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  return new Promise<string>((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', method, path, headers }, (answer) =>
      resolve(text(answer)),
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

test('the body of GET /samples is kept, and other requests stay unchanged', async () => {
  const json = { 'Content-Type': 'application/json' };
  expect(await send('GET', '/samples?count=3', '{}', { ...json, 'Content-Length': '2' })).toBe(
    'POST application/json {}',
  );
  expect(await send('GET', '/samples/', '{}', { ...json, 'Transfer-Encoding': 'chunked' })).toBe(
    'POST application/json {}',
  );
  expect(await send('GET', '/samples', undefined, json)).toBe('GET application/json ');
  expect(await send('GET', '/tasks', '{}', { ...json, 'Content-Length': '2' })).toBe('GET application/json ');
  expect(await send('POST', '/samples', '[]', json)).toBe('POST application/json []');
});

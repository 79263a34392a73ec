import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWebhookTransport } from './webhook-transport.ts';

const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url ?? '');
  if (request.url !== '/silent') response.writeHead(302, { Location: '/next' }).end();
});
let base = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://localhost:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

// `localhost` is an example of a name that resolves to an internal address.
test('a host that resolves to an internal address is rejected under *, and accepted if listed', async () => {
  const message = { url: `${base}/`, headers: {}, body: '{}' };
  await expect(createWebhookTransport(['*'])(message)).rejects.toMatchObject({
    code: 'webhook-not-allowed',
    message: expect.stringMatching(/^not sent: localhost resolves to an address on this machine/),
  });
  expect(requests).toEqual([]);
  for (const hosts of [['localhost'], ['loopback'], ['*', 'internal']])
    expect(await createWebhookTransport(hosts)(message)).toBe(302);
  expect(requests).toEqual(['/', '/', '/']);
});

test('a delivery to an endpoint that never responds is abandoned after the time limit', async () => {
  const send = createWebhookTransport(['loopback'], 50);
  await expect(send({ url: `${base}/silent`, headers: {}, body: '{}' })).rejects.toThrow();
});

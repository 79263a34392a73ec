import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGitTransport } from './git-transport.ts';

const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url ?? '');
  response.writeHead(302, { Location: '/next' }).end();
});
let address = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://localhost:${(server.address() as AddressInfo).port}/`;
});

afterAll(() => {
  server.close();
});

// `localhost` is an example of a name that resolves to an internal address.
test('a host that resolves to an internal address is rejected, unless it is listed', async () => {
  await expect(createGitTransport(['*'])(address, {})).rejects.toMatchObject({
    cause: {
      code: 'repository-not-allowed',
      message: expect.stringMatching(/^The name localhost resolves to an address on this machine/),
    },
  });
  expect(requests).toEqual([]);
  for (const hosts of [['localhost'], ['*', `localhost:${new URL(address).port}`]]) {
    const response = await createGitTransport(hosts)(address, { redirect: 'manual' });
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/next']);
  }
  expect(requests).toEqual(['/', '/']);
});

test('a host that is listed with a port may be internal only at that port', async () => {
  await expect(createGitTransport(['*', 'localhost:1'])(address, {})).rejects.toMatchObject({
    cause: { code: 'repository-not-allowed' },
  });
});

test('the error of a failed connection names the host, not its address', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  await expect(createGitTransport(['localhost'])(`http://localhost:${port}/`, {})).rejects.toMatchObject({
    cause: {
      message: expect.stringMatching(new RegExp(`^connecting to localhost:${port} failed \\(E[A-Z]+\\)$`)),
    },
  });
});

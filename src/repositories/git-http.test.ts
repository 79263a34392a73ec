import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createGitHttp } from './git-http.ts';

test('an answer that is too large is broken off', async () => {
  let onClosed: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    onClosed = resolve;
  });
  const server = createServer((_request, response) => {
    response.on('close', onClosed);
    response.writeHead(200, { 'Content-Type': 'application/x-git-upload-pack-advertisement' });
    const send = () => {
      while (!response.destroyed && response.write(new Uint8Array(65_536)));
    };
    response.on('drain', send);
    send();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/endless.git`;
  const http = createGitHttp({
    url,
    signal: new AbortController().signal,
    stallMs: 10_000,
    maxBytes: 1e6,
    hasToken: false,
    isAllowed: () => true,
    onBytes: () => undefined,
  });
  try {
    await expect(http.request({ url: `${url}/info/refs` })).rejects.toMatchObject({
      code: 'repository-too-large',
    });
    await closed;
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { endConnection } from './broken-requests.ts';

let server: Server | undefined;

afterEach(() => {
  server?.close();
});

test('an ended connection is closed, even if its client neither reads nor closes', async () => {
  const closed = new Promise<boolean>((resolve) => {
    server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => undefined).on('close', () => resolve(socket.destroyed));
      // More than the buffers at both ends can hold.
      endConnection(socket, 'x'.repeat(20_000_000), 50);
    });
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const client = connect({ port: (server!.address() as AddressInfo).port, allowHalfOpen: true });
  client.pause().on('error', () => undefined);
  expect(await closed).toBe(true);
  client.destroy();
});

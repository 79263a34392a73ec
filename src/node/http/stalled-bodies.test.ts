import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { limitStalls, type StallLimits } from './stalled-bodies.ts';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that returns the number of bytes received. */
async function open(limits: StallLimits): Promise<number> {
  server = createServer(async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    limitStalls(incoming, limits);
    let count = 0;
    try {
      for await (const piece of incoming) count += (piece as Buffer).length;
      outgoing.end(String(count));
    } catch {
      // The connection was closed.
    }
  });
  await new Promise<void>((listening) => server!.listen(0, '127.0.0.1', listening));
  return (server.address() as AddressInfo).port;
}

/** Announces bytes and sends some of them, with a pause before each chunk. */
function send(port: number, announced: number, pieces: readonly string[], pauseMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
      if (answer.includes('\r\n\r\n')) socket.destroy();
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
    socket.write(`POST / HTTP/1.1\r\nHost: h\r\nContent-Length: ${announced}\r\n\r\n`);
    for (const [i, piece] of pieces.entries()) setTimeout(() => socket.write(piece), (i + 1) * pauseMs);
  });
}

const LONG = 60_000;

test('a stalled body gets a 408', async () => {
  const port = await open({ stallMs: 300, freeMs: LONG, leastBytesPerSecond: 1 });
  expect(await send(port, 10, ['a'], 10)).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request-timeout"/);
});

test('a slow body that keeps arriving is accepted', async () => {
  const port = await open({ stallMs: 600, freeMs: LONG, leastBytesPerSecond: 1 });
  expect(await send(port, 10, [...'abcdefghij'], 120)).toMatch(/^HTTP\/1\.1 200 /);
});

test('a body that stays below the minimum speed for too long gets a 408', async () => {
  const port = await open({ stallMs: 600, freeMs: 500, leastBytesPerSecond: 1000 });
  expect(await send(port, 30, [...'abcdefghijklmnopqrst'], 100)).toMatch(/^HTTP\/1\.1 408 /);
});

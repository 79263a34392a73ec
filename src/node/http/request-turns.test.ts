import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createHttpServer, type Hear } from './http-server.ts';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function open(hear: Hear): Promise<number> {
  server = createHttpServer(hear).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const requests = (count: number) =>
  Array.from({ length: count }, (_, i) => `GET /${i} HTTP/1.1\r\nHost: h\r\n\r\n`).join('');

/** A stream that counts as open until it is cancelled. */
function endless(opened: Set<object>): ReadableStream<Uint8Array> {
  const stream: ReadableStream<Uint8Array> = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
    cancel: () => void opened.delete(stream),
  });
  opened.add(stream);
  return stream;
}

test('pipelined requests open one response at a time, which is closed when the connection ends', async () => {
  const opened = new Set<object>();
  let most = 0;
  const port = await open(async () => {
    const answer = new Response(endless(opened));
    most = Math.max(most, opened.size);
    return answer;
  });
  const socket = connect(port, '127.0.0.1', () => socket.write(requests(50)));
  await once(socket, 'data');
  socket.resetAndDestroy();
  await expect.poll(() => opened.size).toBe(0);
  expect(most).toBe(1);
});

test('pipelined requests are answered in order, and their bodies arrive', async () => {
  const port = await open(async (request) => {
    const { pathname } = new URL(request.url);
    return new Response(`${pathname}=${await request.text()};`);
  });
  const post = (path: string, body: string, more = '') =>
    `POST ${path} HTTP/1.1\r\nHost: h\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;
  const long = 'x'.repeat(200_000);
  const socket = connect(port, '127.0.0.1');
  socket.end(
    post('/a', 'one') + post('/b', long) + requests(1) + post('/c', 'three', 'Connection: close\r\n'),
  );
  expect((await text(socket)).match(/\/[\w]+=\w*;/g)).toEqual([
    '/a=one;',
    `/b=${long};`,
    '/0=;',
    '/c=three;',
  ]);
});

test('a connection with more than 500 waiting requests gets a 429, and is closed', async () => {
  let count = 0;
  const port = await open(async () => {
    count += 1;
    await new Promise((resolve) => setTimeout(resolve, 1));
    return new Response('ok');
  });
  const socket = connect(port, '127.0.0.1');
  socket.write(requests(1500));
  const answers = await text(socket);
  const statuses = Array.from(answers.matchAll(/HTTP\/1.1 (\d+)/g), ([, status]) => Number(status));
  expect(statuses).toEqual([...Array.from({ length: count }, () => 200), 429]);
  expect(answers).toContain('"code":"quota-exceeded"');
  expect(count).toBeLessThan(1500);
});

/** A load balancer: sends the requests of all its clients over one connection, without waiting for responses. */
class Balancer {
  readonly #upstream: Socket;
  readonly #waiting: ((answer: string) => void)[] = [];
  #received = '';

  constructor(port: number) {
    this.#upstream = connect(port, '127.0.0.1')
      .setEncoding('latin1')
      .on('data', (piece) => this.#take(String(piece)));
    onTestFinished(() => void this.#upstream.destroy());
  }

  /** Sends a client's request, and returns the status and text of the response. */
  ask(client: string, path: string): Promise<string> {
    this.#upstream.write(`GET ${path} HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: ${client}\r\n\r\n`);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #take(piece: string): void {
    this.#received += piece;
    for (;;) {
      const [head, body] = this.#received.split('\r\n\r\n', 2);
      const length = Number(/content-length: (\d+)/i.exec(head!)?.[1] ?? Number.POSITIVE_INFINITY);
      if (body === undefined || body.length < length) return;
      this.#waiting.shift()!(
        `${head!.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)} ${body.slice(0, length)}`,
      );
      this.#received = this.#received.slice(head!.length + '\r\n\r\n'.length + length);
    }
  }
}

test('a load balancer that pipelines the requests of many clients receives the right response to each', async () => {
  let allSent = () => {};
  const sent = new Promise<void>((resolve) => {
    allSent = resolve;
  });
  const port = await open(async (request) => {
    await sent;
    const text = `${new URL(request.url).pathname} for ${request.headers.get('X-Forwarded-For')}`;
    return new Response(text, { headers: { 'Content-Length': String(text.length) } });
  });
  const balancer = new Balancer(port);
  const asked = Array.from({ length: 400 }, (_, index) => [`192.0.2.${index % 200}`, `/${index}`] as const);
  const answers: Promise<string>[] = [];
  for (const [client, path] of asked) {
    answers.push(balancer.ask(client, path));
    // One packet for each request, as from a load balancer.
    await new Promise((resolve) => setImmediate(resolve));
  }
  allSent();
  expect(await Promise.all(answers)).toEqual(asked.map(([client, path]) => `200 ${path} for ${client}`));
});

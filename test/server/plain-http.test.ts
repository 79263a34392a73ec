// HTTP from unusual clients: load balancers' health checks, clients that offer HTTP/2, caches, and invalid requests.
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { type HazeProcess, startHaze } from '../jobs/haze-process.ts';

let folder = '';
let haze: HazeProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haze-plain-http-'));
  haze = await startHaze(folder);
});

afterAll(async () => {
  await haze?.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

/** Sends bytes, and reads until the given number of responses has arrived or the connection is closed. */
function exchange(sent: string, answers = 1): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(haze.base).port), '127.0.0.1', () => socket.write(sent, 'latin1'));
    let got = '';
    const isDone = () => (got.match(/HTTP\/1\.1 (?!100)/g) ?? []).length >= answers;
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      got += text;
      if (isDone()) setTimeout(() => socket.destroy(), 50);
    });
    socket.on('close', () => resolve(got));
    socket.on('error', reject);
  });
}

const statuses = (text: string) =>
  Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => Number(status));

test.each([
  ['GET /health/ready HTTP/1.0\r\n\r\n', 200],
  ['OPTIONS / HTTP/1.0\r\n\r\n', 204],
  ['OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n', 204],
  ['GET /health/live HTTP/1.1\r\nHost:\r\n\r\n', 200],
  ['GET http://haze.example/health HTTP/1.1\r\nHost: haze.example\r\n\r\n', 200],
])('the health check %j gets a response', async (sent, status) => {
  expect(statuses(await exchange(sent))).toEqual([status]);
});

test.each([
  'GET /health HTTP/1.1\r\n\r\n',
  'GET /health HTTP/1.1\r\nHost: a/b@c\r\n\r\n',
  'GET * HTTP/1.1\r\nHost: h\r\n\r\n',
  'GET HTTP:nothing HTTP/1.1\r\nHost: h\r\n\r\n',
  'HELLO\r\n\r\n',
  'GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'GET /health HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n',
  'GET /event/realtime HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'GET /health HTTP/1.1\r\nHost: a\r\nAuthorization: a\r\nAuthorization: b\r\n\r\n',
  'POST /keys HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  'POST /keys HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /keys HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na',
  'POST /keys HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'GET /health HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n',
])('%j gets an error response in the usual form', async (sent) => {
  const answer = await exchange(sent);
  expect(statuses(answer)).toEqual([400]);
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
  expect(body).toEqual({ message: body.Message, Message: expect.any(String), code: 'malformed-request' });
});

test.each([
  ['CONNECT far.example:443 HTTP/1.1\r\nHost: far.example:443\r\n\r\n', 405, 'unknown-method'],
  ['CONNECT 169.254.169.254:80 HTTP/1.0\r\n\r\nGET / HTTP/1.0\r\n\r\n', 405, 'unknown-method'],
  [
    'CONNECT /event/realtime HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    405,
    'unknown-method',
  ],
  ['GET /health HTTP/1.1\r\nHost: h\r\nExpect: a miracle\r\n\r\n', 417, 'malformed-request'],
])('%j is refused with a reason, and the connection is closed', async (sent, status, code) => {
  // No second response follows, so the exchange lasts until the connection is closed.
  const answer = await exchange(sent, 2);
  expect(statuses(answer)).toEqual([status]);
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))).code).toBe(code);
  expect(/^Allow: .*GET/m.test(answer)).toBe(status === 405);
});

test('CONNECT that follows another request is refused after the response to that request', async () => {
  const sent = 'GET /health HTTP/1.1\r\nHost: h\r\n\r\nCONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n';
  expect(statuses(await exchange(sent, 2))).toEqual([200, 405]);
});

test('a key, a second Host and Content-Length take effect even after 2000 other headers', async () => {
  const many = 'a:\r\n'.repeat(2100);
  const ask = async (head: string) => statuses(await exchange(`${head}\r\n`));
  expect(await ask(`GET /users/me HTTP/1.1\r\nHost: h\r\n${many}Authorization: ${haze.key}\r\n`)).toEqual([
    200,
  ]);
  expect(await ask(`GET /health HTTP/1.1\r\n${many}Host: h\r\n`)).toEqual([200]);
  expect(await ask(`GET /health HTTP/1.1\r\nHost: h\r\n${many}Host: i\r\n`)).toEqual([400]);
  const body = `${many}Authorization: ${haze.key}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n`;
  expect(await ask(`POST /sourcecode/builds HTTP/1.1\r\nHost: h\r\n${body}\r\n{}`)).toEqual([422]);
});

test('an invalid request that follows a slow request is rejected only after the slow response', async () => {
  const create = (body: string) =>
    `POST /keys HTTP/1.1\r\nHost: h\r\nAuthorization: ${haze.key}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${body.length}\r\n\r\n${body}`;
  expect(statuses(await exchange(`${create('{"Name":"slow"}')}NONSENSE\r\n\r\n`, 2))).toEqual([201, 400]);
  const broken = `${create('{').replace(/Content-Length: 1/, 'Transfer-Encoding: chunked')}nonsense\r\n`;
  expect(statuses(await exchange(broken))).toEqual([400]);
});

describe('a client that offers HTTP/2 with each request, as Java does', () => {
  const OFFER =
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQBAAAAAAIAAAAA\r\n';
  const head = (first: string, more = '') =>
    `${first} HTTP/1.1\r\nHost: h\r\nAuthorization: ${haze.key}\r\n${more}`;

  test('a client that offers HTTP/2 gets a response', async () => {
    expect(statuses(await exchange(`${head('GET /cores', OFFER)}\r\n`))).toEqual([200]);
  });

  test('a client that offers HTTP/2 can send a body with Content-Length or chunked', async () => {
    const body = '{"Name":"a"}';
    const json = 'Content-Type: application/json\r\n';
    const length = `${head('POST /keys', OFFER + json)}Content-Length: ${body.length}\r\n\r\n${body}`;
    const chunks = `${head('PUT /files/a', OFFER)}Transfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n`;
    expect(statuses(await exchange(length))).toEqual([201]);
    expect(statuses(await exchange(chunks))).toEqual([200]);
  });

  test('a client that offers HTTP/2 can send several requests on one connection', async () => {
    const offering = `${head('GET /health', OFFER)}\r\n`;
    const plain = `${head('GET /health')}\r\n`;
    const sent = [offering, plain, offering, offering, plain];
    expect(statuses(await exchange(sent.join(''), sent.length))).toEqual(sent.map(() => 200));
    // Load balancers reuse connections that have been idle for up to a minute.
    const [, idleSeconds] = /^Keep-Alive: timeout=(\d+)/m.exec(await exchange(plain)) ?? [];
    expect(Number(idleSeconds)).toBeGreaterThan(60);
  });
});

describe('a client that states a precondition', () => {
  const call = (method: string, headers: Record<string, string>, body?: string) =>
    fetch(`${haze.base}/files/asked.txt`, {
      method,
      headers: { Authorization: haze.key, Accept: 'application/octet-stream', ...headers },
      ...(body !== undefined && { body }),
    });

  test('a client writes only if its precondition is met', async () => {
    expect((await call('PUT', { 'If-Match': '*' }, 'none')).status).toBe(412);
    expect((await call('PUT', { 'If-None-Match': '*' }, 'first')).status).toBe(200);
    const refused = await call('PUT', { 'If-None-Match': '*' }, 'second');
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      412,
      'precondition-failed',
    ]);
    const ETag = (await call('GET', {})).headers.get('ETag')!;
    expect((await call('GET', { 'If-None-Match': `"x", W/${ETag}` })).status).toBe(304);
    expect((await call('GET', { 'If-Match': '"x"' })).status).toBe(412);
    expect((await call('PUT', { 'If-Match': ETag }, 'third')).status).toBe(200);
    expect((await call('PUT', { 'If-Match': ETag }, 'fourth')).status).toBe(412);
    expect((await call('DELETE', { 'If-Match': ETag })).status).toBe(412);
    expect(await (await call('GET', { 'If-None-Match': ETag })).text()).toBe('third');
  });

  test('a client that asks for part of a file gets the whole file, and endless ranges are rejected', async () => {
    await call('PUT', {}, 'whole');
    const { download_url } = (await (
      await fetch(`${haze.base}/files/asked.txt?download=true`, { headers: { Authorization: haze.key } })
    ).json()) as { download_url: string };
    for (const Range of ['bytes=0-1', 'bytes=-1', 'bytes=0-0,2-3', 'bytes=9-', 'bytes=3-1'])
      for (const headers of [{ Range }, { Range, 'If-Range': '"x"' }]) {
        const response = await fetch(download_url, { headers });
        expect([response.status, await response.text()]).toEqual([200, 'whole']);
      }
    const Range = `bytes=${'0-,'.repeat(10_000)}0-`;
    expect((await fetch(download_url, { headers: { Range } })).status).toBe(431);
  });

  test('a client cannot replace a whole file with a part of it', async () => {
    await call('PUT', {}, 'whole');
    expect((await call('PUT', { 'Content-Range': 'bytes 3-4/5' }, 'le')).status).toBe(400);
    expect(await (await call('GET', {})).text()).toBe('whole');
  });
});

test.each([
  ['/%63ores', 200],
  ['/cores/cor%5Fb21e4de9927158c1a5b603c2affb8a09', 200],
  ['/cores%2F', 404],
])('letters in a path may be encoded: %s', async (path, status) => {
  expect((await fetch(haze.base + path, { headers: { Authorization: haze.key } })).status).toBe(status);
});

test('a file that is announced as larger than the limit is rejected before it arrives', async () => {
  const head = `PUT /files/huge HTTP/1.1\r\nHost: h\r\nAuthorization: ${haze.key}\r\nContent-Length: 9999999999\r\n`;
  const heard = haze.log.length;
  const socket = connect(Number(new URL(haze.base).port), '127.0.0.1', () => socket.write(`${head}\r\nx`));
  socket.on('error', () => undefined);
  // The response waits this long for the rest of the request, and the client may disconnect in the meantime.
  setTimeout(() => socket.destroy(), 300);
  await expect
    .poll(() => haze.log.slice(heard).find((line) => line.includes('PUT /files/huge')), {
      timeout: scaleLimit(20_000),
    })
    .toMatch(/ 413 /);
});

describe('a client that waits for permission to send its body (Expect: 100-continue)', () => {
  const head = (key: string, sizeBytes = 4) =>
    `PUT /files/invited HTTP/1.1\r\nHost: h\r\nAuthorization: ${key}\r\nExpect: 100-continue\r\nContent-Length: ${sizeBytes}\r\n\r\n`;

  test('a client that waits gets permission, and its body is accepted', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(haze.base).port), '127.0.0.1', () =>
        socket.write(head(haze.key)),
      );
      let got = '';
      socket.setEncoding('latin1');
      socket.on('data', (text: string) => {
        if (got === '') socket.write('body');
        got += text;
        if (statuses(got).length === 2) socket.end();
      });
      socket.on('close', () => resolve(got));
      socket.on('error', reject);
    });
    expect(statuses(answer)).toEqual([100, 200]);
    const file = await fetch(`${haze.base}/files/invited`, {
      headers: { Authorization: haze.key, Accept: 'application/octet-stream' },
    });
    expect(await file.text()).toBe('body');
  });

  test('if a client sends its body immediately, it receives its response before an invalid request that follows is rejected', async () => {
    const answer = await exchange(`${head(haze.key)}bodyHELLO\r\n\r\n`, 2);
    expect(statuses(answer).filter((status) => status !== 100)).toEqual([200, 400]);
  });

  test.each([
    ['with an unknown key', () => head('nobody'), 401],
    ['with more bytes than may be stored', () => head(haze.key, 9_999_999_999), 413],
  ])('%s is rejected before it sends its body, and the connection is closed', async (_, sent, status) => {
    const answer = await exchange(sent());
    expect(statuses(answer)).toEqual([status]);
    expect(answer).toMatch(/^Connection: close\r$/im);
  });
});

// Recordings written by other tools, and secrets in unexpected places.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { Player } from './player.ts';
import { Recorder } from './recorder.ts';
import { type Exchange, readRecording, writeRecording } from './recording.ts';
import { serveRequests } from './serve-requests.ts';

const KEY = `scce_${'0a'.repeat(20)}`;
const BASE = 'https://api.example';
const folder = mkdtempSync(join(tmpdir(), 'haze-archives-'));
const file = join(folder, 'some.har');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An entry as written by a browser. */
function entryOf(request: object = {}, response: object = {}): object {
  return {
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 1,
    request: { method: 'GET', url: `${BASE}/tasks`, headers: [], queryString: [], ...request },
    response: {
      status: 200,
      headers: [],
      content: { mimeType: 'application/json', text: '{"Count": 0}' },
      ...response,
    },
  };
}

function* endless() {
  for (;;) yield Buffer.alloc(65_536);
}

function read(entries: readonly object[], before = '') {
  writeFileSync(file, before + JSON.stringify({ log: { version: '1.2', entries } }));
  return readRecording(file);
}

describe('hostile archives', () => {
  test.each(['http://x.example/\x1b[2J', 'http://x.example/\x9b2J', 'javascript:alert(1)'])(
    'a base that is not a plain URL is rejected: %j',
    async (_base) => {
      writeFileSync(file, JSON.stringify({ log: { version: '1.2', _base, entries: [entryOf()] } }));
      await expect(readRecording(file)).rejects.toThrow(/is not an HTTP archive \(HAR\): log\._base/);
    },
  );

  test('a path that is not a relative URL, in the recording or in a request, affects no other request', async () => {
    const odd = ['//x[', '//other.example/tasks'];
    const recorded = odd.map((path) =>
      entryOf({ url: BASE + path }, { content: { mimeType: '', text: path } }),
    );
    const player = new Player(await read([...recorded, entryOf()]), () => undefined);
    const ask = (path: string) => player.answer(new Request(`http://replay.example${path}`), undefined);
    for (const path of odd) expect(await ask(path).text()).toBe(path);
    expect(ask('/tasks/').status).toBe(200);
    expect(ask('//[').status).toBe(404);
  });

  test.each([204, 205, 304])(
    'the status %d, which has no body, is replayed without the recorded body',
    async (status) => {
      const player = new Player(await read([entryOf({}, { status })]), () => undefined);
      const answer = player.answer(new Request('http://replay.example/tasks'), undefined);
      expect([answer.status, await answer.text()]).toEqual([status, '']);
    },
  );
});

describe('archives from other tools', () => {
  test('archives may begin with a byte order mark', async () => {
    expect((await read([entryOf()], '\ufeff')).exchanges).toHaveLength(1);
  });

  test('archives may contain sockets and blocked requests, which are omitted and counted', async () => {
    const { exchanges, leftOut } = await read([
      entryOf(),
      entryOf({ url: 'wss://api.example/event/realtime' }, { status: 101 }),
      entryOf({}, { status: 0 }),
      entryOf({ url: 'data:text/plain,x' }),
      entryOf({ url: 'blob:https://app.example/1' }),
    ]);
    expect([exchanges.length, leftOut]).toEqual([1, 4]);
    await expect(read([entryOf({}, { status: 0 })])).rejects.toThrow('contains no requests');
  });

  test('archives are rejected if they contain a secret anywhere, but not for a placeholder', async () => {
    const secret = 'hunter2hunter2';
    const packed = (text: string) => ({
      content: { mimeType: 'x', encoding: 'base64', text: Buffer.from(text).toString('base64') },
    });
    const sent = (mimeType: string, text: string) => ({ method: 'POST', postData: { mimeType, text } });
    const named = (name: string) => [{ name, value: secret }];
    for (const entry of [
      entryOf({ url: `${BASE}/tasks?apikey=${secret}` }),
      entryOf({ queryString: named('access_token') }),
      entryOf({ headers: named('X-Auth-Token') }),
      entryOf({ method: 'POST', postData: { mimeType: 'x', params: named('password') } }),
      entryOf(sent('text/plain', JSON.stringify({ a: [{ Token: secret }] }))),
      entryOf({}, packed(JSON.stringify({ Password: secret }))),
      entryOf({}, packed(`the key is ${KEY}`)),
      entryOf({}, { cookies: named('session') }),
    ])
      await expect(read([entry])).rejects.toThrow(/contains a secret, at log\.entries\.0\./);
    const clean = entryOf({ url: `${BASE}/tasks?apikey=secret-1&signature=secret-2` });
    expect((await read([clean])).exchanges).toHaveLength(1);
  });
});

describe('a recorder', () => {
  /** Sends requests through a recorder, and returns the recording as read back. */
  async function record(requests: readonly (readonly [path: string, init?: RequestInit])[]) {
    const upstream = await serveRequests((request) => Promise.resolve(Response.json({ at: request.url })), {
      host: '127.0.0.1',
      port: 0,
    });
    const kept: Exchange[] = [];
    const recorder = new Recorder({
      upstream: upstream.address,
      timeoutMs: 10_000,
      bodyBytes: 1 << 20,
      say: () => undefined,
      keep: (exchange) => void kept.push(exchange),
    });
    const answered: string[] = [];
    for (const [path, init] of requests) {
      const request = new Request(`http://127.0.0.1:1${path}`, init);
      const body = init?.body === undefined ? undefined : Buffer.from(String(init.body));
      answered.push(await (await recorder.answer(request, body)).text());
    }
    await upstream.close();
    await writeRecording(file, { base: upstream.address, exchanges: kept });
    return { recording: await readRecording(file), answered };
  }

  test('a query with question marks is recorded unchanged, so that the player finds it', async () => {
    const path = '/repositories?RemoteURL=https://a.example/b?c=d&x=1';
    const { recording, answered } = await record([[path]]);
    expect(recording.exchanges[0]!.target).toBe(path);
    const player = new Player(recording, () => undefined);
    const again = player.answer(new Request(`http://127.0.0.1:1${path}`), undefined);
    expect([again.status, answered[0]!.includes('c=d&x=1')]).toEqual([200, true]);
  });

  test('secrets in a body are not recorded, whatever type the client declares', async () => {
    const secret = 'hunter2hunter2';
    const post = (type: string, body: string): RequestInit => ({
      method: 'POST',
      body,
      headers: { 'Content-Type': type },
    });
    const json = JSON.stringify({ Name: 'a', Token: secret });
    const { recording } = await record([
      ['/a', post('application/x-www-form-urlencoded', json)],
      ['/b', post('text/plain', json)],
      ['/c', post('application/x-www-form-urlencoded', `user=a&password=${secret}`)],
      [`/d?token=${secret}`],
    ]);
    expect(readFileSync(file, 'utf8')).not.toContain(secret);
    const texts = recording.exchanges.map(({ requestBody }) => requestBody?.bytes?.toString());
    expect(texts.slice(0, 3)).toEqual([
      '{"Name":"a","Token":"secret-1"}',
      '{"Name":"a","Token":"secret-1"}',
      'user=a&password=secret-1',
    ]);
  });

  test.each(['identity', 'gzip'])(
    'a client that disconnects during a large response (%s) also ends the request to the service',
    async (coding) => {
      const server = createServer((_, response) => {
        response.on('close', leave).writeHead(200, { 'Content-Encoding': coding });
        const body = Readable.from(endless());
        if (coding === 'gzip') pipeline(body, createGzip({ level: 0 }), response, () => undefined);
        else pipeline(body, response, () => undefined);
      }).listen(0, '127.0.0.1');
      onTestFinished(() => void server.close());
      let leave = () => {};
      const left = new Promise<void>((resolve) => {
        leave = resolve;
      });
      await once(server, 'listening');
      const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const settings = {
        upstream,
        timeoutMs: 60_000,
        bodyBytes: 1000,
        say: () => undefined,
        keep: () => undefined,
      };
      const recorder = new Recorder(settings);
      const port = await serveRequests(recorder.answer.bind(recorder), { port: 0, host: '127.0.0.1' });
      const client = new AbortController();
      const answer = await fetch(`${port.address}/files/large`, { signal: client.signal });
      await answer.body!.getReader().read();
      client.abort();
      await left;
      await port.close();
    },
  );
});

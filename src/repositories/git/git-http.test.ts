import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createGitHttp } from './git-http.ts';

test('a response that is too large is cancelled', async () => {
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
    checkAddress: () => undefined,
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

async function ask(url: string, answers: readonly Response[], token?: string) {
  const asked: { url: string; headers: Headers }[] = [];
  const left = [...answers];
  const http = createGitHttp({
    url,
    signal: new AbortController().signal,
    stallMs: 10_000,
    maxBytes: 4e6,
    hasToken: token !== undefined,
    checkAddress: () => undefined,
    send: async (at, { headers }) => {
      asked.push({ url: at, headers: new Headers(headers) });
      return left.shift()!;
    },
    onBytes: () => undefined,
  });
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: token };
  const error = await http.request({ url: `${url}/info/refs?service=git-upload-pack`, headers }).then(
    () => undefined,
    (reason: Error) => reason,
  );
  return { asked, error };
}

function redirect(location: string, status = 302): Response {
  return new Response(null, { status, headers: { Location: location } });
}

test('a redirect from https to http is not followed', async () => {
  const { asked, error } = await ask('https://a.example/r', [redirect('http://a.example/r/info/refs')]);
  expect(asked).toHaveLength(1);
  expect(error?.message).toMatch(/has moved, and its server redirects from https to http:\/\/a.example/);
});

test('a token is dropped on the first redirect to another host, even if a later redirect leads back', async () => {
  const leads = ['https://a.example/2', 'https://b.example/3', 'https://a.example/4'];
  const answers = [...leads.map((lead) => redirect(lead, 307)), new Response('no', { status: 404 })];
  const { asked } = await ask('https://a.example/r', answers, 'tok');
  expect(asked.map(({ url }) => url).slice(1)).toEqual(leads);
  expect(asked.map(({ headers }) => headers.get('Authorization'))).toEqual(['tok', 'tok', null, null]);
});

test('a page, which cannot see redirects, follows a redirect only without a token', async () => {
  const unseen = () => Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' });
  const answered = Object.defineProperty(new Response('no', { status: 404 }), 'url', {
    value: 'https://b.example/',
  });
  const open = await ask('https://a.example/r', [unseen(), answered]);
  expect(open.asked).toHaveLength(2);
  const closed = await ask('https://a.example/r', [unseen()], 'tok');
  expect(closed.error?.message).toMatch(/cannot see the new location/);
});

function advertise(lines: string, kind = 'application/x-git-upload-pack-advertisement'): Response {
  return new Response(`${lines}0000`, { headers: { 'Content-Type': kind } });
}

test('a response with more packets than a worker can hold is refused before it is parsed', async () => {
  const { error } = await ask('https://a.example/r', [advertise('0004'.repeat(500_001))]);
  expect(error).toMatchObject({
    code: 'repository-too-large',
    message: expect.stringContaining('more than 500000 packets'),
  });
});

test('a message quotes the start of the server’s text, without control characters', async () => {
  const text = `\u009b31m${'z'.repeat(5000)}`;
  const refusal = `ERR ${text}`;
  const length = (new TextEncoder().encode(refusal).length + 4).toString(16);
  const refused = await ask('https://a.example/r', [advertise(length + refusal)]);
  const typed = await ask('https://a.example/r', [advertise('', text)]);
  for (const { error } of [refused, typed])
    expect(error?.message).toMatch(/: (its server returned )?\\u009b31mz{190,196}…/);
});

import { afterEach, expect, test, vi } from 'vitest';
import { BaseAddress } from '../bases/base-address.ts';
import { createPageFetch } from './fetch.ts';

const base = new BaseAddress('https://api.example', 'https://site.example/');

function openFetch(answers: Record<string, () => Response>) {
  const asked: Request[] = [];
  const api = {
    fetch: async (request: Request) => {
      asked.push(request);
      return answers[new URL(request.url).pathname]!();
    },
  };
  return { asked, send: createPageFetch(async () => api, base) };
}

const redirect = (Location: string) => () => new Response(null, { status: 302, headers: { Location } });

afterEach(() => {
  vi.unstubAllGlobals();
});

test('requests to the service stay in the page, and all others go to the network', async () => {
  const outside = vi.fn(async () => new Response('outside'));
  vi.stubGlobal('fetch', outside);
  const { send, asked } = openFetch({ '/builds': () => new Response('inside') });
  expect(await (await send('https://api.example/builds')).text()).toBe('inside');
  expect(await (await send('https://other.example/builds')).text()).toBe('outside');
  expect(asked).toHaveLength(1);
  expect(outside).toHaveBeenCalledTimes(1);
});

test('a redirect is followed without the key, or returned if the caller requests that', async () => {
  const { send, asked } = openFetch({
    '/stream': redirect('/presigned?signature=1'),
    '/presigned': () => new Response('text'),
  });
  const headers = { Authorization: 'key' };
  expect(await (await send('https://api.example/stream', { headers })).text()).toBe('text');
  expect(asked.map((request) => request.headers.get('Authorization'))).toEqual(['key', null]);
  expect(await send('https://api.example/stream')).toMatchObject({
    url: 'https://api.example/presigned?signature=1',
    redirected: true,
  });
  asked.length = 0;
  expect((await send('https://api.example/stream', { redirect: 'manual' })).status).toBe(302);
  await expect(send('https://api.example/stream', { redirect: 'error' })).rejects.toThrow(TypeError);
});

test('an abort signal is passed on to the request after a redirect', async () => {
  const { send, asked } = openFetch({
    '/stream': redirect('/presigned'),
    '/presigned': () => new Response('text'),
  });
  const stop = new AbortController();
  await send('https://api.example/stream', { signal: stop.signal });
  stop.abort();
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true]);
});

test('an aborted request fails immediately, even if its response could still arrive', async () => {
  const { send } = openFetch({ '/slow': () => new Response('late') });
  const stop = new AbortController();
  const slow = send('https://api.example/slow', { signal: stop.signal });
  stop.abort();
  await expect(slow).rejects.toMatchObject({ name: 'AbortError' });
  await expect(send('https://api.example/slow', { signal: stop.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
});

test('endless redirects are rejected', async () => {
  const { send } = openFetch({ '/loop': redirect('/loop') });
  await expect(send('https://api.example/loop')).rejects.toThrow(TypeError);
});

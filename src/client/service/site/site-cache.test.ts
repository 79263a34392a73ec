import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SiteCache } from './site-cache.ts';

const FOLDER = 'https://site.example/haze/';
const TEXTS = new Map([
  ['a.js', 'first()'],
  ['b.js', 'second()'],
]);
const files = [...TEXTS].map(([path, text]) => ({
  path,
  hash: createHash('sha256').update(text).digest('hex'),
}));
const openCache = () => new SiteCache({ version: '1', files, toolchain: 'list.json' }, `${FOLDER}worker.js`);

/** Stored responses by URL, in one map for all caches. */
let kept: Map<string, Response>;
let fetched: string[];
let isFull: boolean;

beforeEach(() => {
  kept = new Map();
  fetched = [];
  isFull = false;
  const cache = {
    match: async (url: string) => kept.get(url)?.clone(),
    put: async (url: string, response: Response) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.set(url, response);
    },
    delete: async (url: string) => kept.delete(url),
  };
  vi.stubGlobal('caches', { open: async () => cache, keys: async () => [] });
  vi.stubGlobal('fetch', async (asked: Request | string) => {
    const request = new Request(asked);
    const path = request.url.slice(FOLDER.length);
    fetched.push(path);
    const text = TEXTS.get(path)!;
    const [, start] = /^bytes=(\d+)-/.exec(request.headers.get('Range') ?? '') ?? [];
    if (start === undefined) return new Response(text);
    const headers = { 'Content-Range': `bytes ${start}-${text.length - 1}/${text.length}` };
    return new Response(text.slice(Number(start)), { status: 206, headers });
  });
  vi.spyOn(console, 'warn').mockReturnValue();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const ask = async (cache: SiteCache, path: string, headers = {}) => {
  const response = await cache.maybeAnswer(new Request(FOLDER + path, { headers }))!;
  return [response.status, await response.text()] as const;
};

test('part of a file is never returned or stored as the whole file', async () => {
  const cache = openCache();
  const part = { Range: 'bytes=3-' };
  expect(await ask(cache, 'a.js', part)).toEqual([206, 'st()']);
  expect(kept.size).toBe(0);
  expect(await ask(cache, 'a.js')).toEqual([200, 'first()']);
  // A stored file is returned whole, as the standard allows.
  expect(await ask(cache, 'a.js', part)).toEqual([200, 'first()']);
});

test.each([
  ['truncated', () => new Response('fir')],
  ['empty', () => new Response()],
  ['those of another file', () => kept.get(`${FOLDER}b.js`)!.clone()],
  ['foreign, with a seal of their own', () => new Response('evil()', { headers: { 'X-Haze-Hash': '0' } })],
])('stored bytes that are %s are replaced', async (_, damage) => {
  await openCache().fill();
  kept.set(`${FOLDER}a.js`, damage());
  const cache = openCache();
  expect(await ask(cache, 'a.js')).toEqual([200, 'first()']);
  // The replacement is noticed although the worker has already verified this file.
  kept.set(`${FOLDER}a.js`, damage());
  expect(await ask(cache, 'a.js')).toEqual([200, 'first()']);
});

test('filling an already full storage fails, and the missing files are stored later', async () => {
  const cache = openCache();
  isFull = true;
  await expect(cache.fillWhole()).rejects.toThrow('full');
  expect(await ask(cache, 'b.js')).toEqual([200, 'second()']);
  isFull = false;
  await cache.fillWhole();
  expect(kept.size).toBe(TEXTS.size + 1);
});

test('a thousand requests to store all files fetch each file once', async () => {
  const cache = openCache();
  await Promise.all(Array.from({ length: 1000 }, () => cache.fillWhole()));
  expect(fetched.toSorted()).toEqual([...TEXTS.keys()]);
});

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite } from './site.ts';

/** A script that compresses well. */
const LARGE = 'const word = 1;\n'.repeat(500);

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haze-site-'));
  await mkdir(join(folder, 'page/assets'), { recursive: true });
  await writeFile(join(folder, 'page/index.html'), '<p>page</p>');
  await writeFile(join(folder, 'page/embed.html'), '<p>frame</p>');
  await writeFile(join(folder, 'page/assets/a-1.js'), 'a');
  await writeFile(join(folder, 'page/large.js'), LARGE);
  await writeFile(join(folder, 'page/large.wasm'), LARGE);
  await writeFile(join(folder, 'secret'), 's');
});

afterAll(() => rm(folder, { recursive: true }));

async function ask(path: string, options: { method?: string; isIsolated?: boolean; accepts?: string } = {}) {
  const { method = 'GET', isIsolated = true, accepts = '' } = options;
  const site = await openSite({ isIsolated, folder: join(folder, 'page') });
  return site.maybeAnswer(
    new Request(`http://localhost${path}`, { method, headers: { 'Accept-Encoding': accepts } }),
  );
}

test('the page is served at the root, with isolation headers', async () => {
  const answer = await ask('/');
  expect(await answer?.text()).toBe('<p>page</p>');
  expect(Object.fromEntries(answer!.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  });
});

test('only the embed page can be framed by other sites', async () => {
  for (const path of ['/', '/index.html']) {
    expect((await ask(path))?.headers.get('Content-Security-Policy')).toMatch(/; frame-ancestors 'self'$/);
  }
  expect((await ask('/embed.html'))?.headers.get('Content-Security-Policy')).not.toContain('frame');
});

test("pages and workers can run only the site's scripts and no eval(), and the pages declare this as well", async () => {
  const scripts =
    "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; object-src 'none'; base-uri 'none'";
  for (const path of ['/', '/embed.html', '/assets/a-1.js'])
    expect((await ask(path))?.headers.get('Content-Security-Policy')).toContain(scripts);
  for (const page of ['index.html', 'embed.html'])
    expect(await readFile(new URL(`../../../${page}`, import.meta.url), 'utf8')).toContain(
      `content="${scripts}"`,
    );
});

test('without isolation, there are no isolation headers', async () => {
  const answer = await ask('/', { isIsolated: false });
  expect(answer?.headers.get('cross-origin-embedder-policy')).toBeNull();
});

test('files with content hashes in their names are cached forever', async () => {
  expect((await ask('/assets/a-1.js'))?.headers.get('cache-control')).toContain('immutable');
});

test('an unchanged file is not sent again', async () => {
  const site = await openSite({ isIsolated: true, folder: join(folder, 'page') });
  const first = (await site.maybeAnswer(new Request('http://localhost/')))!;
  const headers = { 'If-Modified-Since': first.headers.get('Last-Modified')! };
  expect((await site.maybeAnswer(new Request('http://localhost/', { headers })))?.status).toBe(304);
});

test.each(['/../secret', '/%2e%2e/secret', '/nothing', '/assets', '/sourcecode/builds'])(
  '%s is not served',
  async (path) => expect(await ask(path)).toBeUndefined(),
);

test('requests other than GET and HEAD are left to the service', async () => {
  expect(await ask('/', { method: 'POST' })).toBeUndefined();
});

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip;q=0.8, br;q=0', 'gzip', gunzipSync],
] as const)('text is sent compressed to a browser that accepts %s', async (accepts, coding, unpack) => {
  const answer = await ask('/large.js', { accepts });
  expect(answer!.headers.get('Content-Encoding')).toBe(coding);
  const bytes = Buffer.from(await answer!.arrayBuffer());
  expect(bytes.length).toBeLessThan(LARGE.length / 10);
  expect(answer!.headers.get('Content-Length')).toBe(String(bytes.length));
  expect(unpack(bytes).toString()).toBe(LARGE);
  const head = await ask('/large.js', { accepts, method: 'HEAD' });
  expect(Object.fromEntries(head!.headers)).toEqual(Object.fromEntries(answer!.headers));
});

test.each([
  ['/large.js', ''],
  ['/large.js', 'br;q=0, identity'],
  ['/large.wasm', 'br, gzip'],
  ['/assets/a-1.js', 'br, gzip'],
])('%s is sent unchanged to a browser that accepts "%s"', async (path, accepts) => {
  const answer = await ask(path, { accepts });
  expect(answer!.headers.get('Content-Encoding')).toBeNull();
  expect(['a', LARGE]).toContain(await answer!.text());
});

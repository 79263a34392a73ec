import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ContentCache, maybeCacheFolder } from './content-cache.ts';

const folders: string[] = [];

async function makeFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'haze-cache-'));
  folders.push(parent);
  return join(parent, 'cache');
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const bytesOf = (text: string) => new TextEncoder().encode(text);

test('a stored entry is available to other processes, but only to processes of the same user', async () => {
  const folder = await makeFolder();
  await new ContentCache(folder).put('key', bytesOf('content'));
  expect(await new ContentCache(folder).get('key')).toEqual(bytesOf('content'));
  expect(await new ContentCache(folder).get('other')).toBeUndefined();
  expect((await stat(folder)).mode & 0o077).toBe(0);
});

test.skipIf(process.platform === 'win32')(
  'entries in a folder that anyone can write to are ignored, and none are added',
  async () => {
    const folder = await makeFolder();
    await new ContentCache(folder).put('key', bytesOf('content'));
    await chmod(folder, 0o777);
    expect(await new ContentCache(folder).get('key')).toBeUndefined();
    await new ContentCache(folder).put('other', bytesOf('content'));
    expect(await readdir(folder)).toEqual(['key.entry']);
    await chmod(folder, 0o775);
    expect(await new ContentCache(folder).get('key')).toEqual(bytesOf('content'));
  },
);

test('an empty entry is found', async () => {
  const cache = new ContentCache(await makeFolder());
  await cache.put('empty', new Uint8Array());
  expect(await cache.get('empty')).toEqual(new Uint8Array());
});

test.each([
  ['cut off', (file: Buffer) => file.subarray(0, file.length - 1)],
  ['changed in one bit', (file: Buffer) => Buffer.from(file.map((byte, i) => (i === 60 ? byte ^ 1 : byte)))],
  ['emptied', () => Buffer.alloc(0)],
  ['in a different format', (file: Buffer) => Buffer.concat([Buffer.from('x'), file])],
])('an entry that is %s is treated as missing and removed', async (_what, damage) => {
  const folder = await makeFolder();
  const cache = new ContentCache(folder);
  await cache.put('key', bytesOf('content that is long enough to be changed'));
  const [name = ''] = await readdir(folder);
  await writeFile(join(folder, name), damage(await readFile(join(folder, name))));
  expect(await cache.get('key')).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

test('the least recently used entries are evicted', async () => {
  const folder = await makeFolder();
  const cache = new ContentCache(folder, { maxSizeBytes: 4000 });
  const content = new Uint8Array(900);
  for (const [age, key] of ['newest', 'second', 'third', 'oldest'].entries()) {
    await cache.put(key, content);
    const usedAt = new Date(Date.now() - age * 1000);
    await utimes(join(folder, `${key}.entry`), usedAt, usedAt);
  }
  // Another process has its own write budget.
  await new ContentCache(folder, { maxSizeBytes: 4000 }).put('one-more', content);
  expect((await cache.describe()).sizeBytes).toBeLessThanOrEqual(4000);
  expect(await cache.get('one-more')).toEqual(content);
  expect(await cache.get('newest')).toEqual(content);
  expect(await cache.get('oldest')).toBeUndefined();
});

test('an entry that is larger than the cache is not kept', async () => {
  const cache = new ContentCache(await makeFolder(), { maxSizeBytes: 4000 });
  await cache.put('small', new Uint8Array(10));
  await cache.put('large', new Uint8Array(5000));
  expect(await cache.get('large')).toBeUndefined();
  expect(await cache.get('small')).toEqual(new Uint8Array(10));
});

test('concurrent writes of one key leave one complete entry', async () => {
  const folder = await makeFolder();
  const contents = Array.from({ length: 20 }, (_, i) => new Uint8Array(50_000).fill(i));
  await Promise.all(contents.map((content) => new ContentCache(folder).put('key', content)));
  const found = await new ContentCache(folder).get('key');
  expect(contents).toContainEqual(found);
  expect(await readdir(folder)).toHaveLength(1);
});

test('with an unusable folder, nothing is stored, but reads and writes throw no errors', async () => {
  const folder = await makeFolder();
  await writeFile(folder, 'a file with that name');
  const cache = new ContentCache(folder);
  await cache.put('key', bytesOf('content'));
  expect(await cache.get('key')).toBeUndefined();
  await expect(cache.describe()).rejects.toMatchObject({ code: 'folder-unusable' });
});

test('clear() removes entries and partly written files, but no other files', async () => {
  const folder = await makeFolder();
  const cache = new ContentCache(folder);
  expect(await cache.clear()).toEqual({ entries: 0, sizeBytes: 0, kept: [] });
  await cache.put('a', bytesOf('content'));
  await cache.put('b', bytesOf('content'));
  await mkdir(join(folder, 'notes'));
  await writeFile(join(folder, 'c.entry.123-abc'), 'half');
  expect((await cache.clear()).entries).toBe(2);
  expect(await readdir(folder)).toEqual(['notes']);
});

test('a key cannot lead outside the folder', async () => {
  const cache = new ContentCache(await makeFolder());
  await expect(cache.get('../key')).rejects.toThrow('is not a valid key');
});

// XDG Base Directory Specification 0.8: $XDG_CACHE_HOME, or ~/.cache if it is unset or relative.
test.each([
  ['linux', { XDG_CACHE_HOME: '/caches' }, '/caches/haze'],
  ['linux', { XDG_CACHE_HOME: 'relative' }, '/home/ann/.cache/haze'],
  ['linux', {}, '/home/ann/.cache/haze'],
  ['linux', { HAZE_CACHE_DIR: '/mine' }, '/mine'],
  ['darwin', {}, '/home/ann/Library/Caches/haze'],
])('the default folder on %s with %j', (platform, env, folder) => {
  expect(maybeCacheFolder({ platform, env, home: '/home/ann' })).toBe(folder);
});

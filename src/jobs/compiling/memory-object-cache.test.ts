import { expect, test } from 'vitest';
import { MemoryObjectCache } from './memory-object-cache.ts';

test('the least recently used objects are evicted', async () => {
  const cache = new MemoryObjectCache(10);
  await cache.put('a', new Uint8Array(4));
  await cache.put('b', new Uint8Array(4));
  await cache.get('a');
  await cache.put('c', new Uint8Array(4));
  expect(await cache.get('a')).toHaveLength(4);
  expect(await cache.get('b')).toBeUndefined();
  expect(await cache.get('c')).toHaveLength(4);
});

test('a new object replaces an object with the same name, and an object larger than the cache is not kept', async () => {
  const cache = new MemoryObjectCache(10);
  await cache.put('a', new Uint8Array(8));
  await cache.put('a', new Uint8Array(2));
  await cache.put('b', new Uint8Array(8));
  expect(await cache.get('a')).toHaveLength(2);
  await cache.put('b', new Uint8Array(11));
  expect(await cache.get('b')).toBeUndefined();
});

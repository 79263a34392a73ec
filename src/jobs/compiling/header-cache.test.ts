import { expect, test } from 'vitest';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { HeaderCache } from './header-cache.ts';

const MEGABYTE = 1 << 20;

test('kept headers outlive the process, and the least recently used headers are evicted', async () => {
  const clock = { ms: 1000 };
  const store = createMemoryStore({ now: () => clock.ms });
  const open = () => new HeaderCache(store, { maxSizeBytes: 2 * MEGABYTE, now: () => clock.ms });
  for (const name of ['a', 'b', 'c']) {
    clock.ms += 1;
    await open().put(`header-${name}`, new Uint8Array(MEGABYTE));
  }
  expect(await open().get('header-a')).toBeUndefined();
  expect((await open().get('header-b'))?.length).toBe(MEGABYTE);
  expect((await open().get('header-c'))?.length).toBe(MEGABYTE);
});

test('no header is found if the store failed to open or is closed', async () => {
  const never = new HeaderCache(Promise.reject(new Error('no storage here')), { maxSizeBytes: MEGABYTE });
  expect(await never.get('header-a')).toBeUndefined();
  await expect(never.put('header-a', new Uint8Array(1))).rejects.toThrow('no storage here');
  const store = createMemoryStore();
  const closed = new HeaderCache(store, { maxSizeBytes: MEGABYTE });
  await closed.put('header-a', new Uint8Array(1));
  await store.close();
  expect(await closed.get('header-a')).toBeUndefined();
});

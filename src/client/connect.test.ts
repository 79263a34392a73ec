import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect } from './connect.ts';

beforeEach(() => {
  vi.stubGlobal('document', { baseURI: 'https://site.example/' });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const options = { base: '/haze', serviceWorker: false, execute: false, database: 'connect' } as const;
/** Keys with the same KeyID: only one of them can be there. */
const keyOf = (digit: string) => `haze${digit.repeat(64)}_${'0'.repeat(32)}`;

test('a page without a service worker reaches the service, and may close and connect again', async () => {
  for (const _ of [1, 2]) {
    const { fetch, base, key, close, mode } = await connect({ ...options, key: keyOf('a') });
    const answer = await fetch(`${base}/users/me`, { headers: { Authorization: key } });
    expect([mode, answer.status]).toEqual(['page', 200]);
    await close();
  }
});

test('a page that cannot connect keeps nothing open', async () => {
  await (await connect({ ...options, key: keyOf('a') })).close();
  const closeChannel = vi.spyOn(BroadcastChannel.prototype, 'close');
  const closeDatabase = vi.spyOn(IDBDatabase.prototype, 'close');
  await expect(connect({ ...options, key: keyOf('b') })).rejects.toMatchObject({ code: 'record-exists' });
  // Of work and of news.
  expect(closeChannel).toHaveBeenCalledTimes(2);
  expect(closeDatabase).toHaveBeenCalledTimes(1);
});

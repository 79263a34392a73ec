import { expect, test } from 'vitest';
import { keys } from '../../../api/accounts/authentication.ts';
import { defaultSettings, type Services } from '../../../api/requests/services.ts';
import { platformRandom } from '../../../store/contract/random-bytes.ts';
import { createMemoryStore } from '../../../store/memory/memory-store.ts';
import { openPageKey } from './key.ts';

function openServices(): Services {
  return {
    store: createMemoryStore(),
    jobs: { announce: () => undefined },
    now: Date.now,
    random: platformRandom,
    reportError: () => undefined,
    rasterise: async () => new Uint8Array(),
    settings: defaultSettings,
  };
}

test('every tab of a site gets the same key, even when all tabs open at once', async () => {
  const services = openServices();
  const first = await Promise.all([1, 2, 3].map(() => openPageKey(services)));
  expect(new Set(first).size).toBe(1);
  expect(await openPageKey(services)).toBe(first[0]);
});

test('a key chosen by the caller has its own account', async () => {
  const services = openServices();
  const own = await openPageKey(services);
  expect(await openPageKey(services, 'wished-for')).toBe('wished-for');
  expect(await openPageKey(services, 'wished-for')).toBe('wished-for');
  expect(await openPageKey(services)).toBe(own);
  const { records } = await services.store.list(keys, {});
  expect(records).toHaveLength(2);
  expect(new Set(records.map(({ owner }) => owner)).size).toBe(2);
});

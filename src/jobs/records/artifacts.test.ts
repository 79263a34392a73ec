import { expect, test } from 'vitest';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { Artifacts } from './artifacts.ts';

test('modules that are rewritten again for tasks stay within the cache bounds', async () => {
  const store = createMemoryStore();
  const version = '1';
  const artifacts = new Artifacts(store, {
    maxSizeBytes: 1000,
    now: Date.now,
    rewritingVersion: async () => version,
  });
  const rewrite = async () => new Uint8Array(400);
  for (let module = 0; module < 5; module += 1) await artifacts.rewritten(Uint8Array.of(module), rewrite);
  expect(await store.listBlobs({ prefix: 'cache/rewritten/' })).toHaveLength(2);
});

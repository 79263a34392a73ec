import { expect, test } from 'vitest';
import { HazeError } from '../../errors/haze-error.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { maybeReadBlob } from './read-blob.ts';

const gone = new HazeError('blob-gone', 'replaced while it was read');

/** A store whose blobs are replaced by another process during the first reads. */
async function openReplaced(replacements: number) {
  const store = createMemoryStore();
  await store.transaction((tx) => tx.putBlob('key', Uint8Array.of(1, 2, 3)));
  let reads = 0;
  const readBlob: typeof store.readBlob = async (key) => {
    reads += 1;
    const chunks = await store.readBlob(key);
    if (reads > replacements) return chunks;
    return (async function* () {
      yield Uint8Array.of(9);
      throw gone;
    })();
  };
  return { ...store, readBlob } as typeof store;
}

test('a blob that is replaced while being read is read again, without pieces of the replaced blob', async () => {
  expect(await maybeReadBlob(await openReplaced(3), 'key')).toEqual(Uint8Array.of(1, 2, 3));
});

test('reading a blob that keeps being replaced fails, and a missing blob reads as undefined', async () => {
  await expect(maybeReadBlob(await openReplaced(1000), 'key')).rejects.toBe(gone);
  expect(await maybeReadBlob(createMemoryStore(), 'key')).toBeUndefined();
});

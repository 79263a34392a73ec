import { expect, test } from 'vitest';
import { HazeError } from '../errors/haze-error.ts';
import { AskedBytes, answerQuestion, type KeptBytes } from './byte-questions.ts';
import { LayeredObjectCache } from './layered-object-cache.ts';
import { MemoryObjectCache } from './memory-object-cache.ts';

/** A worker's side that talks to a store of the executor. */
function connect(kept: KeptBytes): AskedBytes {
  const asked: AskedBytes = new AskedBytes((question) => {
    void answerQuestion(question, kept).then((reply) => asked.receive(reply));
  });
  return asked;
}

test('bytes travel both ways, and errors keep their code', async () => {
  const far = new Map<string, Uint8Array>();
  const asked = connect({
    get: async (key) => far.get(key),
    put: async (key, bytes) => {
      if (key === 'full') throw new HazeError('storage-full', 'There is no room left.');
      far.set(key, bytes);
    },
  });
  expect(await asked.get('a')).toBeUndefined();
  await asked.put('a', Uint8Array.of(1));
  expect(await Promise.all([asked.get('a'), asked.get('b')])).toEqual([Uint8Array.of(1), undefined]);
  await expect(asked.put('full', Uint8Array.of(1))).rejects.toMatchObject({ code: 'storage-full' });
});

test('a fault is told with its message, whatever was thrown', async () => {
  const thrown: unknown[] = [new TypeError('no such thing'), 'a word', undefined, null];
  const asked = connect({
    get: async () => {
      throw thrown.shift();
    },
    put: async () => undefined,
  });
  for (const words of ['TypeError: no such thing', 'a word', 'undefined', 'null']) {
    await expect(asked.get('a')).rejects.toThrow(`a fault of Haze itself: ${words}`);
  }
});

test('objects are kept near and far, precompiled headers near only', async () => {
  const far = new MemoryObjectCache();
  const first = new LayeredObjectCache(new MemoryObjectCache(), far);
  await first.put('object-1', Uint8Array.of(1));
  await first.put('header-1', Uint8Array.of(2));
  expect(await first.get('header-1')).toEqual(Uint8Array.of(2));
  const second = new LayeredObjectCache(new MemoryObjectCache(), far);
  expect(await second.get('object-1')).toEqual(Uint8Array.of(1));
  expect(await second.get('header-1')).toBeUndefined();
});

import { expect, test } from 'vitest';
import { startInThread, type WorkerInThread } from '../../../test/jobs/worker-in-thread.ts';
import { HazeError } from '../../errors/haze-error.ts';
import { LayeredObjectCache } from '../compiling/layered-object-cache.ts';
import { MemoryObjectCache } from '../compiling/memory-object-cache.ts';
import { wrapWorker } from './remote.ts';

interface Desk {
  add(a: number, b: number): Promise<number>;
  keep(key: string, bytes: Uint8Array): Promise<Uint8Array | undefined>;
  throwNext(): Promise<void>;
  wait(): Promise<void>;
}

interface Shelf {
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, bytes: Uint8Array): Promise<void>;
}

const emptyShelf: Shelf = { get: async () => undefined, put: async () => undefined };

function openDesk(shelf: Shelf = emptyShelf, thrown: unknown[] = []) {
  const worker: WorkerInThread = startInThread<Desk, Shelf>((host) => ({
    add: async (a, b) => a + b,
    async keep(key, bytes) {
      await host.put(key, bytes);
      return host.get(key);
    },
    throwNext: async () => {
      throw thrown.shift();
    },
    wait: () => new Promise(() => undefined),
  }));
  const calls = wrapWorker<Desk, Shelf>(worker, shelf, (reason, isHeapFull) => [reason, isHeapFull]);
  return { worker, calls };
}

test('a call receives its response, and the worker can make calls over the same channel', async () => {
  const far = new MemoryObjectCache();
  const { calls } = openDesk(far);
  expect(await calls.ask((desk) => desk.add(1, 2))).toBe(3);
  expect(await calls.ask((desk) => desk.keep('key', Uint8Array.of(1)))).toEqual(Uint8Array.of(1));
  expect(await far.get('key')).toEqual(Uint8Array.of(1));
});

test('an error keeps its code, message and data, in both directions', async () => {
  const error = new HazeError('storage-full', 'There is no room left.', { data: { neededBytes: 5 } });
  const { calls } = openDesk(emptyShelf, [error]);
  const answer = await calls.ask((desk) => desk.throwNext()).catch((caught: unknown) => caught);
  expect(answer).toBeInstanceOf(HazeError);
  expect((answer as HazeError).toJSON()).toEqual(error.toJSON());
  const full: Shelf = {
    ...emptyShelf,
    put: async () => {
      throw error;
    },
  };
  await expect(openDesk(full).calls.ask((desk) => desk.keep('key', Uint8Array.of(1)))).rejects.toMatchObject({
    code: 'storage-full',
    data: { neededBytes: 5 },
  });
});

test('an error with data that cannot be copied keeps its code', async () => {
  const error = new HazeError('config-mk', 'no', { data: { call: () => undefined } });
  const { calls } = openDesk(emptyShelf, [error]);
  await expect(calls.ask((desk) => desk.throwNext())).rejects.toMatchObject({ code: 'config-mk', data: {} });
});

test('an internal error is reported with its message, whatever value was thrown', async () => {
  const { calls } = openDesk(emptyShelf, [new TypeError('no such thing'), 'a word', undefined, null]);
  for (const words of ['TypeError: no such thing', 'a word', 'undefined', 'null']) {
    await expect(calls.ask((desk) => desk.throwNext())).rejects.toThrow(`an error in Haze itself: ${words}`);
  }
});

test('when a worker dies, its current and later requests are rejected', async () => {
  const { worker, calls } = openDesk();
  const waiting = calls.ask((desk) => desk.wait());
  worker.fail('too much', true);
  await expect(waiting).rejects.toEqual(['too much', true]);
  await expect(calls.ask((desk) => desk.add(1, 2))).rejects.toEqual(['too much', true]);
});

test('stopping a worker rejects its pending calls with the reason, and its later messages are ignored', async () => {
  const { worker, calls } = openDesk();
  const late = calls.ask((desk) => desk.add(1, 2));
  calls.end('let go');
  worker.fail('it exited with status 1');
  await expect(late).rejects.toBe('let go');
  expect(worker.isEnded).toBe(true);
});

test('objects are kept locally and remotely, headers remotely if configured, and notes only locally', async () => {
  const far = new MemoryObjectCache();
  const first = new LayeredObjectCache(new MemoryObjectCache(), far, ['objects']);
  await first.put('object-1', Uint8Array.of(1));
  await first.put('header-1', Uint8Array.of(2));
  expect(await first.get('header-1')).toEqual(Uint8Array.of(2));
  const second = new LayeredObjectCache(new MemoryObjectCache(), far, ['objects']);
  expect(await second.get('object-1')).toEqual(Uint8Array.of(1));
  expect(await second.get('header-1')).toBeUndefined();
  const third = new LayeredObjectCache(new MemoryObjectCache(), far, ['headers']);
  await third.put('header-1', Uint8Array.of(3));
  await third.put('object-2', Uint8Array.of(4));
  await third.put('note-1', Uint8Array.of(5));
  const fourth = new LayeredObjectCache(new MemoryObjectCache(), far, ['objects', 'headers']);
  expect(await fourth.get('header-1')).toEqual(Uint8Array.of(3));
  expect(await fourth.get('object-2')).toBeUndefined();
  expect(await fourth.get('note-1')).toBeUndefined();
});

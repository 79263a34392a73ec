import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { obtainAlone } from './obtain-alone.ts';

/** Mock locks: another page holds this lock until `release` is called. */
function holdLock() {
  const opening = new AbortController();
  const released = new Promise<void>((resolve) => {
    opening.signal.addEventListener('abort', () => resolve());
  });
  const request = async (_name: string, { signal }: { signal: AbortSignal }, begin: () => unknown) => {
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    await Promise.race([released, aborted]);
    return begin();
  };
  vi.stubGlobal('navigator', { locks: { request } });
  return () => opening.abort();
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a second caller waits as long as the first keeps making progress', async () => {
  const release = holdLock();
  const work = vi.fn(async () => 'mine');
  let done = 0;
  const result = obtainAlone({ name: 'a', measure: async () => done }, work);
  for (let second = 0; second < 300; second += 1) {
    if (second % 20 === 0) done += 1;
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(work).not.toHaveBeenCalled();
  release();
  expect(await result).toBe('mine');
});

test('a caller does not wait for work that makes no progress', async () => {
  holdLock();
  const result = obtainAlone({ name: 'a', measure: async () => 3 }, async () => 'mine');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await result).toBe('mine');
  expect(vi.getTimerCount()).toBe(0);
});

test('an abort ends the wait and passes on its reason', async () => {
  holdLock();
  const aborting = new AbortController();
  const reason = new Error('enough');
  const work = vi.fn(async () => 'mine');
  const result = obtainAlone({ name: 'a', signal: aborting.signal, measure: async () => 3 }, work);
  aborting.abort(reason);
  await expect(result).rejects.toBe(reason);
  expect(work).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('work that fails is not retried without the lock', async () => {
  const release = holdLock();
  release();
  const work = vi.fn(() => Promise.reject(new Error('away')));
  await expect(obtainAlone({ name: 'a', measure: async () => 3 }, work)).rejects.toThrow('away');
  expect(work).toHaveBeenCalledTimes(1);
});

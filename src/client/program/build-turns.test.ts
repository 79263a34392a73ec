import { expect, test } from 'vitest';
import { createTurns } from './build-turns.ts';

const NEVER = new AbortController().signal;

test('work waits for earlier work to finish, and reports that it is waiting', async () => {
  const takeTurn = createTurns();
  const seen: string[] = [];
  let end: (() => void) | undefined;
  const first = takeTurn(
    () =>
      new Promise<void>((resolve) => {
        seen.push('first begins');
        end = resolve;
      }),
    () => seen.push('first waits'),
    NEVER,
  );
  const second = takeTurn(
    async () => void seen.push('second begins'),
    () => seen.push('second waits'),
    NEVER,
  );
  await Promise.resolve();
  await Promise.resolve();
  expect(seen).toEqual(['second waits', 'first begins']);
  end?.();
  await Promise.all([first, second]);
  expect(seen).toEqual(['second waits', 'first begins', 'second begins']);
});

test('when a piece of work fails or is stopped while waiting, the next piece still starts', async () => {
  const takeTurn = createTurns();
  const seen: string[] = [];
  const stop = new AbortController();
  const failed = takeTurn(
    () => Promise.reject(new Error('no compiler')),
    () => undefined,
    NEVER,
  );
  const stopped = takeTurn(
    async () => void seen.push('stopped work'),
    () => undefined,
    stop.signal,
  );
  const last = takeTurn(
    async () => void seen.push('last work'),
    () => undefined,
    NEVER,
  );
  stop.abort(new Error('stopped'));
  await expect(failed).rejects.toThrow('no compiler');
  await expect(stopped).rejects.toThrow('stopped');
  await last;
  expect(seen).toEqual(['last work']);
});

test('all ten thousand pieces of work end: few run at the same time, and a full queue rejects the rest with a message', async () => {
  const takeTurn = createTurns(3);
  let [running, most] = [0, 0];
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
  };
  const ends = await Promise.allSettled(
    Array.from({ length: 10_000 }, () => takeTurn(work, () => undefined, NEVER)),
  );
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
  expect(most).toBe(3);
  expect(ends.length - failures.length).toBe(1003);
  expect(new Set(failures)).toEqual(new Set([expect.stringContaining('1000 programs on this page')]));
  // The queue has room again.
  await takeTurn(work, () => expect.unreachable(), NEVER);
});

test('work that is stopped while it waits or before it begins frees its place', async () => {
  const takeTurn = createTurns();
  const stop = new AbortController();
  let end: () => void = () => undefined;
  const work = new Promise<void>((resolve) => {
    end = resolve;
  });
  const first = takeTurn(
    () => work,
    () => undefined,
    NEVER,
  );
  const stopped = Array.from({ length: 5000 }, () =>
    takeTurn(
      async () => 1,
      () => undefined,
      stop.signal,
    ),
  );
  const all = Promise.allSettled(stopped);
  stop.abort(new Error('stopped'));
  end();
  expect((await all).every(({ status }) => status === 'rejected')).toBe(true);
  await first;
  expect(
    await takeTurn(
      async () => 'runs',
      () => undefined,
      NEVER,
    ),
  ).toBe('runs');
  await expect(
    takeTurn(
      async () => 1,
      () => undefined,
      stop.signal,
    ),
  ).rejects.toThrow('stopped');
});

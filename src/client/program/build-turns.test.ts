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

test('when one piece of work fails or is stopped while waiting, the next one still starts', async () => {
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

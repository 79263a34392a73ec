import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadInTime } from './load-in-time.ts';
import { loadPatiently } from './load-patiently.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a failed load is retried, and the fourth failure is reported', async () => {
  let attempts = 0;
  const load = async () => {
    attempts += 1;
    if (attempts < 4) throw new Error(`failure ${attempts}`);
    return 'here';
  };
  const loaded = loadPatiently(load);
  await vi.runAllTimersAsync();
  expect(await loaded).toBe('here');
  attempts = -4;
  const failed = loadPatiently(load).catch(String);
  await vi.runAllTimersAsync();
  expect(await failed).toBe('Error: failure 0');
  expect(vi.getTimerCount()).toBe(0);
});

test('a load that never ends is reported after 120 s', async () => {
  let attempts = 0;
  const failed = loadInTime(() => {
    attempts += 1;
    return new Promise(() => {});
  }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(119_000);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await failed).toMatchObject({
    code: 'network-away',
    data: { isStuck: true },
    message: expect.stringContaining(
      'A part of Haze did not arrive within 120 s. Check the network and try again',
    ),
  });
  // A second attempt would wait for the same response.
  expect(attempts).toBe(1);
});

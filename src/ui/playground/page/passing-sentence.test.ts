import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PassingSentence, readingTimeMs } from './passing-sentence.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a message disappears after its reading time, which is longer for longer messages', () => {
  const ended = vi.fn();
  const passing = new PassingSentence(ended);
  const long = 'x'.repeat(300);
  expect(readingTimeMs(long)).toBeGreaterThan(readingTimeMs('short'));
  passing.begin('short');
  passing.begin(long);
  vi.advanceTimersByTime(readingTimeMs(long) - 1);
  expect(ended).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ended).toHaveBeenCalledTimes(1);
});

test('a message that is held stays, and dismissing it twice has no further effect', () => {
  const ended = vi.fn();
  const passing = new PassingSentence(ended);
  passing.begin('words');
  passing.hold();
  vi.advanceTimersByTime(10 * readingTimeMs('words'));
  expect(ended).not.toHaveBeenCalled();
  passing.letGo();
  passing.begin('');
  vi.advanceTimersByTime(10 * readingTimeMs('words'));
  expect(ended).not.toHaveBeenCalled();
});

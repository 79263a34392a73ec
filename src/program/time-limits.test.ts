import { expect, it } from 'vitest';
import { findDefaultCore } from '../uncertainty/core/core-spec.ts';
import { readTimeLimitMs } from './time-limits.ts';

const [reference, tracking] = ['C0-Reference', 'C0-S+'].map((name) => findDefaultCore(name));

it('the default time limit grows with the number of runs on a Reference core', () => {
  expect(readTimeLimitMs(undefined, reference!, undefined)).toBe(60_000);
  expect(readTimeLimitMs(undefined, reference!, 10_000)).toBe(60_000);
  expect(readTimeLimitMs(undefined, reference!, 1_000_000)).toBe(600_000);
  expect(readTimeLimitMs(5, reference!, 1_000_000)).toBe(5000);
  expect(readTimeLimitMs(undefined, tracking!, 1_000_000)).toBe(60_000);
});

it('invalid numbers of runs and invalid time limits are rejected', () => {
  expect(() => readTimeLimitMs(undefined, reference!, 0)).toThrow(
    /A Reference task can have 1 to 10000000 runs, not 0\./,
  );
  for (const seconds of [0, -1, Number.NaN])
    expect(() => readTimeLimitMs(seconds, tracking!, undefined)).toThrow(
      'timeLimitSeconds must be above zero',
    );
});

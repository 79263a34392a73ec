import { expect, test } from 'vitest';
import { countRun } from './count-runs.ts';

test('only the third completed run is marked', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  expect(Array.from({ length: 6 }, () => countRun(storage))).toEqual([
    false,
    false,
    true,
    false,
    false,
    false,
  ]);
});

test('without storage, no run is marked', () => {
  expect([1, 2, 3].map(() => countRun(undefined))).toEqual([false, false, false]);
});

import { expect, test } from 'vitest';
import { type Visit, wantsReload } from './early-reload.ts';

const FIRST: Visit = {
  isIsolated: false,
  wasServed: false,
  isServed: true,
  isFramed: false,
  isUsed: false,
  ageMs: 800,
};

test('an untouched page is reloaded when a service worker has just taken over', () => {
  expect(wantsReload(FIRST)).toBe(true);
});

test.each<[string, Partial<Visit>]>([
  ['is isolated', { isIsolated: true }],
  ['came through the service worker, but is not isolated', { wasServed: true }],
  ['has no service worker', { isServed: false }],
  ['is in a frame', { isFramed: true }],
  ['was touched', { isUsed: true }],
  ['has been open for a while', { ageMs: 60_000 }],
])('a page that %s is not reloaded', (_, difference) => {
  expect(wantsReload({ ...FIRST, ...difference })).toBe(false);
});

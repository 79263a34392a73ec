import { afterEach, expect, test, vi } from 'vitest';
import { Farewells } from './farewells.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function stubStorage(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  return kept;
}

test('a page can tell whether an earlier page with the same database announced that it was closing', () => {
  stubStorage();
  new Farewells('haze').say('exe_1');
  expect(new Farewells('haze').has('exe_1')).toBe(true);
  expect(new Farewells('haze').has('exe_2')).toBe(false);
  expect(new Farewells('other').has('exe_1')).toBe(false);
});

test('stored announcements stay small, and damaged announcements are ignored', () => {
  const kept = stubStorage();
  const farewells = new Farewells('haze');
  for (let i = 0; i < 100; i++) farewells.say(`exe_${i}`);
  expect([...kept.values()].join('').length).toBeLessThan(300);
  expect(farewells.has('exe_99')).toBe(true);
  kept.set([...kept.keys()][0]!, '{"not": "a list"');
  expect(farewells.has('exe_99')).toBe(false);
  farewells.say('exe_100');
  expect(farewells.has('exe_100')).toBe(true);
});

test('without storage, no page counts as closed, and no error is thrown', () => {
  vi.stubGlobal('localStorage', undefined);
  const farewells = new Farewells('haze');
  farewells.say('exe_1');
  expect(farewells.has('exe_1')).toBe(false);
});

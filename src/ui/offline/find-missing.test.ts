import { expect, test } from 'vitest';
import { type Abilities, findMissing, probeWebAssembly } from './find-missing.ts';

const ALL: Abilities = {
  hasWebAssembly: true,
  hasSimd: true,
  isBlocked: false,
  serviceWorkerProblem: '',
  storageProblem: '',
  isKept: true,
  isDownloadKept: undefined,
};

const namesOf = (abilities: Partial<Abilities>) =>
  findMissing({ ...ALL, ...abilities }).map(({ name }) => name);

test('no feature is missing in a fully capable browser', () => {
  expect(namesOf({})).toEqual([]);
  expect(namesOf({ isDownloadKept: true })).toEqual([]);
});

test.each([
  [{ hasWebAssembly: false, hasSimd: false }, ['webassembly']],
  [{ hasSimd: false }, ['simd']],
  [{ serviceWorkerProblem: 'blocked' }, ['service-worker']],
  // Without storage, a service worker would have nothing to serve.
  [{ serviceWorkerProblem: 'blocked', storageProblem: 'blocked' }, ['storage']],
  [{ isKept: false, serviceWorkerProblem: 'http' }, ['storage']],
  [{ isBlocked: true }, ['webassembly']],
  [{ isDownloadKept: false }, ['room']],
])('%j is reported as %j', (abilities, names) => {
  expect(namesOf(abilities)).toEqual(names);
});

test('every message says what still works or what can be done', () => {
  const worst = { hasWebAssembly: false, storageProblem: 'a', isDownloadKept: false } as const;
  for (const { sentence } of findMissing({ ...ALL, ...worst })) expect(sentence).toMatch(/still work|can be/);
});

test.each([{ isBlocked: true }, { hasWebAssembly: false }, { hasSimd: false }])(
  'with %j, no sentence claims that programs run',
  (abilities) => {
    for (const isKept of [true, false]) {
      const worst = { ...ALL, ...abilities, isKept, serviceWorkerProblem: 'a', isDownloadKept: false };
      const text = findMissing(worst).map(({ sentence }) => sentence);
      expect(text.join(' ')).not.toMatch(/running|built and run\./);
    }
  },
);

test('the engine that runs the tests has WebAssembly with SIMD', () => {
  expect(probeWebAssembly()).toEqual({ hasWebAssembly: true, hasSimd: true, isBlocked: false });
});

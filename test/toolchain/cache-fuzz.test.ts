// 300 builds through a cache, each compared with a fresh build. `npm run bench caches` runs ten thousand builds.
import { expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { loadGuestRuntime } from '../../src/node/engine/assets.ts';
import { keptClang } from '../kept/kept-clang.ts';
import { fuzzCaches } from './cache-fuzz.ts';

const SEED = 20261122;
const SEQUENCES = 30;
const STEPS = 10;

test('a build from the cache equals a fresh build, byte for byte', {
  timeout: scaleLimit(900_000),
}, async () => {
  console.log(`seed ${SEED}`);
  const figures = await fuzzCaches({
    clang: keptClang,
    guest: await loadGuestRuntime(),
    seed: SEED,
    sequences: SEQUENCES,
    stepsPerSequence: STEPS,
  });
  console.log(JSON.stringify(figures));
  expect(figures.builds).toBe(SEQUENCES * STEPS);
  // Checks that the cache is used and that not every build fails.
  expect(figures.cached).toBeGreaterThan(20);
  expect(figures.failed).toBeLessThan(figures.builds / 2);
});

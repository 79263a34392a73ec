// 300 builds through a cache, each compared with a fresh build. `npm run bench caches` makes ten thousand.
import { expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { loadGuestRuntime } from '../../src/node/engine/assets.ts';
import { compileTools } from '../../src/node/engine/compile-tools.ts';
import { loadClang } from '../../src/toolchain/clang/clang.ts';
import { fuzzCaches } from './cache-fuzz.ts';

const SEED = 20261122;
const SEQUENCES = 30;
const STEPS = 10;

test('a build from the cache is a fresh build, byte for byte', { timeout: scaleLimit(900_000) }, async () => {
  console.log(`seed ${SEED}`);
  const [clang, guest] = await Promise.all([loadClang({ compile: compileTools }), loadGuestRuntime()]);
  const figures = await fuzzCaches({
    clang,
    guest,
    seed: SEED,
    sequences: SEQUENCES,
    stepsPerSequence: STEPS,
  });
  console.log(JSON.stringify(figures));
  expect(figures.builds).toBe(SEQUENCES * STEPS);
  // The cache is used, and not every build fails.
  expect(figures.cached).toBeGreaterThan(20);
  expect(figures.failed).toBeLessThan(figures.builds / 2);
});

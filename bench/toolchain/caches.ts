// The long differential fuzz test of the caches, in which each build from a cache is compared with a fresh build
// (test/toolchain). HAZE_FUZZ_BUILDS is the number of builds, 10 000 by default.
import { loadGuestRuntime } from '../../src/node/engine/assets.ts';
import { loadClang } from '../../src/toolchain/clang/clang.ts';
import { type FuzzFigures, fuzzCaches } from '../../test/toolchain/cache-fuzz.ts';
import type { Measurement } from '../measurement.ts';

const STEPS = 10;
const SEED = Number(process.env.HAZE_FUZZ_SEED ?? 1);
const BUILDS = Number(process.env.HAZE_FUZZ_BUILDS ?? 10_000);

/** @throws Error with the files of a build whose cached result differs */
export async function run(): Promise<Measurement[]> {
  const startedMs = performance.now();
  const [clang, guest] = await Promise.all([loadClang(), loadGuestRuntime()]);
  const total: FuzzFigures = { builds: 0, cached: 0, failed: 0, readClock: 0 };
  for (let seed = SEED; total.builds < BUILDS; seed++) {
    const figures = await fuzzCaches({ clang, guest, seed, sequences: 25, stepsPerSequence: STEPS });
    for (const key of ['builds', 'cached', 'failed', 'readClock'] as const) total[key] += figures[key];
    const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1);
    console.log(`  seed ${seed}: ${JSON.stringify(total)}, ${minutes} min`);
  }
  return [
    { name: 'cached builds compared with fresh builds', value: total.builds, unit: 'builds' },
    { name: 'compilations that came from the cache', value: total.cached, unit: 'units' },
    { name: 'builds that fail, like the fresh builds', value: total.failed, unit: 'builds' },
    { name: 'builds that read the time', value: total.readClock, unit: 'builds' },
    { name: 'differences', value: 0, unit: 'builds', goal: 0 },
    { name: 'time', value: (performance.now() - startedMs) / 60_000, unit: 'min', goal: 20 },
  ];
}

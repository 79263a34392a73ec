// The long differential fuzz test of the caches, in which each build from a cache is compared with a fresh build
// (test/toolchain). HAZE_FUZZ_BUILDS is the number of builds, 10 000 by default.

import { type Measurement, measurement } from '../../scripts/measurement.ts';
import { loadGuestRuntime } from '../../src/node/engine/assets.ts';
import { loadClang } from '../../src/toolchain/clang/clang.ts';
import { type FuzzFigures, fuzzCaches } from '../../test/toolchain/cache-fuzz.ts';

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
    measurement('cached builds compared with fresh builds', total.builds, 'builds'),
    measurement('compilations that came from the cache', total.cached, 'units'),
    measurement('builds that fail, like the fresh builds', total.failed, 'builds'),
    measurement('builds that read the time', total.readClock, 'builds'),
    measurement('differences', 0, 'builds', 0),
    measurement('time', (performance.now() - startedMs) / 60_000, 'min', 20),
  ];
}

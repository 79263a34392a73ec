// Hostile programs and hostile JavaScript alongside honest programs, on a server with a limit of 1.5 GB.
// bench/service/siege.ts runs a longer version.
import { mkdtemp, rm } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { makeHostileBuild } from './hostile-build.ts';
import { HOSTILE_FAMILIES, HOSTILE_SCRIPTS } from './programs.ts';
import { besiege } from './siege.ts';

const SEED = 20261122;

// Only Linux exposes the memory of a running process.
test.runIf(platform() === 'linux')(
  `a server with 1.5 GB of memory outlives each hostile program and completes the honest programs (seed ${SEED})`,
  async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'haze-siege-'));
    const hostile = await makeHostileBuild();
    const { failures, peakMegabytes } = await besiege({
      dataFolder,
      program: hostile.program,
      seed: SEED,
      hostileCount: HOSTILE_FAMILIES.length + HOSTILE_SCRIPTS.length,
      honestCount: 12,
      memoryMegabytes: 1536,
    });
    expect(failures).toEqual([]);
    expect(peakMegabytes).toBeLessThan(1536);
    await hostile.remove();
    await rm(dataFolder, { recursive: true, force: true });
  },
  scaleLimit(600_000),
);

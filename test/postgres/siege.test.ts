// Hostile programs alongside honest ones on a team's service. bench/postgres/siege.ts is a longer version.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { startPostgres } from './postgres-server.ts';
import { besiegeTeam } from './siege.ts';

const SEED = 20261124;
const COUNT = 12;

test(
  `servers and workers outlive ${COUNT} hostile programs among ${COUNT} honest ones, which complete (seed ${SEED})`,
  async () => {
    const postgres = await startPostgres();
    const home = await mkdtemp(join(tmpdir(), 'haze-siege-'));
    try {
      const wish = { seed: SEED, hostileCount: COUNT, honestCount: COUNT };
      const { failures, deaths } = await besiegeTeam({ database: postgres.url(), home }, wish);
      expect(failures).toEqual([]);
      expect(deaths).toEqual([]);
    } finally {
      await postgres.remove();
      await rm(home, { recursive: true, force: true });
    }
  },
  scaleLimit(600_000),
);

// Runs 500 hostile programs mixed at random with 500 ordinary programs, on two servers and two workers that share one
// PostgreSQL database. Checks all outcomes, and that only task processes die. HAZE_BENCH_TASKS is the number of
// programs of each kind.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../test/postgres/postgres-server.ts';
import { besiegeTeam } from '../../test/postgres/siege.ts';
import type { Measurement } from '../measurement.ts';

const COUNT = Number(process.env.HAZE_BENCH_TASKS ?? 500);
const SEED = 20261124;

export async function run(): Promise<Measurement[]> {
  const postgres = await startPostgres(['fsync = on']);
  const home = await mkdtemp(join(tmpdir(), 'haze-siege-'));
  try {
    const wish = { seed: SEED, hostileCount: COUNT, honestCount: COUNT };
    const report = await besiegeTeam({ database: postgres.url(), home }, wish);
    for (const line of [...report.failures, ...report.deaths]) console.error(line);
    console.error(JSON.stringify(report.ends));
    const name = `${COUNT} hostile and ${COUNT} honest tasks`;
    return [
      { name: `${name}, wrong outcomes`, value: report.failures.length, unit: '', goal: 0 },
      { name: 'servers and workers that died', value: report.deaths.length, unit: '', goal: 0 },
      { name: `${name}, time`, value: report.seconds, unit: 's' },
    ];
  } finally {
    await postgres.remove();
    await rm(home, { recursive: true, force: true });
  }
}

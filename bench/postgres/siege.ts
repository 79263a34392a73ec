// Runs 500 hostile programs mixed at random with 500 ordinary programs, on two servers and two workers that share one
// PostgreSQL database. Checks all outcomes, and that only task processes die. HAZE_BENCH_TASKS is the number of
// programs of each kind.

import { type Measurement, measurement } from '../../scripts/measurement.ts';
import { besiegeTeam } from '../../test/postgres/siege.ts';
import { onPostgres } from './on-postgres.ts';

const COUNT = Number(process.env.HAZE_BENCH_TASKS ?? 500);
const SEED = 20261124;

export function run(): Promise<Measurement[]> {
  return onPostgres(async ({ postgres, home }) => {
    const wish = { seed: SEED, hostileCount: COUNT, honestCount: COUNT };
    const report = await besiegeTeam({ database: postgres.url(), home }, wish);
    for (const line of [...report.failures, ...report.deaths]) console.error(line);
    console.error(JSON.stringify(report.ends));
    const name = `${COUNT} hostile and ${COUNT} honest tasks`;
    return [
      measurement(`${name}, wrong outcomes`, report.failures.length, '', 0),
      measurement('servers and workers that died', report.deaths.length, '', 0),
      measurement(`${name}, time`, report.seconds, 's'),
    ];
  });
}

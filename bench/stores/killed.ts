// Runs three servers and four workers on one data folder, and kills and pauses them at random for ten minutes while
// clients send tasks. Each task must finish exactly once, with its complete output. HAZE_BENCH_MINUTES overrides the
// duration.

import { join } from 'node:path';
import { type Measurement, measurement } from '../../scripts/measurement.ts';
import { killTeam } from '../../test/jobs/killed-team.ts';
import { inFolder } from '../harness.ts';

const MINUTES = Number(process.env.HAZE_BENCH_MINUTES ?? 10);
const SEED = 20261129;

export function run(): Promise<Measurement[]> {
  return inFolder(async (home) => {
    const report = await killTeam(join(home, 'data'), { seconds: 60 * MINUTES, seed: SEED });
    for (const failure of report.failures) console.error(failure);
    const { kills, pauses, tasks, rescheduled, setAside } = report;
    const name = `${MINUTES} minutes of kills`;
    return [
      measurement(`${name}: wrong outcomes`, report.failures.length, '', 0),
      measurement(`${name}: processes killed`, kills, ''),
      measurement(`${name}: processes paused`, pauses, ''),
      measurement(`${name}: tasks`, tasks, ''),
      measurement(`${name}: tasks returned to the queue`, rescheduled, ''),
      measurement(`${name}: tasks set aside after two kills`, setAside, ''),
    ];
  });
}

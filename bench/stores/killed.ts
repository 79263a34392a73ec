// Runs three servers and four workers on one data folder; they are killed and paused at random for ten minutes while
// clients send tasks. Each task must finish exactly once, with its complete output. HAZE_BENCH_MINUTES overrides the
// duration.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killTeam } from '../../test/jobs/killed-team.ts';
import type { Measurement } from '../measurement.ts';

const MINUTES = Number(process.env.HAZE_BENCH_MINUTES ?? 10);
const SEED = 20261129;

export async function run(): Promise<Measurement[]> {
  const home = await mkdtemp(join(tmpdir(), 'haze-killed-'));
  try {
    const report = await killTeam(join(home, 'data'), { seconds: 60 * MINUTES, seed: SEED });
    for (const failure of report.failures) console.error(failure);
    const { kills, pauses, tasks, rescheduled, setAside } = report;
    const name = `${MINUTES} minutes of kills`;
    return [
      { name: `${name}: wrong outcomes`, value: report.failures.length, unit: '', goal: 0 },
      { name: `${name}: processes killed`, value: kills, unit: '' },
      { name: `${name}: processes paused`, value: pauses, unit: '' },
      { name: `${name}: tasks`, value: tasks, unit: '' },
      { name: `${name}: tasks returned to the queue`, value: rescheduled, unit: '' },
      { name: `${name}: tasks set aside after two kills`, value: setAside, unit: '' },
    ];
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

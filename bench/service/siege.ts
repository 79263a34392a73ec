// 500 hostile programs, a third of them JavaScript in the task's process, beside 200 honest ones, on a `haze serve` in
// 1.5 GB: checks that all ends well, the cost, and how much longer tasks of another account take meanwhile.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeHostileBuild } from '../../test/hostile/hostile-build.ts';
import { besiege } from '../../test/hostile/siege.ts';
import { type Measurement, median, quantile } from '../measurement.ts';

const SEED = 1;
const HOSTILE = 500;
const HONEST = 200;
const MEMORY_MEGABYTES = 1536;
const MOST_TIMES = 2;

export async function run(): Promise<Measurement[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'haze-siege-'));
  const hostile = await makeHostileBuild();
  try {
    const siege = {
      dataFolder,
      program: hostile.program,
      seed: SEED,
      hostileCount: HOSTILE,
      honestCount: HONEST,
    };
    const report = await besiege({ ...siege, memoryMegabytes: MEMORY_MEGABYTES });
    for (const failure of report.failures) console.error(failure);
    console.error(JSON.stringify(report.ends));
    const { quietMs, besiegedMs } = report.neighbour;
    const quiet = median(quietMs);
    const name = `${HOSTILE} hostile and ${HONEST} honest tasks`;
    return [
      { name: `${name}, not ended as they should`, value: report.failures.length, unit: '', goal: 0 },
      { name: `${name}, most memory`, value: report.peakMegabytes, unit: 'MB', goal: MEMORY_MEGABYTES },
      { name: `${name}, time`, value: report.seconds, unit: 's' },
      { name: "a neighbour's task without the siege, median", value: quiet, unit: 'ms' },
      {
        name: "a neighbour's task in the siege, median, times that",
        value: median(besiegedMs) / quiet,
        unit: '',
        goal: MOST_TIMES,
      },
      { name: "a neighbour's task in the siege, 95 %", value: quantile(besiegedMs, 0.95), unit: 'ms' },
    ];
  } finally {
    await hostile.remove();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

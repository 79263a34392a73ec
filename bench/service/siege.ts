// Runs 500 hostile programs, a third of them JavaScript in the task's process, together with 200 ordinary programs, on
// a `haze serve` with 1.5 GB. Checks all outcomes and the cost, and how much longer another account's tasks take than
// they would if the hostile tasks were ordinary ones. HAZE_BENCH_HOSTILE and HAZE_BENCH_HONEST are the numbers of
// tasks.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeHostileBuild } from '../../test/hostile/hostile-build.ts';
import { besiege, type Waits } from '../../test/hostile/siege.ts';
import { type Measurement, median, quantile } from '../measurement.ts';

const SEED = 1;
const HOSTILE = Number(process.env.HAZE_BENCH_HOSTILE ?? 500);
const HONEST = Number(process.env.HAZE_BENCH_HONEST ?? 200);
const MEMORY_MEGABYTES = 1536;
const MOST_TIMES = 2;

/** Median task time, corrected for the CPU time that other work on the machine used during that time. */
const fairMedian = ({ tasksMs, othersShare }: Waits) => median(tasksMs) * (1 - othersShare);

function describe(name: string, waits: Waits): Measurement[] {
  return [
    { name: `${name}, median`, value: median(waits.tasksMs), unit: 'ms' },
    { name: `${name}, 95 %`, value: quantile(waits.tasksMs, 0.95), unit: 'ms' },
    { name: `${name}, processors used by other work`, value: 100 * waits.othersShare, unit: '%' },
  ];
}

export async function run(): Promise<Measurement[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'haze-siege-'));
  const hostile = await makeHostileBuild();
  try {
    const siege = {
      dataFolder,
      hasCrowd: true,
      program: hostile.program,
      seed: SEED,
      hostileCount: HOSTILE,
      honestCount: HONEST,
    };
    const report = await besiege({ ...siege, memoryMegabytes: MEMORY_MEGABYTES });
    for (const failure of report.failures) console.error(failure);
    console.error(JSON.stringify(report.ends));
    const { quiet, crowd, besieged } = report.neighbour;
    const name = `${HOSTILE} hostile and ${HONEST} honest tasks`;
    return [
      { name: `${name}, wrong outcomes`, value: report.failures.length, unit: '', goal: 0 },
      { name: `${name}, peak memory`, value: report.peakMegabytes, unit: 'MB', goal: MEMORY_MEGABYTES },
      { name: `${name}, time`, value: report.seconds, unit: 's' },
      ...describe("another account's task alone", quiet),
      ...describe(`another account's task beside ${HOSTILE + HONEST} honest tasks`, crowd!),
      ...describe("another account's task in the siege", besieged),
      {
        name: "another account's task in the siege, median, relative to honest load",
        value: median(besieged.tasksMs) / median(crowd!.tasksMs),
        unit: '',
      },
      {
        name: 'the same, corrected for other work on the machine',
        value: fairMedian(besieged) / fairMedian(crowd!),
        unit: '',
        goal: MOST_TIMES,
      },
      {
        name: 'the same, relative to running alone',
        value: fairMedian(besieged) / fairMedian(quiet),
        unit: '',
      },
    ];
  } finally {
    await hostile.remove();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

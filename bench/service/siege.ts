// Runs 500 hostile programs, a third of them JavaScript in the task's process, together with 200 ordinary programs, on
// a `haze serve` with 1.5 GB. Checks all outcomes, the cost, and how much longer another account's tasks take than they
// would if the hostile tasks were ordinary ones. HAZE_BENCH_HOSTILE and HAZE_BENCH_HONEST are the numbers of tasks.

import { type Measurement, measurement, median, quantile } from '../../scripts/measurement.ts';
import { makeHostileBuild } from '../../test/hostile/hostile-build.ts';
import { besiege, type Waits } from '../../test/hostile/siege.ts';
import { inFolder } from '../harness.ts';

const SEED = 1;
const HOSTILE = Number(process.env.HAZE_BENCH_HOSTILE ?? 500);
const HONEST = Number(process.env.HAZE_BENCH_HONEST ?? 200);
const MEMORY_MEGABYTES = 1536;
const MOST_TIMES = 2;

/** Median task time, corrected for the CPU time that other work on the machine used meanwhile. */
const fairMedian = ({ tasksMs, othersShare }: Waits) => median(tasksMs) * (1 - othersShare);

function describe(name: string, waits: Waits): Measurement[] {
  return [
    measurement(`${name}, median`, median(waits.tasksMs), 'ms'),
    measurement(`${name}, 95 %`, quantile(waits.tasksMs, 0.95), 'ms'),
    measurement(`${name}, processors used by other work`, 100 * waits.othersShare, '%'),
  ];
}

export function run(): Promise<Measurement[]> {
  return inFolder(measure);
}

async function measure(dataFolder: string): Promise<Measurement[]> {
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
      measurement(`${name}, wrong outcomes`, report.failures.length, '', 0),
      measurement(`${name}, peak memory`, report.peakMegabytes, 'MB', MEMORY_MEGABYTES),
      measurement(`${name}, time`, report.seconds, 's'),
      ...describe("another account's task alone", quiet),
      ...describe(`another account's task beside ${HOSTILE + HONEST} honest tasks`, crowd!),
      ...describe("another account's task in the siege", besieged),
      measurement(
        "another account's task in the siege, median, relative to honest load",
        median(besieged.tasksMs) / median(crowd!.tasksMs),
        '',
      ),
      measurement(
        'the same, corrected for other work on the machine',
        fairMedian(besieged) / fairMedian(crowd!),
        '',
        MOST_TIMES,
      ),
      measurement('the same, relative to running alone', fairMedian(besieged) / fairMedian(quiet), ''),
    ];
  } finally {
    await hostile.remove();
  }
}

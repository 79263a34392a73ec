// CPU time of following draws, compared with the C0-Joint run that detects the mixed decision and with 10 000 runs on a
// Reference core. Everything runs in this thread, so that worker startup does not distort the time.

import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { build } from '../../src/node/library.ts';
import { openFollower } from '../../test/decisions/follow-lanes.ts';
import { PROGRAMS } from '../accuracy/decisions/all-programs.ts';
import { type Program, sourceOf } from '../accuracy/decisions/programs.ts';
import { moduleOf } from '../harness.ts';

type Follower = Awaited<ReturnType<typeof openFollower>>;

const REPETITIONS = 5;
const REFERENCE_RUNS = 10_000;
/** Number of Reference runs. */
const SOME_RUNS = 1000;
/** Number of Reference runs of a program that takes milliseconds per run. */
const FEW_RUNS = 100;

const heavy = (body: string): Program => ({
  body: `double x = UxHwDoubleGaussDist(10, 4), y; ${body}
  if (x < 8) y = w; else if (x < 12) y = x * w; else { y = sqrt(x); puts("high"); }`,
});
const HEAVY: Readonly<Record<string, Program>> = {
  'three ways behind 10⁶ exact operations': heavy(
    'volatile double w = 1; for (int i = 0; i < 500000; i++) w = w * 0.999 + 1;',
  ),
  'three ways behind 10⁴ uncertain operations': heavy(
    'double u = UxHwDoubleGaussDist(1, 0.1), w = 0; for (int i = 0; i < 5000; i++) w = w * 0.999 + u;',
  ),
};

export async function run(): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const [name, program] of Object.entries(PROGRAMS))
    rows.push(...(await measure(name, program, SOME_RUNS)));
  for (const [name, program] of Object.entries(HEAVY)) rows.push(...(await measure(name, program, FEW_RUNS)));
  return rows;
}

async function measure(name: string, program: Program, runs: number): Promise<Measurement[]> {
  const built = await moduleOf(build(sourceOf(program), { language: program.language ?? 'C' }));
  const follower = await openFollower(built);
  const { mixed } = follower.runOnce();
  if (!mixed) return measureChoosing(name, follower, runs);
  const { groups, grouped } = follower.followGroups(mixed);
  const [once, followed, reference] = timeEach([
    () => follower.runOnce(),
    () => follower.followGroups(mixed),
    () => follower.runReference(runs),
  ]) as [number, number, number];
  const isOfFewWays = groups <= 32 && grouped > 0;
  return [
    measurement(`${name}: lanes in ${groups} groups`, grouped, 'of 4096'),
    measurement(`${name}: one run`, once, 'ms'),
    { name: `${name}: following beside one run`, value: followed / once, unit: '×', ...goal(isOfFewWays, 4) },
    measurement(
      `${name}: following beside Reference`,
      followed / (reference * (REFERENCE_RUNS / runs)),
      '×',
      isOfFewWays ? 0.05 : 0.6,
    ),
  ];
}

/** A program in which each draw only selects one of several numbers, so one run is enough. */
function measureChoosing(name: string, follower: Follower, runs: number): Measurement[] {
  const [once, reference] = timeEach([() => follower.runOnce(), () => follower.runReference(runs)]) as [
    number,
    number,
  ];
  return [
    measurement(`${name}: one run`, once, 'ms'),
    measurement(`${name}: one run beside Reference`, once / (reference * (REFERENCE_RUNS / runs)), '×'),
  ];
}

function goal(isSet: boolean, value: number): Pick<Measurement, 'goal'> {
  return isSet ? { goal: value } : {};
}

/** Median CPU times in milliseconds; the variants are run in turn. */
function timeEach(ways: readonly (() => void)[]): number[] {
  const times = ways.map((): number[] => []);
  for (let i = 0; i < REPETITIONS; i++) {
    for (const [at, way] of ways.entries()) {
      const before = process.cpuUsage();
      way();
      const { user, system } = process.cpuUsage(before);
      times[at]!.push((user + system) / 1000);
    }
  }
  return times.map(median);
}

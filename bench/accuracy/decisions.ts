// Programs that decide on uncertain values: the distance of C0-Joint from the truth where every draw goes its own way,
// its cost beside a run and beside Reference, and the cost of notices. Truths are 400 000 runs of C0-Reference.
import { build, type RunOptions, type RunResult, run as runProgram } from '../../src/node/library.ts';
import { parseUx } from '../../src/uncertainty/core/ux-text.ts';
import { type Measurement, median } from '../measurement.ts';
import { comparisonLoop, PROGRAMS, sourceOf } from './decisions/programs.ts';

const TRUTH_RUNS = 400_000;
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const REPETITIONS = 5;

interface Moments {
  readonly mean: number;
  readonly deviation: number;
}

export async function run(): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const [name, program] of Object.entries(PROGRAMS))
    rows.push(...(await measure(name, sourceOf(program))));
  for (const isMixed of [false, true]) rows.push(...(await measureLoop(isMixed)));
  return rows;
}

async function measure(name: string, source: string): Promise<Measurement[]> {
  const module = await buildSource(source);
  const truth = momentsOfRuns(
    await runProgram(module, { core: 'C0-Reference', runs: TRUTH_RUNS, timeLimitSeconds: 1000 }),
  );
  const joined = await Promise.all(SEEDS.map((seed) => runProgram(module, { core: 'C0-Joint', seed })));
  const found = joined.map(momentsOfText);
  const rms = (errors: readonly number[]) =>
    Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
  const joint: RunOptions = { core: 'C0-Joint' };
  const [quietMs, lanesMs, referenceMs] = await timeSideBySide(module, [
    { ...joint, decisions: 'quiet' },
    joint,
    { core: 'C0-Reference' },
  ]);
  return [
    {
      name: `${name}: error of the mean`,
      value: 100 * rms(found.map(({ mean }) => (mean - truth.mean) / truth.deviation)),
      unit: '% of σ',
      goal: 1,
    },
    {
      name: `${name}: error of σ`,
      value: 100 * rms(found.map(({ deviation }) => deviation / truth.deviation - 1)),
      unit: '%',
      goal: 1.5,
    },
    { name: `${name}: time beside one run`, value: lanesMs! / quietMs!, unit: '×' },
    { name: `${name}: time beside Reference`, value: lanesMs! / referenceMs!, unit: '×', goal: 0.6 },
  ];
}

async function measureLoop(isMixed: boolean): Promise<Measurement[]> {
  const module = await buildSource(comparisonLoop(isMixed));
  const rows: Measurement[] = [];
  for (const core of ['C0-S', 'C0-S+', 'C0-Joint']) {
    const [quiet, told] = await timeSideBySide(
      module,
      [
        { core, decisions: 'quiet' },
        { core, decisions: 'particle' },
      ],
      ({ statistics }) => statistics.executionTimeMs,
    );
    rows.push({
      name: `${core}: 200 000 comparisons, ${isMixed ? 'all' : 'none'} mixed: with notices`,
      value: told! / quiet!,
      unit: '×',
      goal: 1.5,
    });
  }
  return rows;
}

async function buildSource(source: string): Promise<Uint8Array> {
  const built = await build(source, { debug: true });
  if (!built.ok) throw new Error(built.log);
  return built.module;
}

/** Medians of milliseconds, each way in turn. */
async function timeSideBySide(
  module: Uint8Array,
  ways: readonly RunOptions[],
  timeOf?: (result: RunResult) => number,
): Promise<number[]> {
  const times = ways.map((): number[] => []);
  for (let i = 0; i < REPETITIONS; i++) {
    for (const [at, options] of ways.entries()) {
      const startMs = performance.now();
      const result = await runProgram(module, options);
      times[at]!.push(timeOf ? timeOf(result) : performance.now() - startMs);
    }
  }
  return times.map(median);
}

function momentsOfRuns({ reference }: RunResult): Moments {
  const samples = reference!.values[0]!.samples();
  const mean = samples.reduce((sum, x) => sum + x, 0) / samples.length;
  const variance = samples.reduce((sum, x) => sum + (x - mean) ** 2, 0) / samples.length;
  return { mean, deviation: Math.sqrt(variance) };
}

function momentsOfText({ stdout }: RunResult): Moments {
  const { mean, positions, masses } = parseUx(stdout.slice(stdout.indexOf('Ux')).trim());
  const variance = positions.reduce((sum, x, i) => sum + masses[i]! * (x - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(variance) };
}

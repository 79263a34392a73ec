// Measures how far C0-Joint is from the true values if every draw takes its own path, in programs that make decisions
// on uncertain values. bench/core/following.ts measures the cost of following draws, and bench/core/notices.ts the cost
// of notices. True values come from native runs (decisions/native-truths.tsv) and from the cases of test/decisions.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Measurement, measurement } from '../../scripts/measurement.ts';
import { findProjectRoot } from '../../scripts/project-root.ts';
import { build, run as runProgram } from '../../src/node/library.ts';
import { parseUx } from '../../src/uncertainty/core/ux-text.ts';
import { openFollower } from '../../test/decisions/follow-lanes.ts';
import { moduleOf } from '../harness.ts';
import { PROGRAMS } from './decisions/all-programs.ts';
import { readNativeTruths } from './decisions/native-truths.ts';
import { type Program, sourceOf } from './decisions/programs.ts';

const CASES = join(findProjectRoot(), 'test/decisions/cases');
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
/** Largest acceptable errors, in % of the standard deviation. */
const GOALS = { mean: 1, deviation: 1.5 };

interface Moments {
  readonly mean: number;
  readonly deviation: number;
}

export async function run(): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  const truths = readNativeTruths();
  for (const [name, program] of Object.entries(PROGRAMS))
    rows.push(...(await measure(name, program, truths.get(name)!)));
  for (const file of readdirSync(CASES).filter((file) => /\.(c|cpp|f90)$/.test(file) && file !== 'clamp.c'))
    rows.push(...(await measureCase(file)));
  return rows;
}

async function measure(name: string, program: Program, truth: Moments): Promise<Measurement[]> {
  const module = await moduleOf(build(sourceOf(program), { debug: true, language: program.language ?? 'C' }));
  const follower = await openFollower(module);
  const found = SEEDS.map((seed): Moments => {
    const { mixed, stdout } = follower.runOnce(BigInt(seed));
    if (!mixed) return momentsOfText(stdout);
    const [draws] = follower.followGroups(mixed, BigInt(seed)).values.values();
    return momentsOfDraws(draws!);
  });
  return [...listErrors(name, found, truth), ...(await listLines(name, module, found, truth))];
}

/** Counts the seeds whose runs report the error, among the seeds whose error exceeds a goal. */
async function listLines(
  name: string,
  module: Uint8Array,
  found: readonly Moments[],
  truth: Moments,
): Promise<Measurement[]> {
  const beyond = SEEDS.filter((_, i) => isBeyond(found[i]!, truth));
  if (beyond.length === 0) return [];
  let told = 0;
  for (const seed of beyond)
    if ((await runProgram(module, { core: 'C0-Joint', seed })).stderr.includes(' is known only to ±')) told++;
  return [
    measurement(
      `${name}: lines about the error`,
      told,
      `of ${beyond.length} seeds beyond a goal`,
      beyond.length,
    ),
  ];
}

function isBeyond({ mean, deviation }: Moments, truth: Moments): boolean {
  const [byMean, byDeviation] = [(mean - truth.mean) / truth.deviation, deviation / truth.deviation - 1];
  return 100 * Math.abs(byMean) > GOALS.mean || 100 * Math.abs(byDeviation) > GOALS.deviation;
}

function listErrors(name: string, found: readonly Moments[], truth: Moments): Measurement[] {
  const rms = (errors: readonly number[]) =>
    Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
  return [
    measurement(
      `${name}: error of the mean`,
      100 * rms(found.map(({ mean }) => (mean - truth.mean) / truth.deviation)),
      '% of σ',
      GOALS.mean,
    ),
    measurement(
      `${name}: error of σ`,
      100 * rms(found.map(({ deviation }) => deviation / truth.deviation - 1)),
      '%',
      GOALS.deviation,
    ),
  ];
}

/** A program that reports several values, each as "@R name mean deviation", in the order of its true values. */
async function measureCase(file: string): Promise<Measurement[]> {
  const read = (name: string) => readFileSync(join(CASES, name), 'utf8');
  const [, stem = '', suffix = ''] = /^(.*)\.(\w+)$/.exec(file)!;
  const language = { c: 'C', cpp: 'C++', f90: 'Fortran' }[suffix] ?? 'C';
  const built = await moduleOf(
    build({ [file]: read(file), 'prelude.h': read('prelude.h') }, { only: [file], language }),
  );
  const reports: Map<string, Moments>[] = [];
  for (const seed of SEEDS)
    reports.push(readReport((await runProgram(built, { core: 'C0-Joint', seed })).stdout));
  const truths = read('expected.tsv')
    .split('\n')
    .filter((line) => line.startsWith(`${stem}:`));
  return truths.flatMap((line) => {
    const [key = '', mean, deviation] = line.split('\t');
    if (mean === 'P') return [];
    const name = key.slice(stem.length + 1);
    const found = reports.map((report) => report.get(name)!);
    return listErrors(`${stem}, ${name}`, found, { mean: Number(mean), deviation: Number(deviation) });
  });
}

function readReport(stdout: string): Map<string, Moments> {
  return new Map(
    [...stdout.matchAll(/^\s*@R\s+(\S+)\s+(\S+)\s+(\S+)/gm)].map(([, name, mean, deviation]) => [
      name!,
      { mean: Number.parseFloat(mean!), deviation: Number.parseFloat(deviation!) },
    ]),
  );
}

/** Moments of the draws that reached the location; all other draws are NaN. */
function momentsOfDraws(all: Float64Array): Moments {
  const draws = all.filter((draw) => !Number.isNaN(draw));
  const mean = draws.reduce((sum, x) => sum + x, 0) / draws.length;
  const variance = draws.reduce((sum, x) => sum + (x - mean) ** 2, 0) / draws.length;
  return { mean, deviation: Math.sqrt(variance) };
}

function momentsOfText(stdout: string): Moments {
  const { mean, positions, masses } = parseUx(stdout.slice(stdout.indexOf('Ux')).trim());
  const variance = positions.reduce((sum, x, i) => sum + masses[i]! * (x - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(variance) };
}

// Programs that decide on uncertain values: the errors of C0-Joint against truths in which every draw takes its own
// branch, and the cost of notices (bench/core/following.ts has the cost of following). Truths are native runs with up
// to 10⁷ draws (decisions/native-truths.tsv), and those of the cases of test/decisions.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProjectRoot } from '../../scripts/project-root.ts';
import { build, type RunOptions, type RunResult, run as runProgram } from '../../src/node/library.ts';
import { parseUx } from '../../src/uncertainty/core/ux-text.ts';
import { type Measurement, median } from '../measurement.ts';
import { PROGRAMS } from './decisions/all-programs.ts';
import { readNativeTruths } from './decisions/native-truths.ts';
import { comparisonLoop, type Program, sourceOf } from './decisions/programs.ts';

const CASES = join(findProjectRoot(), 'test/decisions/cases');
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const REPETITIONS = 5;

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
  for (const isMixed of [false, true]) rows.push(...(await measureLoop(isMixed)));
  return rows;
}

async function measure(name: string, program: Program, truth: Moments): Promise<Measurement[]> {
  const module = await buildSource(sourceOf(program), program.language);
  const joined = await Promise.all(SEEDS.map((seed) => runProgram(module, { core: 'C0-Joint', seed })));
  return listErrors(name, joined.map(momentsOfText), truth);
}

function listErrors(name: string, found: readonly Moments[], truth: Moments): Measurement[] {
  const rms = (errors: readonly number[]) =>
    Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
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
  ];
}

/** A program that reports several values: "@R name mean deviation" each, in the order of its truths. */
async function measureCase(file: string): Promise<Measurement[]> {
  const read = (name: string) => readFileSync(join(CASES, name), 'utf8');
  const [, stem = '', suffix = ''] = /^(.*)\.(\w+)$/.exec(file)!;
  const language = { c: 'C', cpp: 'C++', f90: 'Fortran' }[suffix] ?? 'C';
  const built = await build(
    { [file]: read(file), 'prelude.h': read('prelude.h') },
    { only: [file], language },
  );
  if (!built.ok) throw new Error(built.log);
  const reports: Map<string, Moments>[] = [];
  for (const seed of SEEDS)
    reports.push(readReport((await runProgram(built.module, { core: 'C0-Joint', seed })).stdout));
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

async function measureLoop(isMixed: boolean): Promise<Measurement[]> {
  const module = await buildSource(comparisonLoop(isMixed));
  const rows: Measurement[] = [];
  for (const core of ['C0-S', 'C0-S+', 'C0-Joint']) {
    const [quiet, told] = await timeSideBySide(module, [
      { core, decisions: 'quiet' },
      { core, decisions: 'particle' },
    ]);
    rows.push({
      name: `${core}: 200 000 comparisons, ${isMixed ? 'all' : 'none'} mixed: with notices`,
      value: told! / quiet!,
      unit: '×',
      goal: 1.5,
    });
  }
  return rows;
}

async function buildSource(source: string, language = 'C'): Promise<Uint8Array> {
  const built = await build(source, { debug: true, language });
  if (!built.ok) throw new Error(built.log);
  return built.module;
}

/** Median times in milliseconds of the program; the variants run in turn. */
async function timeSideBySide(module: Uint8Array, ways: readonly RunOptions[]): Promise<number[]> {
  const times = ways.map((): number[] => []);
  for (let i = 0; i < REPETITIONS; i++) {
    for (const [at, options] of ways.entries()) {
      const { statistics } = await runProgram(module, options);
      times[at]!.push(statistics.executionTimeMs);
    }
  }
  return times.map(median);
}

function momentsOfText({ stdout }: RunResult): Moments {
  const { mean, positions, masses } = parseUx(stdout.slice(stdout.indexOf('Ux')).trim());
  const variance = positions.reduce((sum, x, i) => sum + masses[i]! * (x - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(variance) };
}

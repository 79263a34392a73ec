// Measures the errors of correlation-tracking cores on programs with known true values (truths.ts). It prints the
// largest errors of the printed mean and deviation over all seeds, as fractions of the true standard deviation, and
// compares them with the errors that a core itself reports.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { findProjectRoot } from '../../scripts/project-root.ts';
import { loadKernels } from '../../src/node/engine/assets.ts';
import { build } from '../../src/node/library.ts';
import { rewriteProgram } from '../../src/runtime/preparing/rewrite-program.ts';
import { type CoreSpec, findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { parseUx } from '../../src/uncertainty/core/ux-text.ts';
import { moduleOf } from '../harness.ts';
import { executeModule } from './run-programs.ts';
import { findTruths, type Truth } from './truths.ts';

const FOLDER = join(findProjectRoot(), 'bench/accuracy/table');
const CORES = ['C0-XS+', 'C0-S+', 'C0-M+', 'C0-L+', 'C0-XL+', 'C0-Joint'];
/** Programs whose results depend on the seed. */
const DEPENDENT = ['euler', 'dependent'];
const SEEDS = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n];
/** Programs that take minutes on the larger cores. */
const SLOW = ['sums'];
/** Smaller errors are caused by rounding or by sampled true values, and reveal nothing about a core. */
const NOISE_PERCENT = 0.05;

interface Run {
  readonly program: string;
  readonly core: string;
  readonly name: string;
  /** Error of the mean, as a percentage of the true deviation. */
  readonly mean: number;
  /** Error of the deviation, as a percentage of the true deviation. */
  readonly deviation: number;
  /** Uncertainty of the deviation as reported by the core, in percent; undefined if not reported. */
  readonly stated: number | undefined;
}

/**
 * Finds the largest errors over the seeds for each printed value and core, and checks whether the reported errors are
 * correct.
 */
export async function run(): Promise<Measurement[]> {
  const kernels = await loadKernels();
  const truths = findTruths();
  const runs: Run[] = [];
  for (const program of readdirSync(FOLDER)
    .filter((name) => name.endsWith('.c'))
    .sort()) {
    const name = program.replace(/\.c$/, '');
    const module = await buildProgram(program);
    for (const core of CORES.map(findDefaultCore)) {
      if (SLOW.includes(name) && core.Precision > 256) continue;
      for (const seed of DEPENDENT.includes(name) ? SEEDS : SEEDS.slice(0, 1)) {
        runs.push(...measureRun(name, module, core, seed, kernels, truths));
      }
    }
  }
  return [...listErrors(runs), ...compareSizes(runs), ...judgeStatements(runs)];
}

async function buildProgram(file: string): Promise<Uint8Array> {
  const source = readFileSync(join(FOLDER, file), 'utf8');
  return rewriteProgram(await moduleOf(build(source, { configMk: 'CFLAGS = -O2\n' }), file)).module;
}

function measureRun(
  program: string,
  module: Uint8Array,
  core: CoreSpec,
  seed: bigint,
  kernels: WebAssembly.Module,
  truths: Record<string, Truth>,
): Run[] {
  const { stdout, errors } = executeModule(module, core, kernels, [], seed);
  const lines = new TextDecoder().decode(stdout).trim().split('\n');
  return lines.map((line) => {
    const [name, text] = line.split(' ') as [string, string];
    const truth = truths[name];
    if (!truth) throw new Error(`There is no truth for "${name}" of ${program}.c.`);
    return {
      program,
      core: core.Name,
      name,
      ...measureErrors(text, truth),
      stated: findStatement(text, errors),
    };
  });
}

function measureErrors(text: string, truth: Truth): { mean: number; deviation: number } {
  const { positions, masses } = parseUx(text);
  const mean = positions.reduce((sum, x, i) => sum + x * masses[i]!, 0);
  const variance = positions.reduce((sum, x, i) => sum + (x - mean) ** 2 * masses[i]!, 0);
  const scale = truth.scale ?? truth.deviation;
  return {
    mean: (100 * Math.abs(mean - truth.mean)) / scale,
    deviation: truth.deviation > 0 ? 100 * Math.abs(Math.sqrt(variance) / truth.deviation - 1) : 0,
  };
}

/** Finds the error that stderr reports for the value printed with these digits. */
function findStatement(text: string, errors: string): number | undefined {
  const decimal = Number(text.slice(0, text.indexOf('Ux')));
  for (const [, shown, percent] of errors.matchAll(/value near (\S+) .* ±([\d.]+) %/g)) {
    if (Math.abs(Number(shown) - decimal) <= 1e-5 * Math.abs(decimal) + 1e-6) return Number(percent);
  }
  return undefined;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

function listErrors(runs: readonly Run[]): Measurement[] {
  const groups = groupBy(runs, ({ name, core }) => `${name}, ${core}`);
  return [...groups].flatMap(([label, group]) => [
    {
      name: `${label}: mean`,
      value: Math.max(...group.map(({ mean }) => mean)),
      unit: '% of σ',
      noise: NOISE_PERCENT,
    },
    {
      name: `${label}: σ`,
      value: Math.max(...group.map(({ deviation }) => deviation)),
      unit: '%',
      noise: NOISE_PERCENT,
    },
  ]);
}

/** Ratio of the median error of σ on L+ to the median error on S+, for values that depend on the seed. */
function compareSizes(runs: readonly Run[]): Measurement[] {
  const dependent = runs.filter(({ program }) => DEPENDENT.includes(program));
  return [...groupBy(dependent, ({ name }) => name)].map(([name, group]) => {
    const typical = (core: string) =>
      median(group.filter((run) => run.core === core).map(({ deviation }) => deviation));
    return measurement(`${name}: error of σ, L+ against S+`, typical('C0-L+') / typical('C0-S+'), '×');
  });
}

function judgeStatements(runs: readonly Run[]): Measurement[] {
  const stated = runs.filter(({ stated }) => stated !== undefined);
  const kept = stated.filter(({ stated, deviation }) => deviation <= stated!);
  const silent = runs.filter(({ stated }) => stated === undefined);
  return [
    measurement('values with a stated accuracy', stated.length, `of ${runs.length}`),
    measurement(
      'within the stated accuracy',
      (100 * kept.length) / Math.max(1, stated.length),
      '% of them',
      90,
    ),
    {
      name: 'largest error of σ without a stated accuracy',
      value: Math.max(...silent.map(({ deviation }) => deviation)),
      unit: '%',
      goal: 3,
      noise: NOISE_PERCENT,
    },
  ];
}

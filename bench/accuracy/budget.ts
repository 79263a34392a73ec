// Measures the errors of `haze explain` budgets: the largest errors of Sobol' indices over sources and seeds, and how
// many of their intervals contain the true values. `HAZE_REFERENCES=1 npm run bench accuracy/budget` first recomputes
// the indices of models without a closed form, using 10⁶ runs per input, and stores them.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Measurement } from '../../scripts/measurement.ts';
import { findProjectRoot } from '../../scripts/project-root.ts';
import type { BudgetValue, Contribution } from '../../src/budget/explain-trace.ts';
import { build, run as runOnCore } from '../../src/node/library.ts';
import { explain } from '../../src/program/explain-run.ts';
import { moduleOf } from '../harness.ts';
import { findTrueIndices, REFERENCES, type TrueIndices } from './budget-truths.ts';

const FOLDER = join(findProjectRoot(), 'bench/accuracy');
/** Programs from the accuracy benchmark. */
const SHARED = ['ishigami', 'sobol-g', 'borehole', 'otl-circuit', 'wing-weight', 'sum-100', 'product-20'];
/** Programs of this benchmark. */
const OWN = ['correlated-pairs', 'zero-mean-product', 'zero-mean-factor', 'triple-product', 'step'];
/** Number of inputs per program whose indices are computed. */
const INPUTS = { borehole: 8, 'otl-circuit': 6, 'wing-weight': 10 };
const SALTELLI_RUNS = 1_000_000;
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
/**
 * Upper limits for the largest errors on Joint, by program; GOAL applies to all other programs. On S+, errors may be
 * three times as large.
 */
const GOALS: Readonly<Record<string, number>> = { ishigami: 0.005 };
const GOAL = 0.01;
const CORES = [
  ['C0-Joint', 1],
  ['C0-S+', 3],
] as const;
const NOISE = 5e-4;
/** Allowance for rounding of exact indices. */
const TINY = 1e-9;

interface Judged {
  readonly error: number;
  /** Number of intervals for first-order and total-order indices. */
  readonly intervals: number;
  /** Number of these intervals that contain the true value. */
  readonly held: number;
}

/** The largest error of each program on each core, and the fraction of intervals that contain the true value. */
export async function run(): Promise<Measurement[]> {
  if (process.env.HAZE_REFERENCES) await keepReferences();
  const truths = findTrueIndices();
  const measurements: Measurement[] = [];
  const modules = new Map<string, { module: Uint8Array; sources: Record<string, string> }>();
  for (const name of [...SHARED, ...OWN]) modules.set(name, await buildProgram(name, ''));
  for (const [core, allowance] of CORES) {
    const all: Judged[] = [];
    for (const [name, { module, sources }] of modules) {
      const judged: Judged[] = [];
      for (const seed of SEEDS) {
        const result = await runOnCore(module, { core, seed, trace: true });
        const [value] = explain(result, { sources }).values;
        judged.push(judgeBudget(value!, truths[name]!));
      }
      measurements.push({
        name: `${name}, ${core}: largest error of an index`,
        value: Math.max(...judged.map(({ error }) => error)),
        unit: 'of the variance',
        goal: allowance * (GOALS[name] ?? GOAL),
        noise: NOISE,
      });
      all.push(...judged);
    }
    const count = (of: 'intervals' | 'held') => all.reduce((sum, one) => sum + one[of], 0);
    measurements.push({
      name: `intervals that hold the truth, ${core}`,
      value: (100 * count('held')) / count('intervals'),
      unit: '% of them',
      goal: 90,
      noise: 1,
    });
  }
  return measurements;
}

async function buildProgram(name: string, flags: string) {
  const read = (path: string) => readFileSync(join(FOLDER, path), 'utf8');
  const sources = {
    'main.c': read(`${SHARED.includes(name) ? 'programs' : 'budget'}/${name}.c`),
    'inputs.h': read('programs/inputs.h'),
    'saltelli.h': read('budget/saltelli.h'),
  };
  const options = { configMk: `SOURCES = main.c\nCFLAGS = -O2 ${flags}\n`, debug: flags === '' };
  return { module: await moduleOf(build(sources, options), `${name}.c`), sources };
}

function judgeBudget({ contributions }: BudgetValue, truth: TrueIndices): Judged {
  // Inputs are created in source order; an input that does not affect a value is not a source of the value.
  const found = contributions.toSorted(({ source: a }, { source: b }) => {
    return a.line - b.line || a.column - b.column || a.occurrence - b.occurrence;
  });
  if (found.length !== truth.first.length) {
    throw new Error(`The budget has ${found.length} sources, and the truth ${truth.first.length}.`);
  }
  const errors = found.flatMap(({ first, total }, i) => [
    Math.abs(first - truth.first[i]!),
    Math.abs(total - truth.total[i]!),
  ]);
  const held = found.map((contribution, i) => countHeld(contribution, truth, i));
  return {
    error: Math.max(...errors),
    intervals: 2 * found.length,
    held: held.reduce((sum, one) => sum + one, 0),
  };
}

function countHeld({ firstInterval, totalInterval }: Contribution, truth: TrueIndices, i: number): number {
  const holds = ([low, high]: readonly [number, number], index: number, error: number) =>
    Number(low - TINY - 2 * error <= index && index <= high + TINY + 2 * error);
  return (
    holds(firstInterval, truth.first[i]!, truth.firstError?.[i] ?? 0) +
    holds(totalInterval, truth.total[i]!, truth.totalError?.[i] ?? 0)
  );
}

async function keepReferences(): Promise<void> {
  const references: Record<string, TrueIndices> = {};
  for (const [name, inputs] of Object.entries(INPUTS)) {
    const { module } = await buildProgram(name, '-DSALTELLI');
    const { stdout } = await runOnCore(module, {
      core: 'C0-Bypass',
      arguments: [String(inputs), String(SALTELLI_RUNS)],
    });
    const rows = stdout.trim().split('\n');
    const column = (k: number) => rows.map((row) => Number(row.split(' ')[k]));
    references[name] = {
      first: column(0),
      firstError: column(1),
      total: column(2),
      totalError: column(3),
    };
  }
  writeFileSync(REFERENCES, `${JSON.stringify(references, undefined, 2)}\n`);
}

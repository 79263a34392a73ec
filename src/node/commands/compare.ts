// `haze compare FILE…`: runs a program on a core and on the Reference core, and prints how far apart they are, value by value.

import type { Budget } from '../../budget/explain-trace.ts';
import { HazeError } from '../../errors/haze-error.ts';
import { equivalentRuns, formatRunCount, type RunCount } from '../../plot/distributions/equivalent-runs.ts';
import { distributionOfSamples } from '../../plot/distributions/sample-distribution.ts';
import { formatNumber } from '../../plot/distributions/text-density.ts';
import { distributionOfUx } from '../../plot/distributions/ux-distribution.ts';
import { wassersteinDistance } from '../../plot/distributions/wasserstein.ts';
import { nameBefore } from '../../plot/printed/name-printed.ts';
import { explain } from '../../program/explain-run.ts';
import type { CollectedValue } from '../../reference/values/collected-values.ts';
import { type CoreSpec, findDefaultCore } from '../../uncertainty/core/core-spec.ts';
import { findUx } from '../../uncertainty/core/ux-text.ts';
import { DEFAULT_CORE, type RunOptions, type RunResult } from '../library.ts';
import { switchOption } from '../options/option.ts';
import { programOptions } from '../options/program-options.ts';
import type { ReadOptions } from '../options/read-options.ts';
import { defineCommand } from './command.ts';
import { compareBudgets } from './programs/compare-budgets.ts';
import { tellMissed } from './programs/missed-files.ts';
import { maybePrepareRun, programWords } from './programs/prepare-run.ts';

const own = {
  budget: switchOption('also show which input makes how much of the spread, on either core'),
  ...programWords,
} as const;

export const compareCommand = defineCommand({
  usage: [
    [
      'haze compare FILE…',
      'show how far a core is from the truth: its values beside the values of a Reference core (Monte Carlo)',
    ],
  ],
  shared: programOptions,
  own,
  run: compare,
});

/** One value on both cores. */
export interface ComparedValue {
  /** The text before it on its line. */
  readonly name: string;
  /** True when the core printed a number without a distribution, such as a probability: it has no spread to compare. */
  readonly isPlain: boolean;
  readonly mean: number;
  readonly deviation: number;
  readonly trueMean: number;
  readonly trueDeviation: number;
  /** Wasserstein-1 distance over the Reference core's standard deviation. */
  readonly distance: number;
  /** Runs of the Reference core that have it. */
  readonly runs: number;
  /** Number of plain runs that know the value as well; absent without a distance. */
  readonly worth?: RunCount;
}

async function compare(read: ReadOptions<typeof programOptions, typeof own>): Promise<number> {
  const { core: name = DEFAULT_CORE, runs } = read.values;
  const core = chooseComparable(name);
  const trace = read.own.budget ?? false;
  const prepared = await maybePrepareRun(read, { debug: trace });
  if (!prepared) return 1;
  const options: RunOptions = {
    ...prepared.options,
    trace,
    onStderr: (bytes) => process.stderr.write(bytes),
  };
  const tracked = await prepared.haze.run(prepared.built.module, { ...options, core });
  tellMissed(tracked, read);
  if (tracked.end.kind === 'stopped') return tracked.exitStatus;
  const truth = await prepared.haze.run(prepared.built.module, {
    ...options,
    ...(runs !== undefined && { runs }),
    core: 'C0-Reference',
  });
  if (truth.end.kind === 'stopped') return truth.exitStatus;
  process.stdout.write(describeComparison(core, tracked, truth));
  if (trace) {
    const sources = Object.fromEntries(prepared.sources);
    const [own, reference] = [tracked, truth].map((result) => explain(result, { sources })) as [
      Budget,
      Budget,
    ];
    process.stdout.write(compareBudgets(core.Name, own, reference));
  }
  // The program's own, as with `haze run`: what it printed is compared all the same.
  return tracked.exitStatus;
}

/** @throws HazeError `usage` for a core that gives no distributions to compare */
function chooseComparable(name: string): CoreSpec {
  const core = findDefaultCore(name);
  if (!['Bypass', 'Reference'].includes(core.Microarchitecture)) return core;
  throw new HazeError(
    'usage',
    `${core.Name} prints no distributions to compare with the Reference core. Choose another, such as ${DEFAULT_CORE}.`,
  );
}

function describeComparison(core: CoreSpec, tracked: RunResult, truth: RunResult): string {
  const { values, message, figures } = truth.reference!;
  const compared = compareOutputs(tracked.stdout, truth.stdout, values);
  const times = [tracked, truth].map(({ statistics }) => statistics.executionTimeMs) as [number, number];
  const [ownMs, referenceMs] = times.map((timeMs) => `${formatNumber(timeMs, 3)} ms`);
  return [
    compared.values.length === 0
      ? 'The program printed no floating-point numbers to stdout that both cores have, so there is nothing to compare.'
      : printTable(core.Name, compared.values, times[1] / figures.runs / times[0]),
    ...(compared.unmatched === 0 ? [] : [`${compared.unmatched} printed values have no counterpart.`]),
    `${core.Name}: ${ownMs}; C0-Reference, ${figures.runs} runs: ${referenceMs}; ratio ${formatNumber(times[1] / times[0], 3)}.`,
    `C0-Reference: ${message}.`,
    '',
  ].join('\n');
}

const NAMED_VALUE = /<ValueID>(val_[0-9a-f]{32})<\/ValueID>/g;

/** Sets the values of two outputs side by side, in the order in which they are printed. */
export function compareOutputs(
  tracked: string,
  truth: string,
  values: readonly CollectedValue[],
): { values: ComparedValue[]; unmatched: number } {
  const found = [...findUx(tracked)];
  const byId = new Map(values.map((value) => [value.valueId, value]));
  const named = [...truth.matchAll(NAMED_VALUE)].map(([, id = '']) => byId.get(id));
  const compared = found.flatMap(({ value, start }, i): ComparedValue[] => {
    const reference = named[i];
    if (!reference) return [];
    const own = distributionOfUx(value);
    const real = distributionOfSamples(reference.samples());
    const distance = wassersteinDistance(own, real);
    const worth = own.isPlain ? undefined : equivalentRuns(real, distance, reference.runs);
    return [
      {
        name: nameBefore(tracked, start),
        isPlain: own.isPlain,
        mean: own.mean,
        deviation: own.deviation,
        trueMean: real.mean,
        trueDeviation: real.deviation,
        distance: distance === 0 ? 0 : distance / real.deviation,
        runs: reference.runs,
        ...(worth && { worth }),
      },
    ];
  });
  return { values: compared, unmatched: Math.max(found.length, named.length) - compared.length };
}

const HEADINGS = ['value', 'mean', 'reference', 'σ', 'reference', 'W1 / σ', 'runs', 'worth runs', 'speed-up'];

/** @param costOfRun time of a plain run, in runs of the core */
function printTable(coreName: string, values: readonly ComparedValue[], costOfRun: number): string {
  const rows = values.map((value, i) => [
    value.name || `#${i + 1}`,
    formatNumber(value.mean, 6),
    formatNumber(value.trueMean, 6),
    ...describeSpread(value),
    String(value.runs),
    ...describeWorth(value, costOfRun),
  ]);
  const all = [HEADINGS, ...rows];
  const widths = HEADINGS.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const lines = all.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
  );
  const hasPlain = values.some(({ isPlain }) => isPlain);
  const isBounded = values.some(({ worth }) => worth?.isMore);
  const notes = [...(hasPlain ? [PLAIN_NOTE] : []), ...(isBounded ? [BOUND_NOTE] : [])];
  return [`${coreName} against C0-Reference`, ...lines, ...notes].join('\n');
}

const BOUND_NOTE = '>: at least; --runs makes the Reference core know more.';
const PLAIN_NOTE = 'plain: a number without a distribution, beside its mean over the runs.';

/** Both standard deviations and the distance. In the runs, an answer such as P(x > c) is 0 or 1: a spread that says nothing. */
function describeSpread({ isPlain, deviation, trueDeviation, distance }: ComparedValue): string[] {
  if (isPlain) return ['plain', '–', '–'];
  return [formatNumber(deviation, 4), formatNumber(trueDeviation, 4), formatShare(distance)];
}

/** The number of plain runs that know the value as well, and their time here over the time of the core's run. */
function describeWorth({ worth }: ComparedValue, costOfRun: number): string[] {
  if (!worth) return ['–', '–'];
  const speedUp = formatNumber(worth.count * costOfRun, 2);
  return [formatRunCount(worth), `${worth.isMore ? '> ' : ''}${speedUp}`];
}

function formatShare(share: number): string {
  return Number.isFinite(share) ? `${(100 * share).toFixed(2)} %` : '–';
}

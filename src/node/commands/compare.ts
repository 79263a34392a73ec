// `haze compare FILE…`: runs a program on a core and on the Reference core, and prints the distances between the
// values.

import type { Budget } from '../../budget/explain-trace.ts';
import { alignRows } from '../../budget/reports/align-rows.ts';
import { usageError } from '../../errors/haze-error.ts';
import { equivalentRuns, formatRunCount, type RunCount } from '../../plot/distributions/equivalent-runs.ts';
import { distributionOfSamples } from '../../plot/distributions/sample-distribution.ts';
import { formatNumber } from '../../plot/distributions/text-density.ts';
import { distributionOfUx } from '../../plot/distributions/ux-distribution.ts';
import { wassersteinDistance } from '../../plot/distributions/wasserstein.ts';
import { explain } from '../../program/explain-run.ts';
import { type CoreSpec, findDefaultCore } from '../../uncertainty/core/core-spec.ts';
import { findUx } from '../../uncertainty/core/ux-text.ts';
import type { KnownFigure, ValueFigures } from '../../uncertainty/core/value-figures.ts';
import { figuresOfDraws } from '../../uncertainty/figures/figures-of-draws.ts';
import { DEFAULT_CORE, type RunOptions, type RunResult } from '../library.ts';
import { switchOption } from '../options/option.ts';
import { programOptions } from '../options/program-options.ts';
import type { ReadOptions } from '../options/read-options.ts';
import { defineCommand } from './command.ts';
import { formatFigure } from './programs/accuracy-report.ts';
import { maybeFolderSettings, nameCore } from './programs/choose-core.ts';
import { compareBudgets } from './programs/compare-budgets.ts';
import { tellMissed } from './programs/missed-files.ts';
import { maybePrepareRun, type PreparedRun, programWords } from './programs/prepare-run.ts';

const own = {
  budget: switchOption('also show how much each input contributes to the spread, on both cores'),
  ...programWords,
} as const;

export const compareCommand = defineCommand({
  usage: [
    [
      'haze compare FILE…',
      'show the errors of a core: its values next to those of a Reference core (Monte Carlo)',
    ],
  ],
  shared: programOptions,
  own,
  run: compare,
});

/** One value on both cores. */
export interface ComparedValue {
  /** The text before the value on its line. */
  readonly name: string;
  /**
   * `spread`: a value with a distribution. `number`: a plain number; in each run, a probability such as P(x > c) is 0
   * or 1. `answer`: a plain number such as a quantile, which each run computes from a single draw, so that the runs'
   * numbers are not comparable.
   */
  readonly kind: 'spread' | 'number' | 'answer';
  readonly own: Pick<ValueFigures, 'mean' | 'deviation'>;
  readonly truth: Pick<ValueFigures, 'mean' | 'deviation'>;
  /** True if the means or the deviations differ by more than twice their combined standard error. */
  readonly isOff: boolean;
  /** Wasserstein-1 distance divided by the Reference core's standard deviation. */
  readonly distance: number;
  /** Number of Reference runs that print the value. */
  readonly runs: number;
  /** Number of plain runs needed for the same accuracy; undefined if there is no distance. */
  readonly worth?: RunCount;
}

type Words = ReadOptions<typeof programOptions, typeof own>;

async function compare(read: Words): Promise<number> {
  const core = chooseComparable(await nameCore(read.values.core, read.positionals));
  const prepared = await maybePrepareRun(read, { debug: read.own.budget ?? false });
  if (!prepared) return 1;
  const settings = read.own.args === undefined ? await maybeFolderSettings(read.positionals) : undefined;
  const benchmarks = settings?.benchmarks ?? [];
  if (benchmarks.length === 0) return compareRuns(read, core, prepared);
  let exitStatus = 0;
  for (const { title, arguments: words } of benchmarks) {
    process.stdout.write(`${title}${words === '' ? '' : `, with --args "${words}"`}\n`);
    const options = { ...prepared.options, arguments: words };
    exitStatus ||= await compareRuns(read, core, { ...prepared, options });
    process.stdout.write('\n');
  }
  return exitStatus;
}

/** Runs a program on both cores and prints the comparison. Returns the exit status of the core's run. */
async function compareRuns(read: Words, core: CoreSpec, prepared: PreparedRun): Promise<number> {
  const { runs } = read.values;
  const trace = read.own.budget ?? false;
  const options: RunOptions = {
    ...prepared.options,
    trace,
    figures: true,
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
  // The exit status is the program's own, as with `haze run`; the output is compared even if the program fails.
  return tracked.exitStatus;
}

/** @throws HazeError `usage` for a core without distributions to compare */
function chooseComparable(name: string): CoreSpec {
  const core = findDefaultCore(name);
  if (!['Bypass', 'Reference'].includes(core.Microarchitecture)) return core;
  throw usageError(
    `${core.Name} prints no distributions to compare with the Reference core. Choose another core, such as ${DEFAULT_CORE}.`,
  );
}

function describeComparison(core: CoreSpec, tracked: RunResult, truth: RunResult): string {
  const { message, figures } = truth.reference!;
  const compared = compareOutputs(tracked, truth);
  const times = [tracked, truth].map(({ statistics }) => statistics.executionTimeMs) as [number, number];
  const [ownMs, referenceMs] = times.map((timeMs) => `${formatNumber(timeMs, 3)} ms`);
  return [
    compared.values.length === 0
      ? 'The program printed no floating-point numbers to stdout that both cores have in common, so there is nothing to compare.'
      : printTable(core.Name, compared.values, times[1] / figures.runs / times[0]),
    ...(compared.unmatched === 0
      ? []
      : [
          `${compared.unmatched} printed ${compared.unmatched === 1 ? 'value has' : 'values have'} no counterpart.`,
        ]),
    `${core.Name}: ${ownMs}; C0-Reference, ${figures.runs} runs: ${referenceMs}; ratio ${formatNumber(times[1] / times[0], 3)}.`,
    `C0-Reference: ${message}.`,
    '',
  ].join('\n');
}

const NAMED_VALUE = /<ValueID>(val_[0-9a-f]{32})<\/ValueID>/g;

/** Pairs the values of two runs in the order in which they are printed. Both runs must have listed their values. */
export function compareOutputs(
  tracked: RunResult,
  truth: RunResult,
): { values: ComparedValue[]; unmatched: number } {
  const found = [...findUx(tracked.stdout)];
  const byId = new Map(truth.reference!.values.map((value) => [value.valueId, value]));
  const named = [...truth.stdout.matchAll(NAMED_VALUE)].map(([, id = '']) => byId.get(id));
  const compared = found.flatMap(({ value }, i): ComparedValue[] => {
    const reference = named[i];
    const own = tracked.values![i];
    if (!reference || !own) return [];
    const draws = reference.samples();
    const isShare = draws.every((x) => x === 0 || x === 1);
    const { mean, deviation } = figuresOfDraws(draws);
    // An event that occurs in no run may still have a probability as large as this error.
    const error = isShare && deviation.value === 0 ? UNSEEN / draws.length : mean.error;
    const real = { mean: { value: mean.value, error }, deviation };
    const shown = distributionOfUx(value);
    const drawn = distributionOfSamples(draws);
    const distance = wassersteinDistance(shown, drawn);
    const worth = shown.isPlain ? undefined : equivalentRuns(drawn, distance, reference.runs);
    const isAnswer = shown.isPlain && deviation.value > 0 && !isShare;
    const kind = isAnswer ? 'answer' : shown.isPlain ? 'number' : 'spread';
    return [
      {
        name: own.name,
        kind,
        own,
        truth: real,
        isOff:
          kind !== 'answer' &&
          (areApart(own.mean, real.mean) || (kind === 'spread' && areApart(own.deviation, real.deviation))),
        distance: distance === 0 ? 0 : distance / real.deviation.value,
        runs: reference.runs,
        ...(worth && { worth }),
      },
    ];
  });
  return { values: compared, unmatched: Math.max(found.length, named.length) - compared.length };
}

/** Half of 3, the expected count at which an event occurs at least once in 95 % of cases: e^−3 is about 5 %. */
const UNSEEN = 1.5;
/** Number of standard errors beyond which a difference is marked. */
const MARKED = 2;

function areApart(one: KnownFigure, other: KnownFigure): boolean {
  const error = Math.hypot(Number.isNaN(one.error) ? 0 : one.error, other.error);
  // 17-digit numbers can differ because of rounding.
  const rounding = 1e-12 * Math.max(Math.abs(one.value), Math.abs(other.value));
  return Math.abs(one.value - other.value) > MARKED * error + rounding;
}

const HEADINGS = [
  'value',
  'mean',
  'reference',
  'σ',
  'reference',
  'W1 / σ',
  'runs',
  'worth runs',
  'speed-up',
  '',
];

/** @param costOfRun time of a plain run, relative to a run on the core */
function printTable(coreName: string, values: readonly ComparedValue[], costOfRun: number): string {
  const rows = values.map((value, i) => [
    value.name || `#${i + 1}`,
    formatFigure(value.own.mean),
    value.kind === 'answer' ? '–' : formatFigure(value.truth.mean),
    ...describeSpread(value),
    String(value.runs),
    ...describeWorth(value, costOfRun),
    value.isOff ? '*' : '',
  ]);
  const lines = alignRows([HEADINGS, ...rows], (i) => i === 0);
  const notes = Object.entries(NOTES).flatMap(([kind, note]) =>
    values.some((value) => value.kind === kind) ? [note] : [],
  );
  const marks = values.some(({ isOff }) => isOff) ? [MARK_NOTE] : [];
  const bounds = values.some(({ worth }) => worth?.isMore) ? [BOUND_NOTE] : [];
  const head = `${coreName} against C0-Reference, each ± its standard error`;
  return [head, ...lines, ...notes, ...bounds, ...marks].join('\n');
}

const NOTES = {
  number: 'plain: a number without a distribution, next to its mean over the runs.',
  answer:
    'answer: a number that each run computes for its own draw, such as a quantile: the runs have no equivalent.',
} as const;
const MARK_NOTE = '*: the mean or σ differs by more than two standard errors of both cores.';

const BOUND_NOTE = '>: a lower bound; a larger --runs makes the Reference core more precise.';

/**
 * Both standard deviations and the distance. In the Reference runs, an answer such as P(x > c) is 0 or 1, so its spread
 * is meaningless.
 */
function describeSpread({ kind, own, truth, distance }: ComparedValue): string[] {
  if (kind !== 'spread') return [kind === 'number' ? 'plain' : 'answer', '–', '–'];
  return [formatFigure(own.deviation), formatFigure(truth.deviation), formatShare(distance)];
}

/** Number of plain runs needed for the same accuracy, and their time relative to the core's run. */
function describeWorth({ worth }: ComparedValue, costOfRun: number): string[] {
  if (!worth) return ['–', '–'];
  const speedUp = formatNumber(worth.count * costOfRun, 2);
  return [formatRunCount(worth), `${worth.isMore ? '> ' : ''}${speedUp}`];
}

function formatShare(share: number): string {
  return Number.isFinite(share) ? `${(100 * share).toFixed(2)} %` : '–';
}

// Figures that a user signs: means, deviations, 95 % intervals and probabilities, on each core: the share of figures
// beyond tolerance, the share of those with an honest error or a line, coverage, and lines about good figures. Truths
// are closed forms, or runs of C0-Reference. `BENCH_ACCURACY=closed` leaves the long runs of C0-Reference out.
import { build, run as runProgram } from '../../src/node/library.ts';
import type { Measurement } from '../measurement.ts';
import { CLOSED_FORMS, type ClosedForm, solveClosedForm } from './figures/closed-forms.ts';
import { askingOf, drawingOf, PROGRAMS } from './figures/programs.ts';

const TRUTH_RUNS = 1_000_000;
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const CORES = ['C0-S', 'C0-S+', 'C0-L+', 'C0-XL+', 'C0-Joint'];
/** Part of the tolerance that counts as one standard error of figures that are printed as exact. */
const EXACT = 0.05;
/** Probabilities above limits that the truth has. */
const SHARES = [0.1, 0.02, 0.004];

type Kind =
  | 'mean > 1 % of σ'
  | 'σ > 3 %'
  | '2.5 / 97.5 % quantile > 3 % of σ'
  | 'P ≥ 0.01 > 10 %'
  | 'P < 0.01 > 20 %';

interface Judged {
  readonly kind: Kind;
  /** Error in tolerances; more than 1 is beyond. */
  readonly excess: number;
  /** Error in printed standard errors; undefined where none is printed. */
  readonly standard: number | undefined;
  /** True where a line on stderr is about the figure. */
  readonly isSaid: boolean;
}

export async function run(): Promise<Measurement[]> {
  const judged = new Map<string, Judged[]>(CORES.map((core) => [core, []]));
  const measure = async (body: string, truth: Truth) => {
    const module = await buildSource(askingOf(body, truth.limits));
    for (const core of CORES)
      for (const seed of SEEDS) {
        const { stdout, stderr, exitStatus } = await runProgram(module, { core, seed });
        if (exitStatus !== 0) throw new Error(`${core}: ${stderr}`);
        judged.get(core)!.push(...judge(stdout, stderr, truth));
      }
  };
  for (const form of Object.values(CLOSED_FORMS)) await measure(form.body, truthOf(form));
  if (process.env.BENCH_ACCURACY !== 'closed')
    for (const body of Object.values(PROGRAMS)) await measure(body, await drawTruth(body));
  return CORES.flatMap((core) => describe(core, judged.get(core)!));
}

interface Truth {
  readonly mean: number;
  readonly deviation: number;
  readonly quantiles: readonly [number, number];
  /** Numbers that the value exceeds with the probabilities `above`. */
  readonly limits: readonly number[];
  readonly above: readonly number[];
  /** Runs that the truth comes from; infinite for a closed form. */
  readonly runs: number;
}

function truthOf(form: ClosedForm): Truth {
  const { mean, deviation, quantileAt } = solveClosedForm(form);
  const limits = SHARES.map((share) => quantileAt(1 - share));
  const quantiles = [quantileAt(0.025), quantileAt(0.975)] as const;
  return { mean, deviation, quantiles, limits, above: SHARES, runs: Infinity };
}

async function drawTruth(body: string): Promise<Truth> {
  const module = await buildSource(drawingOf(body));
  const options = { core: 'C0-Reference', runs: TRUTH_RUNS, timeLimitSeconds: 1000 };
  const { reference } = await runProgram(module, options);
  const draws = reference!.values[0]!.samples().sort();
  const n = draws.length;
  const mean = draws.reduce((sum, x) => sum + x, 0) / n;
  const variance = draws.reduce((sum, x) => sum + (x - mean) ** 2, 0) / n;
  const at = (p: number) => draws[Math.ceil(p * n) - 1]!;
  const limits = SHARES.map((share) => at(1 - share));
  const above = limits.map((limit) => draws.filter((x) => x > limit).length / n);
  return {
    ...{ mean, deviation: Math.sqrt(variance), quantiles: [at(0.025), at(0.975)], limits, above },
    runs: TRUTH_RUNS,
  };
}

function judge(stdout: string, stderr: string, truth: Truth): Judged[] {
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number) as [number, number]);
  const [mean, deviation, low, high, ...shares] = rows;
  const { deviation: sigma } = truth;
  /** Errors of the truth itself count as printed ones do. */
  const judgeOne = (
    kind: Kind,
    row: [number, number],
    right: number,
    tolerance: number,
    own: number,
    line: string,
  ): Judged => {
    const error = Math.abs(row[0] - right);
    const standard = kind === 'σ > 3 %' ? undefined : error / (row[1] + own + EXACT * tolerance);
    const isSaid = ALL_FIGURES.test(stderr) || stderr.includes(line);
    return { kind, excess: Number.isNaN(error) ? Infinity : error / tolerance, standard, isSaid };
  };
  const own = (2 * sigma) / Math.sqrt(truth.runs);
  return [
    judgeOne('mean > 1 % of σ', mean!, truth.mean, 0.01 * sigma, own, 'standard deviation'),
    judgeOne('σ > 3 %', deviation!, sigma, 0.03 * sigma, own, 'standard deviation'),
    judgeOne(
      '2.5 / 97.5 % quantile > 3 % of σ',
      low!,
      truth.quantiles[0],
      0.03 * sigma,
      4 * own,
      'the 2.5 % quantile',
    ),
    judgeOne(
      '2.5 / 97.5 % quantile > 3 % of σ',
      high!,
      truth.quantiles[1],
      0.03 * sigma,
      4 * own,
      'the 97.5 % quantile',
    ),
    ...shares.map((row, i) => {
      const share = truth.above[i]!;
      const error = Math.sqrt(share / truth.runs);
      const line = ` above ${Number(truth.limits[i]!.toPrecision(7))}`;
      return share < 0.01
        ? judgeOne('P < 0.01 > 20 %', row, share, 0.2 * share || 1e-5, error, line)
        : judgeOne('P ≥ 0.01 > 10 %', row, share, 0.1 * share, error, line);
    }),
  ];
}

/** Lines that are about all figures of a value. */
const ALL_FIGURES = /share an input|are NaN|is \S+ % too small/;

function describe(core: string, judged: readonly Judged[]): Measurement[] {
  const kinds = [...new Set(judged.map(({ kind }) => kind))];
  const percent = (part: readonly unknown[], all: readonly unknown[]) =>
    all.length > 0 ? (100 * part.length) / all.length : 0;
  const [bad, good] = [
    judged.filter(({ excess }) => excess > 1),
    judged.filter(({ excess }) => !(excess > 1)),
  ];
  const errors = judged.filter(({ standard }) => standard !== undefined && !Number.isNaN(standard));
  const isJoint = core === 'C0-Joint';
  const goals: Partial<Record<Kind, number>> = isJoint
    ? {
        'mean > 1 % of σ': 0.2,
        'σ > 3 %': 0.5,
        '2.5 / 97.5 % quantile > 3 % of σ': 3,
        'P ≥ 0.01 > 10 %': 0,
        'P < 0.01 > 20 %': 5,
      }
    : {};
  return [
    ...kinds.map((kind) => {
      const all = judged.filter((one) => one.kind === kind);
      const part = all.filter(({ excess }) => excess > 1);
      const goal = goals[kind];
      return {
        name: `${core}: ${kind}`,
        value: percent(part, all),
        unit: '%',
        ...(goal === undefined ? {} : { goal }),
      };
    }),
    {
      name: `${core}: figures beyond tolerance with a line, or an error that covers the truth`,
      value: percent(
        bad.filter(({ standard = Infinity, isSaid }) => isSaid || standard <= 2),
        bad,
      ),
      unit: '%',
      goal: 95,
    },
    {
      name: `${core}: lines about figures within tolerance`,
      value: percent(
        good.filter(({ isSaid }) => isSaid),
        good,
      ),
      unit: '%',
      goal: 5,
    },
    {
      name: `${core}: truth within two printed standard errors`,
      value: percent(
        errors.filter(({ standard }) => standard! <= 2),
        errors,
      ),
      unit: '%',
    },
  ];
}

async function buildSource(source: string): Promise<Uint8Array> {
  const built = await build(source);
  if (!built.ok) throw new Error(built.log);
  return built.module;
}

// Figures that users rely on: means, deviations, 95 % intervals and probabilities, on each core. Prints the share of
// figures beyond tolerance, the share of these with an honest error or a warning, coverage, and warnings about correct
// figures. Truths are closed forms, or native draws (native-truths.ts). `BENCH_ACCURACY=closed` leaves the programs
// without a closed form out, `BENCH_SEEDS=2` takes fewer seeds, `BENCH_CORES=C0-S+` fewer cores, and `BENCH_LIST=1`
// prints each figure that is beyond tolerance or has a warning.
import { build, run as runProgram } from '../../src/node/library.ts';
import type { PrintedValue } from '../../src/program/name-figures.ts';
import type { Measurement } from '../measurement.ts';
import { CLOSED_FORMS, type ClosedForm, solveClosedForm } from './figures/closed-forms.ts';
import { listFunctions, type NativeTruth, readNativeTruths, SHARES } from './figures/native-truths.ts';
import { askingOf } from './figures/programs.ts';

const SEEDS = Array.from({ length: Number(process.env.BENCH_SEEDS ?? 8) }, (_, i) => i + 1);
const CORES = (process.env.BENCH_CORES ?? 'C0-S C0-S+ C0-L+ C0-Joint').split(' ');
/** Share of the tolerance that counts as one standard error of figures without a printed error. */
const EXACT = 0.05;

type Kind =
  | 'mean > 1 % of σ'
  | 'σ > 3 %'
  | '2.5 / 97.5 % quantile > 3 % of σ'
  | 'P ≥ 0.01 > 10 %'
  | 'P < 0.01 > 20 %'
  | 'P < 0.001 outside of its bound';

interface Judged {
  readonly kind: Kind;
  /** Error in tolerances; more than 1 is beyond tolerance. */
  readonly excess: number;
  /** Error in printed standard errors; undefined without a printed standard error. */
  readonly standard: number | undefined;
  /** True if a warning on stderr concerns the figure. */
  readonly isSaid: boolean;
}

export async function run(): Promise<Measurement[]> {
  const judged = new Map<string, Judged[]>(CORES.map((core) => [core, []]));
  const measure = async (name: string, text: string, truth: Truth) => {
    const built = await build(askingOf(text, truth.limits));
    if (!built.ok) throw new Error(built.log);
    for (const core of CORES)
      for (const seed of SEEDS) {
        const ran = await runProgram(built.module, { core, seed, figures: true });
        if (ran.exitStatus !== 0) throw new Error(`${name} on ${core}: ${ran.stderr}`);
        const found = judge(ran.values!, ran.stderr, truth);
        judged.get(core)!.push(...found);
        if (process.env.BENCH_LIST) list(`${name} on ${core}`, found);
      }
  };
  for (const [name, form] of Object.entries(CLOSED_FORMS))
    await measure(name, `double one(void) {\n${form.body}\nreturn v;\n}\n`, truthOf(form));
  const truths = readNativeTruths();
  if (process.env.BENCH_ACCURACY !== 'closed')
    for (const [name, text] of Object.entries(listFunctions())) {
      const truth = truths.get(name);
      if (!truth) throw new Error(`${name} has no truth: run native-truths.js`);
      await measure(name, text, truth);
    }
  return CORES.flatMap((core) => describe(core, judged.get(core)!));
}

/** Draws of a truth are infinite for a closed form. */
type Truth = NativeTruth;

function truthOf(form: ClosedForm): Truth {
  const { mean, deviation, quantileAt } = solveClosedForm(form);
  const limits = SHARES.map((share) => quantileAt(1 - share));
  const quantiles = [quantileAt(0.025), quantileAt(0.975)] as const;
  return { draws: Infinity, mean, deviation, quantiles, limits, above: SHARES };
}

/** Judges the values that a program of `askingOf` prints: the value, and its probabilities above the limits. */
function judge(values: readonly PrintedValue[], stderr: string, truth: Truth): Judged[] {
  const [value, ...shares] = values;
  const { mean, deviation, low, high } = value!;
  const { deviation: sigma, draws } = truth;
  /** Errors of the truth itself count like printed errors. */
  const judgeOne = (
    kind: Kind,
    { value: shown, error: printed }: PrintedValue['mean'],
    right: number,
    tolerance: number,
    own: number,
    line: string | RegExp,
  ): Judged => {
    const error = Math.abs(shown - right);
    const standard = Number.isNaN(printed) ? undefined : error / (printed + own + EXACT * tolerance);
    const isSaid =
      ABOUT_ALL.test(stderr) || (typeof line === 'string' ? stderr.includes(line) : line.test(stderr));
    const beyond = Math.max(0, error - 2 * own) / tolerance;
    return { kind, excess: Number.isNaN(error) ? Infinity : beyond, standard, isSaid };
  };
  const own = sigma / Math.sqrt(draws);
  const judgeQuantile = (figure: PrintedValue['mean'], right: number, line: string) =>
    judgeOne('2.5 / 97.5 % quantile > 3 % of σ', figure, right, 0.03 * sigma, 4 * own, line);
  return [
    judgeOne('mean > 1 % of σ', mean, truth.mean, 0.01 * sigma, own, ABOUT_ALL),
    // The error of a deviation depends on the kurtosis, which is unknown: the kurtosis of a lognormal value is assumed.
    judgeOne('σ > 3 %', deviation, sigma, 0.03 * sigma, 3 * own, ABOUT_DEVIATION),
    judgeQuantile(low, truth.quantiles[0], 'the 2.5 % quantile'),
    judgeQuantile(high, truth.quantiles[1], 'the 97.5 % quantile'),
    ...shares.map((one, i) => {
      const share = truth.above[i]!;
      const error = Math.sqrt(share / draws);
      const line = ` above ${Number(truth.limits[i]!.toPrecision(7))}`;
      if (share >= 0.01) return judgeOne('P ≥ 0.01 > 10 %', one.mean, share, 0.1 * share, error, line);
      if (share >= 0.001)
        return judgeOne('P < 0.01 > 20 %', one.mean, share, 0.2 * share || 1e-5, error, line);
      const bound = 2 * (one.mean.error || 0) + 0.2 * share + 1e-6;
      return judgeOne('P < 0.001 outside of its bound', one.mean, share, bound, error, line);
    }),
  ];
}

function list(where: string, found: readonly Judged[]): void {
  for (const { kind, excess, standard, isSaid } of found)
    if (excess > 1 || isSaid)
      console.error(
        `${where}: ${kind}: ${excess.toPrecision(2)} tolerances, ${standard?.toPrecision(2)} errors${isSaid ? ', said' : ''}`,
      );
}

/** Warnings about all figures of a value, and about its deviation. */
const ABOUT_ALL = /share an input|are NaN|are those of one way only/;
const ABOUT_DEVIATION = /standard deviation of .+ is (?:known|\S+ % too small)|standard deviation grows/;

function describe(core: string, judged: readonly Judged[]): Measurement[] {
  const kinds = [...new Set(judged.map(({ kind }) => kind))];
  const percent = (part: readonly unknown[], all: readonly unknown[]) =>
    all.length > 0 ? (100 * part.length) / all.length : 0;
  /** A bound is printed as a warning. */
  const isBound = ({ kind }: Judged) => kind === 'P < 0.001 outside of its bound';
  const [bad, good] = [
    judged.filter(({ excess }) => excess > 1),
    judged.filter((one) => !(one.excess > 1) && !isBound(one)),
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
        'P < 0.001 outside of its bound': 5,
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

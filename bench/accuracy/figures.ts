// Checks the figures that users rely on: means, deviations, 95 % intervals and probabilities, on each core. Measures
// the fraction of figures beyond tolerance, the fraction of these figures that have an honest error or a line on
// stderr, the coverage, and the lines about good figures. True values are closed forms or come from native draws
// (native-truths.ts). `BENCH_ACCURACY=closed` omits programs without a closed form, `BENCH_SEEDS=2` uses fewer seeds,
// `BENCH_CORES=C0-S+` uses fewer cores, and `BENCH_LIST=1` prints each figure that is beyond tolerance or has a line.

import { type Measurement, measurement } from '../../scripts/measurement.ts';
import { createKeptHaze } from '../../test/kept/kept-haze.ts';
import { moduleOf } from '../harness.ts';
import { CLOSED_FORMS } from './figures/closed-forms.ts';
import { type Judged, judge, type Kind, truthOf } from './figures/judge-figures.ts';
import { listFunctions, type NativeTruth, readNativeTruths } from './figures/native-truths.ts';
import { askingOf } from './figures/programs.ts';

const SEEDS = Array.from({ length: Number(process.env.BENCH_SEEDS ?? 8) }, (_, i) => i + 1);
const CORES = (process.env.BENCH_CORES ?? 'C0-S C0-S+ C0-L+ C0-Joint').split(' ');
export async function run(): Promise<Measurement[]> {
  const judged = new Map<string, Judged[]>(CORES.map((core) => [core, []]));
  const haze = createKeptHaze();
  const measure = async (name: string, text: string, truth: NativeTruth) => {
    const built = await moduleOf(haze.build(askingOf(text, truth.limits)));
    for (const core of CORES)
      for (const seed of SEEDS) {
        const ran = await haze.run(built, { core, seed, figures: true });
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

function list(where: string, found: readonly Judged[]): void {
  for (const { kind, excess, standard, isSaid } of found)
    if (excess > 1 || isSaid)
      console.error(
        `${where}: ${kind}: ${excess.toPrecision(2)} tolerances, ${standard?.toPrecision(2)} errors${isSaid ? ', said' : ''}`,
      );
}

function describe(core: string, judged: readonly Judged[]): Measurement[] {
  const kinds = [...new Set(judged.map(({ kind }) => kind))];
  const percent = (part: readonly unknown[], all: readonly unknown[]) =>
    all.length > 0 ? (100 * part.length) / all.length : 0;
  /** Tests whether a figure is a bound, which is printed as a warning. */
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
      return measurement(`${core}: ${kind}`, percent(part, all), '%', goal);
    }),
    measurement(
      `${core}: figures beyond tolerance with a line, or an error that covers the truth`,
      percent(
        bad.filter(({ standard = Infinity, isSaid }) => isSaid || standard <= 2),
        bad,
      ),
      '%',
      95,
    ),
    measurement(
      `${core}: lines about figures within tolerance`,
      percent(
        good.filter(({ isSaid }) => isSaid),
        good,
      ),
      '%',
      5,
    ),
    measurement(
      `${core}: truth within two printed standard errors`,
      percent(
        errors.filter(({ standard }) => standard! <= 2),
        errors,
      ),
      '%',
    ),
  ];
}

// Measures well-known programs on every core and in plain Monte Carlo: their errors against the ground truth, and their
// times. Errors are fractions of the true standard deviation; for Joint cores, they are medians over seeds. Times cover
// a run from the linked module to the output: everything except compiling C.
//
// "At equal error" finds the number of plain runs whose median error equals the error of Joint's lanes, and compares
// their time with Joint's. There are three results, one for each kind of error: the error of the mean, the usual goal
// of Monte Carlo; the error of σ; and W1, the distance between the whole distributions. For two or three variables,
// Joint's W1 falls with about the 3/4 power of the number of lanes. For hundreds of variables, it falls no faster than
// Monte Carlo's square root.

import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { loadKernels } from '../../src/node/engine/assets.ts';
import { equivalentRuns, type RunCount } from '../../src/plot/distributions/equivalent-runs.ts';
import { distributionOfSamples } from '../../src/plot/distributions/sample-distribution.ts';
import { type CoreSpec, findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { type BuiltProgram, buildForms, listPrograms, runOnCore, runSamples } from './run-programs.ts';
import { describeTruth, type Errors, measureErrors, type Truth } from './wasserstein.ts';

interface Outcome extends Errors {
  readonly timeMs: number;
  /** Number of plain Monte Carlo runs with the same error; undefined for plain runs themselves. */
  readonly worth?: RunCount;
}

const TRUTH_RUNS = 2 ** 20;
const MONTE_CARLO_RUNS = [1000, 10_000, 100_000];
const REPETITIONS = 5;
const SEEDS = Array.from({ length: 5 }, (_, i) => BigInt(i + 1));
const SHOWN = ['C0-S+', 'Joint lanes', 'Monte Carlo 100000'];
/**
 * Number of batches into which larger samples are divided, in order to measure a typical error instead of a lucky one.
 */
const BATCHES = 10;
const CORE_NAMES = ['C0-XS', 'C0-S', 'C0-M', 'C0-L', 'C0-XL'].flatMap((name) => [name, `${name}+`]);
const CORES: readonly CoreSpec[] = [
  ...CORE_NAMES.map(findDefaultCore),
  findDefaultCore('C0-Joint'),
  // A core with as many deltas as lanes, which prints the lanes themselves.
  { ...findDefaultCore('C0-Joint'), Name: 'Joint lanes', Precision: 4096 },
  { ...findDefaultCore('C0-Joint'), Name: 'Joint, 65 536 lanes', LaneCount: 65_536, Precision: 8192 },
];
const COMPARED = [
  ['Joint', 'C0-Joint', 'Joint lanes'],
  ['Joint with 65 536 lanes', 'Joint, 65 536 lanes', 'Joint, 65 536 lanes'],
] as const;

/** Medians for each core and for Monte Carlo, and each program's errors on some cores. */
export async function run(): Promise<Measurement[]> {
  const kernels = await loadKernels();
  const outcomes = new Map<string, Map<string, Outcome>>();
  for (const name of listPrograms()) {
    const startMs = performance.now();
    outcomes.set(name, measureProgram(await buildForms(name), kernels));
    console.error(`${name}: ${((performance.now() - startMs) / 1000).toFixed(0)} s`);
  }
  return [...summarise(outcomes), ...listOutcomes(outcomes), ...listWorth(outcomes)];
}

function measureProgram(program: BuiltProgram, kernels: WebAssembly.Module): Map<string, Outcome> {
  const truth = describeTruth(runSamples(program.groundTruth, TRUTH_RUNS, kernels).samples);
  const law = distributionOfSamples(truth.sorted);
  const outcomes = new Map<string, Outcome>();
  for (const core of CORES) {
    const outcome = measureCore(program, core, truth, kernels);
    const worth = equivalentRuns(law, outcome.wasserstein * truth.deviation, TRUTH_RUNS);
    outcomes.set(core.Name, { ...outcome, ...(worth && { worth }) });
  }
  for (const runs of MONTE_CARLO_RUNS) {
    const { samples } = runSamples(program.monteCarlo, BATCHES * runs, kernels);
    const errors = measureBatches(truth, samples, BATCHES);
    const timeMs = repeat(() => runSamples(program.monteCarlo, runs, kernels).timeMs);
    outcomes.set(`Monte Carlo ${runs}`, { ...errors, timeMs });
  }
  return outcomes;
}

function measureCore(
  program: BuiltProgram,
  core: CoreSpec,
  truth: Truth,
  kernels: WebAssembly.Module,
): Outcome {
  const seeds = core.Microarchitecture === 'Joint' ? SEEDS : SEEDS.slice(0, 1);
  const each = seeds.map((seed) => {
    const { value } = runOnCore(program.uncertain, core, kernels, seed);
    return measureErrors(truth, value.positions, value.masses);
  });
  const timeMs = repeat(() => runOnCore(program.uncertain, core, kernels).timeMs);
  return { ...typical(each), timeMs };
}

/**
 * Measures the errors of independent draws. If there are enough draws to divide into batches, the errors are typical
 * ones.
 */
function measureBatches(truth: Truth, samples: Float64Array, batches: number): Errors {
  const size = samples.length / batches;
  const masses = new Float64Array(size).fill(1 / size);
  const parts = Array.from({ length: batches }, (_, i) => samples.slice(i * size, (i + 1) * size));
  return typical(parts.map((part) => measureErrors(truth, part, masses)));
}

function typical(each: readonly Errors[]): Errors {
  const of = (kind: keyof Errors) => median(each.map((errors) => errors[kind]));
  return { wasserstein: of('wasserstein'), mean: of('mean'), deviation: of('deviation') };
}

/** Median time of several runs, or the time of one run if a run takes long. */
function repeat(measure: () => number): number {
  const times = [measure()];
  while (times[0]! < 200 && times.length < REPETITIONS) times.push(measure());
  return median(times);
}

function summarise(outcomes: Map<string, Map<string, Outcome>>): Measurement[] {
  const all = [...outcomes.values()];
  const ways = [...all[0]!.keys()];
  const medians = ways.flatMap((way) => {
    const of = (pick: (outcome: Outcome) => number) => median(all.map((each) => pick(each.get(way)!)));
    const goals = way === 'Joint lanes' ? { w1: { goal: 0.5 }, mean: { goal: 0.05 } } : { w1: {}, mean: {} };
    return [
      { name: `${way}: median W1`, value: 100 * of((one) => one.wasserstein), unit: '% of σ', ...goals.w1 },
      {
        name: `${way}: median error of the mean`,
        value: 100 * of((one) => one.mean),
        unit: '% of σ',
        ...goals.mean,
      },
      measurement(`${way}: median error of σ`, 100 * of((one) => one.deviation), '%'),
      measurement(
        `${way}: median time`,
        of((one) => one.timeMs),
        'ms',
      ),
    ];
  });
  return [...medians, ...compareAtEqualErrors(all)];
}

/** Median over the programs of the ratio of Monte Carlo's time to Joint's, at equal errors of each kind. */
function compareAtEqualErrors(all: readonly Map<string, Outcome>[]): Measurement[] {
  const kinds = [
    ['error of the mean', 'mean', { goal: 20 }],
    ['error of σ', 'deviation', {}],
    ['W1', 'wasserstein', {}],
  ] as const;
  return COMPARED.flatMap(([label, timed, measured]) =>
    kinds.map(([name, kind, goal]) => ({
      name: `${label} against Monte Carlo at equal ${name}, median`,
      value: median(
        all.map((outcomes) => {
          const error = outcomes.get(measured)![kind];
          return timeMonteCarlo(outcomes, kind, error) / outcomes.get(timed)!.timeMs;
        }),
      ),
      unit: '× less time',
      ...(label === 'Joint' ? goal : {}),
    })),
  );
}

/** Milliseconds that plain Monte Carlo needs to reach a given error. */
function timeMonteCarlo(outcomes: Map<string, Outcome>, kind: keyof Errors, error: number): number {
  // The error falls as 1/√n, so all three run counts determine the constant.
  const constant = median(
    MONTE_CARLO_RUNS.map((runs) => outcomes.get(`Monte Carlo ${runs}`)![kind] * Math.sqrt(runs)),
  );
  return timeOf(outcomes, MONTE_CARLO_RUNS[0]! + (constant / error) ** 2);
}

function listOutcomes(outcomes: Map<string, Map<string, Outcome>>): Measurement[] {
  return [...outcomes].flatMap(([program, each]) =>
    SHOWN.flatMap((way) => {
      const outcome = each.get(way)!;
      return [
        measurement(`${program}, ${way}: W1`, 100 * outcome.wasserstein, '% of σ'),
        measurement(`${program}, ${way}: error of the mean`, 100 * outcome.mean, '% of σ'),
        measurement(`${program}, ${way}: error of σ`, 100 * outcome.deviation, '%'),
        measurement(`${program}, ${way}: time`, outcome.timeMs, 'ms'),
      ];
    }),
  );
}

/** Figures that the service has published for similar programs; the programs' parameters were not published. */
const PUBLISHED: Readonly<Record<string, readonly Measurement[]>> = {
  'random-walk': [
    measurement('random-walk, published of arithmetic Brownian motion: worth', 215_000, 'plain runs'),
    measurement('random-walk, published of arithmetic Brownian motion: speed-up', 2.8, '×'),
  ],
};

/** Equivalent plain runs of every program on every core, and the ratio of their time to the core's time. */
function listWorth(outcomes: Map<string, Map<string, Outcome>>): Measurement[] {
  return [...outcomes].flatMap(([program, each]) => [
    ...(PUBLISHED[program] ?? []),
    ...[...each].flatMap(([way, { worth, timeMs }]) => {
      if (!worth) return [];
      const bound = worth.isMore ? ' (at least)' : '';
      const timeOfRuns = timeOf(each, worth.count);
      return [
        measurement(`${program}, ${way}: worth${bound}`, worth.count, 'plain runs'),
        measurement(`${program}, ${way}: speed-up against these runs${bound}`, timeOfRuns / timeMs, '×'),
      ];
    }),
  ]);
}

/** Milliseconds for a number of plain runs, interpolated from the smallest and largest measured numbers of runs. */
function timeOf(each: Map<string, Outcome>, runs: number): number {
  const [few, many] = [MONTE_CARLO_RUNS[0]!, MONTE_CARLO_RUNS.at(-1)!];
  const [short, long] = [few, many].map((count) => each.get(`Monte Carlo ${count}`)!.timeMs) as [
    number,
    number,
  ];
  const perRun = Math.max(0, long - short) / (many - few);
  return Math.max(0, short + perRun * (runs - few));
}

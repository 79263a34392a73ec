// Compares the speed of Joint's lanes with that of plain Monte Carlo in C at equal W1, by number of inputs and length
// of a run. The speed is the product of two factors: the number of runs that a lane replaces, and the ratio of a run's
// cost to a lane's. docs/decisions/021-equal-w1.md derives bounds for both factors.

import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { loadKernels } from '../../src/node/engine/assets.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { buildForms, runOnCore, runSamples } from './run-programs.ts';
import { describeTruth, measureErrors } from './wasserstein.ts';

const INPUTS = [1, 2, 3, 6, 20];
/** Numbers of steps per run, for runs of about 1 µs and 8 µs. */
const STEPS = [128, 1024];
const LANES = [4096, 65_536];
const TRUTH_RUNS = 2 ** 18;
const SEEDS = [1n, 2n, 3n, 4n, 5n];
const BATCHES = 16;
const BATCH_RUNS = 4096;
const MOST_DELTAS = 8192;
const REPETITIONS = 5;

/** Ratios by number of inputs, length of a run and number of lanes. */
export async function run(): Promise<Measurement[]> {
  const kernels = await loadKernels();
  const rows: Measurement[] = [];
  for (const steps of STEPS)
    for (const inputs of INPUTS) rows.push(...(await measureModel(inputs, steps, kernels)));
  return rows;
}

async function measureModel(
  inputs: number,
  steps: number,
  kernels: WebAssembly.Module,
): Promise<Measurement[]> {
  const flags = `-DINPUTS=${inputs} -DSTEPS=${steps}`;
  const program = await buildForms('swing', { folder: 'bench/accuracy/equal-w1', flags });
  const truth = describeTruth(runSamples(program.groundTruth, TRUTH_RUNS, kernels).samples);

  // Plain Monte Carlo: its W1 is `constant` / √n, and its time is `startMs` + n · `runMs`.
  const { samples, timeMs } = runSamples(program.monteCarlo, BATCHES * BATCH_RUNS, kernels);
  const share = new Float64Array(BATCH_RUNS).fill(1 / BATCH_RUNS);
  const distances = Array.from(
    { length: BATCHES },
    (_, i) => measureErrors(truth, samples.slice(i * BATCH_RUNS, (i + 1) * BATCH_RUNS), share).wasserstein,
  );
  const constant = median(distances) * Math.sqrt(BATCH_RUNS);
  const startMs = repeat(() => runSamples(program.monteCarlo, 1, kernels).timeMs);
  const runMs = (timeMs - startMs) / (BATCHES * BATCH_RUNS);

  const name = `${inputs} inputs, ${steps} steps`;
  const rows: Measurement[] = [
    measurement(`${name}: a plain run`, 1000 * runMs, 'µs'),
    measurement(`${name}: W1 of n plain runs`, constant, 'σ/√n'),
  ];
  for (const lanes of LANES) {
    const core = { ...findDefaultCore('C0-Joint'), LaneCount: lanes };
    const full = { ...core, Precision: Math.min(lanes, MOST_DELTAS) };
    const errors = SEEDS.map((seed) => {
      const { value } = runOnCore(program.uncertain, full, kernels, seed);
      return measureErrors(truth, value.positions, value.masses).wasserstein;
    });
    const distance = median(errors);
    const jointMs = repeat(() => runOnCore(program.uncertain, core, kernels).timeMs);
    const runs = (constant / distance) ** 2;
    rows.push(
      measurement(`${name}, ${lanes} lanes: W1`, 100 * distance, '% of σ'),
      measurement(`${name}, ${lanes} lanes: plain runs that a lane is worth`, runs / lanes, ''),
      measurement(`${name}, ${lanes} lanes: time`, jointMs, 'ms'),
      measurement(
        `${name}, ${lanes} lanes: Monte Carlo's time at equal W1`,
        (startMs + runs * runMs) / jointMs,
        '× Joint',
        20,
      ),
    );
  }
  return rows;
}

function repeat(measure: () => number): number {
  return median(Array.from({ length: REPETITIONS }, measure));
}

// Cost of recording draws for a budget, of debug lines, and of listing the values of lines. Each variant runs the same
// program; costs are relative to a run without any of these. Runs of all variants are interleaved, in an order that
// rotates with each round. Ratios are computed within a round, so other load on the machine affects all variants
// equally.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Measurement, measurement, median, quantile } from '../../scripts/measurement.ts';
import { findProjectRoot } from '../../scripts/project-root.ts';
import { build, run as runOnCore } from '../../src/node/library.ts';
import type { RunOptions } from '../../src/program/run-options.ts';
import { moduleOf } from '../harness.ts';

const PROGRAM = 'bench/budget/programs/measurement.c';
const CORES = ['C0-Joint', 'C0-Reference'];
const ROUNDS = 30;
/** Number of warm-up rounds before the measurement, during which engines compile. */
const WARM_ROUNDS = 3;
/** Number of runs on the Reference core. */
const RUNS = 300;
/** Maximum slowdown of a run that does not request a budget. */
const GOAL = 1.05;
/** Maximum slowdown of a run that lists the values of lines. */
const LINES_GOAL = 1.15;

/** Ratios of run times to run times without recording: the median over the rounds, and its uncertainty. */
export async function run(): Promise<Measurement[]> {
  const source = { 'measurement.c': readFileSync(join(findProjectRoot(), PROGRAM), 'utf8') };
  const [bare, placed] = await Promise.all([false, true].map((debug) => moduleOf(build(source, { debug }))));
  const measurements: Measurement[] = [];
  for (const core of CORES) {
    const isListed = core !== 'C0-Reference';
    const kinds: readonly { readonly module: Uint8Array; readonly options: RunOptions }[] = [
      { module: bare!, options: {} },
      { module: placed!, options: {} },
      { module: placed!, options: { trace: true } },
      // The same as the first variant, to show the method's noise.
      { module: bare!, options: {} },
      ...(isListed ? [{ module: placed!, options: { lines: true } }] : []),
    ];
    const rounds: number[][] = [];
    for (let round = -WARM_ROUNDS; round < ROUNDS; round++) {
      const times: number[] = [];
      for (const kind of turnOrder(kinds.length, round + WARM_ROUNDS)) {
        const { module, options } = kinds[kind]!;
        const { statistics } = await runOnCore(module, { core, runs: RUNS, ...options });
        times[kind] = statistics.executionTimeMs;
      }
      if (round >= 0) rounds.push(times);
    }
    const compare = (name: string, kind: number, goal?: number): Measurement => {
      const ratios = rounds.map((times) => times[kind]! / times[0]!);
      return {
        name: `${core}: ${name}`,
        value: median(ratios),
        unit: 'of that',
        ...(goal === undefined ? {} : { goal }),
        // Standard error of the median, estimated from the interquartile range of the ratios.
        noise: (0.93 * (quantile(ratios, 0.75) - quantile(ratios, 0.25))) / Math.sqrt(rounds.length),
      };
    };
    measurements.push(
      measurement(`${core}: without a request`, median(rounds.map(([none]) => none!)), 'ms'),
      compare('the same once more', 3),
      compare('debug lines', 1, GOAL),
      compare('debug lines and draws', 2),
      ...(isListed ? [compare('values of lines', 4, LINES_GOAL)] : []),
    );
  }
  return measurements;
}

/** 0-based variant numbers in the order of a round: the start rotates with each round, and the direction alternates. */
function turnOrder(count: number, round: number): number[] {
  const forwards = Array.from({ length: count }, (_, turn) => (turn + round) % count);
  return round % 2 === 0 ? forwards : forwards.reverse();
}

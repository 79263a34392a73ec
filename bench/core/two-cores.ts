// Compares programs on a Joint core with 65 536 lanes on one CPU core and on two, alternating within each round.

import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { createNodeEngine } from '../../src/node/engine/node-engine.ts';
import { createHelpedRunWorker, createNodeRunWorker } from '../../src/node/engine/node-run-worker.ts';
import { build } from '../../src/node/library.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { moduleOf } from '../harness.ts';

const ROUNDS = 7;
const LANES = 65_536;
/** Target speedup on two CPU cores. */
const GOAL = 1.8;

/** Loops that take a few hundred milliseconds on one CPU core. */
const PROGRAMS = [
  ['sums and products', 6000, 'sum = sum * y + x;'],
  ['functions', 300, 'sum = tanh(sum * y) + exp(-sum) * sin(x * sum);'],
  ['powers', 300, 'sum = pow(sum, y) + x;'],
  ['a new source each round', 100, 'sum = 0.5 * sum + UxHwDoubleGaussDist(1, 0.1);'],
] as const;

/** Speedup of each program: median over the rounds. */
export async function run(): Promise<Measurement[]> {
  const results: Measurement[] = [];
  for (const [name, rounds, statement] of PROGRAMS) {
    const built = await moduleOf(
      build(printProgram(rounds, statement), { configMk: 'CFLAGS = -O2\n' }),
      `the program of ${name}`,
    );
    const core = { ...findDefaultCore('C0-Joint'), LaneCount: LANES };
    const [one, two] = [createNodeRunWorker, createHelpedRunWorker].map((createRunWorker) => {
      const engine = createNodeEngine({ createRunWorker });
      return async () => {
        const { statistics, exitStatus, stdout, stderr } = await engine.run(built, { core });
        if (exitStatus !== 0) throw new Error(`the program of ${name} ended with ${exitStatus}: ${stderr}`);
        return { timeMs: statistics.executionTimeMs, stdout };
      };
    });
    const rounds1: number[] = [];
    const ratios: number[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      const alone = await one!();
      const helped = await two!();
      if (alone.stdout !== helped.stdout) throw new Error(`${name}: two cores print something else than one`);
      rounds1.push(alone.timeMs);
      ratios.push(alone.timeMs / helped.timeMs);
    }
    results.push(
      measurement(`${name}, ${LANES} lanes, one core`, median(rounds1), 'ms'),
      measurement(`${name}, speed-up with two`, median(ratios), '×', GOAL),
    );
  }
  return results;
}

function printProgram(rounds: number, statement: string): string {
  return `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(1, 0.1), y = UxHwDoubleUniformDist(-0.5, 0.5), sum = x * y + 1;
  for (int i = 0; i < ${rounds}; i++) ${statement}
  printf("%lf\\n", sum);
}
`;
}

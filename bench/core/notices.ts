// Cost of notices, measured on loops that contain only comparisons, run with and without notices.

import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { build, type RunOptions, run as runProgram } from '../../src/node/library.ts';
import { comparisonLoop } from '../accuracy/decisions/programs.ts';
import { moduleOf } from '../harness.ts';

const REPETITIONS = 5;

export async function run(): Promise<Measurement[]> {
  return [...(await measureLoop(false)), ...(await measureLoop(true))];
}

async function measureLoop(isMixed: boolean): Promise<Measurement[]> {
  const module = await moduleOf(build(comparisonLoop(isMixed), { debug: true }));
  const rows: Measurement[] = [];
  for (const core of ['C0-S', 'C0-S+', 'C0-Joint']) {
    const [quiet, told] = await timeSideBySide(module, [
      { core, decisions: 'quiet' },
      { core, decisions: 'particle' },
    ]);
    rows.push(
      measurement(
        `${core}: 200 000 comparisons, ${isMixed ? 'all' : 'none'} mixed: with notices`,
        told! / quiet!,
        '×',
        1.5,
      ),
    );
  }
  return rows;
}

/** Median times of the program in milliseconds; the variants alternate. */
async function timeSideBySide(module: Uint8Array, ways: readonly RunOptions[]): Promise<number[]> {
  const times = ways.map((): number[] => []);
  for (let i = 0; i < REPETITIONS; i++) {
    for (const [at, options] of ways.entries()) {
      const { statistics } = await runProgram(module, options);
      times[at]!.push(statistics.executionTimeMs);
    }
  }
  return times.map(median);
}

// Cost of debug lines for a build, in CPU time. The same program is built alternately with and without debug lines.
// Ordinary builds write no debug lines; budgets, traps and controls need them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { findProjectRoot } from '../../scripts/project-root.ts';
import { loadGuestRuntime } from '../../src/node/engine/assets.ts';
import { buildProgram } from '../../src/toolchain/building/build-program.ts';
import { loadClang } from '../../src/toolchain/clang/clang.ts';

const PROGRAM = 'bench/budget/programs/measurement.c';
const ROUNDS = 20;
const WARM_ROUNDS = 3;
const GOAL = 1.1;

/** Median over the rounds. */
export async function run(): Promise<Measurement[]> {
  const text = readFileSync(join(findProjectRoot(), PROGRAM), 'utf8');
  const context = { guest: await loadGuestRuntime(), clang: await loadClang() };
  const plainMs: number[] = [];
  const ratios: number[] = [];
  for (let round = -WARM_ROUNDS; round < ROUNDS; round++) {
    const measure = async (debug: boolean) => {
      const start = process.cpuUsage();
      const result = await buildProgram({ sources: { 'measurement.c': text }, debug }, context);
      if (!result.ok) throw new Error(result.log);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    };
    const order = round % 2 === 0 ? [false, true] : [true, false];
    const times = new Map<boolean, number>();
    for (const debug of order) times.set(debug, await measure(debug));
    if (round < 0) continue;
    plainMs.push(times.get(false)!);
    ratios.push(times.get(true)! / times.get(false)!);
  }
  return [
    measurement('a build without debug lines', median(plainMs), 'ms'),
    measurement('with debug lines', median(ratios), 'of that', GOAL),
  ];
}

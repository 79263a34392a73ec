// Time of a task with one million operations on 1 024 lanes: compiled C, hooks, core, and releasing a million
// records.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { findProjectRoot } from '../../scripts/project-root.ts';
import { build, run as runProgram } from '../../src/node/library.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { moduleOf } from '../harness.ts';

const ROUNDS = 5;

/** Medians in seconds, on a Joint core and on a "+" core. */
export async function run(): Promise<Measurement[]> {
  const source = readFileSync(join(findProjectRoot(), 'bench/core/lane-task.c'), 'utf8');
  const built = await moduleOf(build(source, { configMk: 'CFLAGS = -O2\n' }), 'lane-task.c');
  const results: Measurement[] = [];
  for (const name of ['C0-Joint', 'C0-S+']) {
    const core = { ...findDefaultCore(name), LaneCount: 1024 };
    const times: number[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      const { statistics, exitStatus, stderr } = await runProgram(built, { core });
      if (exitStatus !== 0) throw new Error(`lane-task.c ended with ${exitStatus}: ${stderr}`);
      times.push(statistics.executionTimeMs / 1000);
    }
    results.push(measurement(`1 000 000 operations on 1024 lanes, ${name}`, median(times), 's', 1));
  }
  return results;
}

// CPU time of budgets for ten values over twenty sources on C0-Joint, excluding the run itself: the first `explain`,
// before its code is compiled, and later calls. The values of each program are of one kind: linear, from measurements,
// or hard.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { findProjectRoot } from '../../scripts/project-root.ts';
import { build, run as runOnCore } from '../../src/node/library.ts';
import { explain } from '../../src/program/explain-run.ts';
import type { RunResult } from '../../src/program/run-options.ts';
import { moduleOf } from '../harness.ts';

const FOLDER = join(findProjectRoot(), 'bench/budget/programs');
const GOAL_MS = 50;
const ROUNDS = 15;
const VALUES = 10;

/** Milliseconds for ten budgets: the very first call, and the median of later calls. */
export async function run(): Promise<Measurement[]> {
  const runs: { name: string; result: RunResult; sources: Record<string, string> }[] = [];
  for (const file of readdirSync(FOLDER).sort()) {
    const sources = { [file]: readFileSync(join(FOLDER, file), 'utf8') };
    const built = await moduleOf(build(sources, { debug: true }), file);
    const result = await runOnCore(built, { core: 'C0-Joint', trace: true });
    runs.push({ name: file.replace(/\.c$/, ''), result, sources });
  }
  const measure = ({ result, sources }: (typeof runs)[number]) => {
    const start = process.cpuUsage();
    const { values } = explain(result, { sources });
    const { user, system } = process.cpuUsage(start);
    if (values.length !== VALUES) throw new Error(`${values.length} values instead of ${VALUES}`);
    return (user + system) / 1000;
  };
  const firstMs = measure(runs.find(({ name }) => name === 'measurement')!);
  const times = runs.map(() => [] as number[]);
  for (let round = 0; round <= ROUNDS; round++) {
    runs.forEach((one, i) => {
      const timeMs = measure(one);
      if (round > 0) times[i]!.push(timeMs);
    });
  }
  return [
    measurement('measurement: the first time', firstMs, 'ms'),
    ...runs.map(({ name }, i) => measurement(name, median(times[i]!), 'ms', GOAL_MS)),
  ];
}

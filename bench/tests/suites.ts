// Times the tests of the latest commit, which run as separate processes in a separate clone: the first
// `npm ci && npm test`, later runs of `npm test`, the unit tests, and `.ci/run`, in total and by suite. Everything
// together takes several hours; BENCH_TESTS selects parts, such as "first,later,unit,busy,ci".
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { findProjectRoot } from '../../scripts/project-root.ts';
import type { SuiteUse } from '../../scripts/tests/suite-report.ts';

const NOISE = 0.2;
const ALL_PARTS = ['first', 'later', 'unit', 'busy', 'ci'];
const PARTS = (process.env.BENCH_TESTS ?? 'first,later,unit').split(',');
/** Numbers of busy processes that run alongside `npm test`, one number for each run of the tests. */
const BUSY = [2, 2, 2, 20];

export async function run(): Promise<Measurement[]> {
  const unknown = PARTS.find((part) => !ALL_PARTS.includes(part));
  if (unknown !== undefined)
    throw new Error(`BENCH_TESTS: "${unknown}" is no part; the parts are ${ALL_PARTS.join(', ')}.`);
  const folder = mkdtempSync(join(tmpdir(), 'haze-tests-'));
  const clone = join(folder, 'haze');
  const time = (name: string, command: string, goal?: number): Measurement => {
    const startedMs = performance.now();
    const { status } = spawnSync('bash', ['-c', command], {
      cwd: clone,
      env: { ...process.env, CI: 'true' },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const value = (performance.now() - startedMs) / 60_000;
    const failed = status === 0 ? '' : ` (failed with status ${status})`;
    return { name: name + failed, value, unit: 'min', noise: NOISE * value, ...(goal && { goal }) };
  };
  try {
    spawnSync('git', ['clone', '--quiet', findProjectRoot(), clone], { stdio: 'inherit' });
    const found: Measurement[] = [];
    if (PARTS.includes('first')) {
      found.push(time('npm ci && npm test, in a fresh clone', 'npm ci && npm test', 15));
      found.push(...listSuites(clone, 'first npm test'));
    } else if (PARTS.some((part) => part !== 'ci')) {
      const { name } = time('set up', 'npm ci && npm run --silent build:missing');
      if (name !== 'set up') throw new Error(`${name}: nothing can be measured`);
    }
    if (PARTS.includes('later')) {
      found.push(time('npm test, later', 'npm test', 8));
      found.push(...listSuites(clone, 'later npm test'));
    }
    if (PARTS.includes('unit')) {
      const units = [1, 2, 3].map(() => time('npm run test:unit', 'npm run --silent test:unit'));
      // A failed run has a different name.
      const { name } = units.find((unit) => unit.name !== units[0]!.name) ?? units[0]!;
      found.push(measurement(name, 60 * median(units.map(({ value }) => value)), 's', 45));
    }
    if (PARTS.includes('busy'))
      for (const count of BUSY)
        found.push(await besideLoops(count, () => time(`npm test beside ${count} busy loops`, 'npm test')));
    if (PARTS.includes('ci')) {
      rmSync(clone, { recursive: true });
      spawnSync('git', ['clone', '--quiet', findProjectRoot(), clone], { stdio: 'inherit' });
      found.push(time('.ci/run, in a fresh clone', 'bash .ci/run', 40));
      found.push(...listSuites(clone, '.ci/run'));
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Time and CPU use of each suite in the last run's reports, to find idle CPUs. */
function listSuites(clone: string, run: string): Measurement[] {
  const folder = join(clone, 'dist');
  // A run that failed early has no reports.
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const reports = files.filter((name) => /^test-\w+\.json$/.test(name));
  return reports.flatMap((file) => {
    const { minutes, busyShare } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as SuiteUse;
    const suite = `${run}: ${/-(\w+)/.exec(file)![1]}`;
    return [
      { name: suite, value: minutes, unit: 'min', noise: NOISE * minutes },
      { name: `${suite}, processors busy`, value: 100 * busyShare, unit: '%', noise: 10 },
    ];
  });
}

async function besideLoops(count: number, measure: () => Measurement): Promise<Measurement> {
  const loops: ChildProcess[] = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--eval', 'for (;;) {}'], { stdio: 'ignore' }),
  );
  try {
    return measure();
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
  }
}

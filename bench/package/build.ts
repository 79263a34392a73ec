// Times `npm run build` for the latest commit in a new clone, using the packages in this folder. Measures a build with
// empty caches, a build with the packed toolchain files, and a build without changes. Lists the steps of each build;
// some steps run in parallel.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildStep } from '../../scripts/build-steps.ts';
import type { Measurement } from '../../scripts/measurement.ts';
import { findProjectRoot } from '../../scripts/project-root.ts';

/** Minimum duration of a listed step, in seconds. */
const LEAST_SECONDS = 0.5;
const NOISE = 0.2;

export async function run(): Promise<Measurement[]> {
  const root = findProjectRoot();
  // The folder is next to the project, so that files can be linked instead of copied.
  const folder = mkdtempSync(`${root}-build-`);
  const clone = join(folder, 'haze');
  try {
    execFileSync('git', ['clone', '--quiet', root, clone]);
    execFileSync('cp', ['-al', join(root, 'node_modules'), join(clone, 'node_modules')]);
    drop(clone, 'node_modules/.cache');
    const all = timeBuild(clone, 'all');
    drop(clone, 'dist');
    const kept = timeBuild(clone, 'packed pieces kept', 70);
    return [...all, ...kept, ...timeBuild(clone, 'nothing changed', 10)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function drop(clone: string, name: string): void {
  rmSync(join(clone, name), { recursive: true, force: true });
}

function timeBuild(clone: string, what: string, goal?: number): Measurement[] {
  const steps = join(clone, '..', 'steps');
  rmSync(steps, { force: true });
  const env = { ...process.env, HAZE_BUILD_STEPS: steps };
  const startedMs = performance.now();
  execFileSync('npm', ['run', '--silent', 'build'], {
    cwd: clone,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const seconds = (performance.now() - startedMs) / 1000;
  const total = { name: what, value: seconds, unit: 's', noise: NOISE * seconds };
  const listed = existsSync(steps) ? readFileSync(steps, 'utf8').trim().split('\n') : [];
  return [
    goal === undefined ? total : { ...total, goal },
    ...listed.flatMap((line) => describeStep(what, JSON.parse(line) as BuildStep)),
  ];
}

function describeStep(what: string, { name, seconds, processorSeconds }: BuildStep): Measurement[] {
  if (seconds < LEAST_SECONDS) return [];
  const label = `${what}: ${name}`;
  return [
    { name: label, value: seconds, unit: 's', noise: NOISE * seconds },
    ...(processorSeconds === undefined
      ? []
      : [
          {
            name: `${label}, processor time`,
            value: processorSeconds,
            unit: 's',
            noise: NOISE * processorSeconds,
          },
        ]),
  ];
}

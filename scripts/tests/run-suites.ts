// Runs suites one after another. The last line shows the totals over all suites. Skipped tests are listed. Debian
// packages for later suites are installed while the first suite runs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUITE_PACKAGES } from '../install-test-packages.ts';
import { findProjectRoot } from '../project-root.ts';
import { runSuite } from './run-suite.ts';
import { readSlowness } from './slowness.ts';
import { FOR_PUBLIC, SUITES, type SuiteName } from './suites.ts';

export interface SuiteWish {
  readonly suite: SuiteName;
  /** Paths of tests; if undefined or empty, all tests in the suite. */
  readonly paths?: readonly string[];
}

/** Longer than any test's limit on a quiet machine, so that a hanging test reaches its own limit first. */
const STALL_MINUTES = 12;

/** Runs suites and prints their results. Returns the exit status: 0 if tests ran and none failed. */
export async function runSuites(
  wishes: readonly SuiteWish[],
  { leftOut }: { readonly leftOut?: string | undefined } = {},
): Promise<0 | 1> {
  const root = findProjectRoot();
  const stallMs = STALL_MINUTES * 60_000 * readSlowness();
  const isForPublic = wishes.some(({ suite }) => suite === 'packages');
  const env = { ...process.env, ...(isForPublic && { [FOR_PUBLIC]: 'true' }) };
  const failures: string[] = [];
  let passed = 0;
  const installScript = join(root, 'dist/scripts/run-install-test-packages.js');
  const installer = spawn(process.execPath, [installScript, ...wishes.map(({ suite }) => suite)], {
    stdio: 'inherit',
  });
  const installed = once(installer, 'exit');
  for (const { suite, paths = [] } of wishes) {
    if (SUITE_PACKAGES[suite]) await installed;
    console.log(`--- ${suite}`);
    const words = SUITES[suite].flatMap((project) => ['--project', project]);
    const report = await runSuite({ name: suite, words: [...words, ...paths], env, stallMs });
    for (const line of report.describe()) console.log(line);
    mkdirSync(join(root, 'dist'), { recursive: true });
    writeFileSync(join(root, `dist/test-${suite}.json`), JSON.stringify(report));
    passed += report.count().passed;
    failures.push(...report.failures);
  }
  await installed;
  // Failures are repeated at the end, for readers who see only the last screen.
  for (const line of failures) console.log(line);
  if (leftOut) console.log(leftOut);
  console.log(`${passed} passed, ${failures.length} failed`);
  return failures.length === 0 && passed > 0 ? 0 : 1;
}

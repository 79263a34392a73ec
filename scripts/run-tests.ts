// `npm test`: every suite, one after the other, and at the end the true counts of all of them together, alone on the
// last line. A suite that breaks before it can count is a failure; a test that is skipped is named with its reason, one
// that passed at its second try with what the first one said.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findProjectRoot } from './project-root.ts';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

interface Counts {
  passed: number;
  failed: number;
}

const SUITES = ['unit', 'program', 'browser'] as const;
const SLOWEST = 8;
const root = findProjectRoot();
const total: Counts = { passed: 0, failed: 0 };
for (const suite of process.argv.length > 2 ? process.argv.slice(2) : SUITES) {
  const counts = runSuite(suite);
  total.passed += counts.passed;
  total.failed += counts.failed;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

function runSuite(suite: string): Counts {
  const output = join(root, 'dist', `test-${suite}.json`);
  rmSync(output, { force: true });
  console.log(`--- ${suite}`);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const run = spawnSync(process.execPath, [vitest, 'run', '--project', suite, ...reporters], {
    cwd: root,
    stdio: 'inherit',
  });
  const report = maybeReadReport(output);
  if (!report) return { passed: 0, failed: 1 };
  reportSkipped(report);
  reportSlowest(report);
  reportSecondTries(report);
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const failed = report.numFailedTests + broken.length;
  // A runner that fails without a failing test has seen an error between tests.
  return { passed: report.numPassedTests, failed: run.status === 0 ? failed : Math.max(failed, 1) };
}

function maybeReadReport(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

function reportSkipped(report: Report): void {
  for (const file of report.testResults) {
    for (const test of file.assertionResults) {
      if (test.status !== 'passed' && test.status !== 'failed')
        console.log(`skipped (${test.status}): ${test.fullName}`);
    }
  }
}

function reportSlowest(report: Report): void {
  const times = report.testResults.map(({ name, startTime, endTime }) => ({
    name: relative(root, name),
    seconds: Math.round((endTime - startTime) / 1000),
  }));
  times.sort((a, b) => b.seconds - a.seconds);
  const longest = times.slice(0, SLOWEST).filter(({ seconds }) => seconds > 0);
  if (longest.length === 0) return;
  console.log(`longest: ${longest.map(({ name, seconds }) => `${name} ${seconds} s`).join(', ')}`);
}

function reportSecondTries(report: Report): void {
  for (const file of report.testResults) {
    for (const { fullName, status, failureMessages } of file.assertionResults) {
      const first = failureMessages?.[0]?.split('\n')[0];
      if (status === 'passed' && first) console.log(`passed at the second try: ${fullName}: ${first}`);
    }
  }
}

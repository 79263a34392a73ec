// `npm test`: every suite, one after the other, and at the end the true counts of all of them together, alone on the
// last line. A suite that breaks before it can count is a failure; a test that is skipped is named with its reason, one
// that passed at its second try with what the first one said. What later suites need from Debian is installed beside the
// first. A suite that does not end is ended, so that what stands still is told, and the others are run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { SUITE_PACKAGES } from './install-test-packages.ts';
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
/** Twice what the longest suite takes on two slow cores. */
const MOST_SUITE_MINUTES = 40;
const root = findProjectRoot();
const total: Counts = { passed: 0, failed: 0 };
const failures: string[] = [];
const suites: readonly string[] = process.argv.length > 2 ? process.argv.slice(2) : SUITES;
const installed = runNode([join(root, 'dist/scripts/run-install-test-packages.js'), ...suites]);
for (const suite of suites) {
  if (SUITE_PACKAGES[suite]) await installed;
  const counts = await runSuite(suite);
  total.passed += counts.passed;
  total.failed += counts.failed;
}
// Once more at the end, where whoever sees no more than that finds them.
for (const line of failures) console.log(line);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

/** Runs a script of Node; answers its exit status, or null if it was ended, with all that it had started. */
async function runNode(words: readonly string[], mostMinutes = Infinity): Promise<number | null> {
  const child = spawn(process.execPath, words, { cwd: root, stdio: 'inherit', detached: true });
  const end = () => process.kill(-child.pid!, 'SIGKILL');
  const timer = mostMinutes === Infinity ? undefined : setTimeout(end, mostMinutes * 60_000);
  const leave = () => {
    end();
    process.exit(1);
  };
  process.once('SIGINT', leave).once('SIGTERM', leave);
  const [status] = await once(child, 'exit');
  clearTimeout(timer);
  process.off('SIGINT', leave).off('SIGTERM', leave);
  return status as number | null;
}

async function runSuite(suite: string): Promise<Counts> {
  const output = join(root, 'dist', `test-${suite}.json`);
  rmSync(output, { force: true });
  console.log(`--- ${suite}`);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  // With those of its tests that share no worker with others.
  const projects = ['--project', suite, '--project', `${suite}-apart`];
  const status = await runNode([vitest, 'run', ...projects, ...reporters], MOST_SUITE_MINUTES);
  const report = maybeReadReport(output);
  if (!report) {
    const why = status === null ? `had not ended after ${MOST_SUITE_MINUTES} minutes` : 'gave no report';
    failures.push(`failed: the suite "${suite}" ${why}`);
    return { passed: 0, failed: 1 };
  }
  reportSkipped(report);
  reportSlowest(report);
  reportSecondTries(report);
  failures.push(...listFailures(report));
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const failed = report.numFailedTests + broken.length;
  // A runner that fails without a failing test has seen an error between tests.
  return { passed: report.numPassedTests, failed: status === 0 ? failed : Math.max(failed, 1) };
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

/** A line for each test that failed, and for each file that broke before its tests. */
function listFailures(report: Report): string[] {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    if (status === 'failed' && assertionResults.length === 0)
      return [`failed: ${file}: ${firstLineOf(message)}`];
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map(
        ({ fullName, failureMessages }) =>
          `failed: ${file}: ${fullName}: ${firstLineOf(failureMessages?.[0])}`,
      );
  });
}

function firstLineOf(text = ''): string {
  return text.split('\n', 1)[0]!;
}

function reportSecondTries(report: Report): void {
  for (const file of report.testResults) {
    for (const { fullName, status, failureMessages } of file.assertionResults) {
      const first = firstLineOf(failureMessages?.[0]);
      if (status === 'passed' && first) console.log(`passed at the second try: ${fullName}: ${first}`);
    }
  }
}

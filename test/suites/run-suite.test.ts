// Suites as `npm test` runs them: the counts are correct, and a suite that hangs is stopped.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSuite } from '../../scripts/tests/run-suite.ts';
import { scaleLimit } from '../../scripts/tests/slowness.ts';

function run(fixture: string, stallMs: number) {
  const fixtures = join(import.meta.dirname, 'fixtures');
  const words = ['--root', join(fixtures, fixture), '--config', join(fixtures, 'vitest.config.js')];
  return runSuite({ name: fixture, words, env: process.env, stallMs });
}

test('passed, failed and skipped tests are counted, as is a file that fails before its tests', async () => {
  const report = await run('mixed', scaleLimit(60_000));
  expect(report.count()).toEqual({ passed: 1, failed: 2 });
  expect(report.failures.sort()).toEqual([
    expect.stringContaining('broken before its first test'),
    expect.stringContaining('mixed.test.js: fails: expected 1 to be 2'),
  ]);
  expect(report.describe()).toContain('skipped: is skipped');
  expect(report.describe().at(-1)).toMatch(/^\d+\.\d min, processors busy \d+ %$/);
});

test('a stalled suite is stopped, and the test that was running is named', async () => {
  const report = await run('stalled', scaleLimit(5_000));
  expect(report.count()).toEqual({ passed: 1, failed: 1 });
  expect(report.failures[0]).toMatch(/stalled: .* Running: never\.test\.js: never ends$/);
});

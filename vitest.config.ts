import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { listReplacingFiles } from './test/replacing-files.ts';

const TELL = 'test/tell-stale-outputs.ts';
const OTHER_SUITES = ['test/browser/**', 'test/packages/**'];

const unit = {
  globalSetup: [TELL],
  // Far more than any takes: a busy machine must not make one fail.
  testTimeout: 30_000,
  hookTimeout: 30_000,
  // A second unless told, which a busy machine takes for nothing at all.
  expect: { poll: { timeout: 20_000 } },
};
const program = {
  globalSetup: [TELL, 'test/prepare.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  maxWorkers: 2,
};
const replacing = {
  unit: listReplacingFiles(import.meta.dirname, ['src']),
  program: listReplacingFiles(import.meta.dirname, ['test']).filter(
    (path) => !/^test\/(browser|packages)\//.test(path),
  ),
};

// Unit tests stand beside their source; tests that compile or run whole programs live in test/.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // `npm run test:unit -- --coverage`: of everything under src/, tested by unit tests or not.
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/**/*.test.ts'],
      reporter: ['text-summary'],
    },
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['src/**/*.test.ts'],
          exclude: replacing.unit,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...unit, name: 'unit-apart', include: replacing.unit, sequence: { groupOrder: 1 } } },
      {
        test: {
          ...program,
          name: 'program',
          include: ['test/**/*.test.ts'],
          exclude: [...OTHER_SUITES, ...replacing.program],
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: { ...program, name: 'program-apart', include: replacing.program, sequence: { groupOrder: 3 } },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/browser/prepare.ts'],
          // More than what a test may wait for: WebKit's first build of C++ alone may take ten minutes beside other work.
          testTimeout: 1_200_000,
          hookTimeout: 360_000,
          expect: { poll: { timeout: 120_000 } },
          maxWorkers: 2,
          sequence: { groupOrder: 4 },
        },
      },
      {
        // The tarball, as its users have it: `npm run test:packages`.
        test: {
          name: 'packages',
          include: ['test/packages/**/*.test.ts'],
          globalSetup: ['test/packages/prepare.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
          maxWorkers: 2,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});

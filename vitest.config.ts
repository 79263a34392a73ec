import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { COMPILED_MODULES, createCompiledSourcePlugin } from './scripts/tests/compiled-source.ts';
import { scaleLimit } from './scripts/tests/slowness.ts';
import { TIER_VARIABLE } from './test/browser/tier.ts';
import { LongestFirst } from './test/longest-first.ts';
import { listReplacingFiles } from './test/replacing-files.ts';

const TELL = 'test/tell-stale-outputs.ts';
const OTHER_SUITES = ['test/browser/**', 'test/packages/**'];

/** Browser tests of `npm test`: the page, the element, offline and documents in Chromium, a first visit in the other browsers. */
const EVERYDAY_PAGES = ['playground*', 'embed', 'offline', 'docs'].map(
  (name) => `test/browser/${name}.test.ts`,
);

/** Limits for a quiet machine: far more than any test takes there. Slower machines get proportionally longer limits. */
const limitsOf = (testMs: number, hookMs: number, pollMs: number) => ({
  testTimeout: scaleLimit(testMs),
  hookTimeout: scaleLimit(hookMs),
  expect: { poll: { timeout: scaleLimit(pollMs) } },
});

/** One worker more than processors: while a test waits for a server or a page, another test uses its processor. */
const WORKERS = availableParallelism() + 1;

const unit = {
  globalSetup: [TELL],
  ...limitsOf(30_000, 30_000, 20_000),
  maxWorkers: WORKERS,
};
const program = {
  globalSetup: [TELL, 'test/prepare.ts'],
  ...limitsOf(120_000, 120_000, 60_000),
  maxWorkers: WORKERS,
};
const browser = {
  globalSetup: ['test/browser/prepare.ts'],
  // A first build of C++ in WebKit takes minutes on a busy machine.
  ...limitsOf(480_000, 360_000, 120_000),
  maxWorkers: WORKERS,
};
const replacing = {
  unit: listReplacingFiles(import.meta.dirname, ['src']),
  program: listReplacingFiles(import.meta.dirname, ['test']).filter(
    (path) => !/^test\/(browser|packages)\//.test(path),
  ),
};

// Unit tests are next to their source; tests that compile or run whole programs are in test/.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // `npm run test:unit -- --coverage` covers all files under src/, even files without unit tests.
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
      { test: { ...unit, name: 'unit-apart', include: replacing.unit, sequence: { groupOrder: 0 } } },
      {
        plugins: [createCompiledSourcePlugin(import.meta.dirname)],
        test: {
          ...program,
          server: { deps: { external: [COMPILED_MODULES] } },
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
          ...browser,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          ...browser,
          name: 'pages',
          include: EVERYDAY_PAGES,
          env: { [TIER_VARIABLE]: 'everyday' },
          sequence: { groupOrder: 4 },
        },
      },
      {
        // The tarball, as users install it: `npm run test:packages`.
        test: {
          name: 'packages',
          include: ['test/packages/**/*.test.ts'],
          globalSetup: ['test/packages/prepare.ts'],
          ...limitsOf(240_000, 240_000, 60_000),
          maxWorkers: 2,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});

// The examples in docs/testing.md, run as readers would run them.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { installTestPackages } from '../../scripts/install-test-packages.ts';
import { scaleLimit } from '../../scripts/tests/slowness.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXAMPLES = join(ROOT, 'examples/testing');
const HAZE = join(ROOT, 'dist/src/packed/haze.js');
const JEST = 'jest@30.5.2';
const folder = mkdtempSync(join(tmpdir(), 'haze-examples-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(
  command: string,
  words: readonly string[],
  cwd: string,
): Promise<{ status: number; text: string }> {
  // The commands do not inherit the variables that mark Vitest's own workers.
  const { VITEST: _, VITEST_WORKER_ID: __, VITEST_POOL_ID: ___, NODE_ENV: ____, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(command, words, { cwd, env, timeout: scaleLimit(300_000) }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, text: stdout + stderr }),
    );
  });
}

test(
  'vitest',
  async () => {
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const words = [vitest, 'run', '--root', '.', '--config', 'vitest.config.mjs'];
    const { status, text } = await run(process.execPath, words, join(EXAMPLES, 'vitest'));
    expect(text).toMatch(/2 passed/);
    expect(status).toBe(0);
  },
  scaleLimit(300_000),
);

test(
  'node:test',
  async () => {
    const { status, text } = await run(
      process.execPath,
      ['--test', 'run-program.test.mjs'],
      join(EXAMPLES, 'node-test'),
    );
    expect(text).toMatch(/pass 2\n/);
    expect(status).toBe(0);
  },
  scaleLimit(300_000),
);

test(
  'pytest, run with haze exec',
  async () => {
    installTestPackages(['python3-pytest']);
    const words = [
      HAZE,
      'exec',
      '--',
      'python3',
      '-m',
      'pytest',
      '-p',
      'no:cacheprovider',
      'test_run_program.py',
    ];
    const { status, text } = await run(process.execPath, words, join(EXAMPLES, 'pytest'));
    expect(text).toMatch(/2 passed/);
    expect(status).toBe(0);
  },
  scaleLimit(300_000),
);

test(
  'jest',
  async () => {
    const place = join(folder, 'jest');
    cpSync(join(EXAMPLES, 'jest'), place, { recursive: true });
    writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true }));
    const words = ['install', '--no-audit', '--no-fund', '--silent', JEST, 'axios@1.21.1'];
    const installed = await run('npm', words, place);
    expect(installed).toMatchObject({ status: 0 });
    // The same link that `npm link` creates.
    if (!existsSync(join(place, 'node_modules/haze'))) symlinkSync(ROOT, join(place, 'node_modules/haze'));
    const jest = join(place, 'node_modules/jest/bin/jest.js');
    const { status, text } = await run(process.execPath, [jest, '--config', 'jest.config.cjs'], place);
    expect(text).toMatch(/2 passed/);
    expect(status).toBe(0);
  },
  scaleLimit(600_000),
);

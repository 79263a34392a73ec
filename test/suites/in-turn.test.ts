// Two runs of the tests in one checkout: the second one waits, and says for whom.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findProjectRoot } from '../../scripts/project-root.ts';

test('a second run waits for the first, and can be stopped while it waits', async () => {
  const root = findProjectRoot();
  const lock = join(root, 'dist/tests.lock');
  // The run that this test belongs to has the lock, or this test takes it.
  const isOurs = !existsSync(lock);
  if (isOurs) writeFileSync(lock, String(process.pid));
  const holder = readFileSync(lock, 'utf8');
  const second = spawn(process.execPath, [join(root, 'scripts/tests/in-turn.mjs'), 'unit']);
  try {
    let said = '';
    second.stdout.on('data', (chunk) => {
      said += chunk;
    });
    await expect
      .poll(() => said)
      .toBe(`another run of the tests (process ${holder}) is at work here; this one waits\n`);
    second.kill();
    await expect.poll(() => second.signalCode).toBe('SIGTERM');
    expect(readFileSync(lock, 'utf8')).toBe(holder);
  } finally {
    second.kill('SIGKILL');
    if (isOurs) rmSync(lock);
  }
});

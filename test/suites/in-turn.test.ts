// Runs of the tests in one checkout take turns: the others wait and report for which run, also where an ended run left
// its lock.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findProjectRoot } from '../../scripts/project-root.ts';

const TAKE_TURN = pathToFileURL(join(findProjectRoot(), 'scripts/tests/take-turn.mjs')).href;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'haze-turns-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process that waits for its turn, then does some work. */
function startRun(work: string) {
  const take = `import { appendFileSync } from 'node:fs';
    import { takeTurn } from '${TAKE_TURN}';
    await takeTurn(${JSON.stringify(folder)}, (pid) => console.log('waits for', pid), 5);
    const note = (word) => appendFileSync(${JSON.stringify(join(folder, 'notes'))}, word + '\\n');`;
  return spawn(process.execPath, ['--input-type=module', '--eval', `${take}\n${work}`]);
}

test('a second run waits for the first, and can be stopped while it waits', async () => {
  writeFileSync(join(folder, 'tests.lock.1'), String(process.pid));
  const second = startRun('');
  try {
    const [said] = await once(second.stdout, 'data');
    expect(String(said)).toBe(`waits for ${process.pid}\n`);
    second.kill();
    await once(second, 'exit');
    expect(readdirSync(folder)).toEqual(['tests.lock.1']);
  } finally {
    second.kill('SIGKILL');
  }
});

test('runs that find the lock of an ended process go on one at a time', async () => {
  const ended = startRun('');
  await once(ended, 'exit');
  writeFileSync(join(folder, 'tests.lock.1'), String(ended.pid));
  appendFileSync(join(folder, 'notes'), '');
  const work = "note('begins'); await new Promise((go) => setTimeout(go, 20)); note('ends');";
  const runs = Array.from({ length: 8 }, () => startRun(work));
  const ends = await Promise.all(runs.map((run) => once(run, 'exit')));
  expect(ends.map(([status]) => status)).toEqual(runs.map(() => 0));
  const notes = readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n');
  expect(notes).toEqual(runs.flatMap(() => ['begins', 'ends']));
});

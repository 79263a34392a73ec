// Test runs in one checkout take turns. The others wait and report which run they are waiting for, even if a run that
// has exited left its lock behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** A process that waits for its turn and then does some work. */
function startRun(work: string) {
  const take = `import { appendFileSync } from 'node:fs';
    import { takeTurn } from '${TAKE_TURN}';
    const takeOne = () => takeTurn(${JSON.stringify(folder)}, (pid) => console.log('waits for', pid), 5);
    const note = (word) => appendFileSync(${JSON.stringify(join(folder, 'notes'))}, word + '\\n');`;
  return spawn(process.execPath, ['--input-type=module', '--eval', `${take}\n${work}`]);
}

test('a second run waits for the first, and can be stopped while it waits', async () => {
  writeFileSync(join(folder, `tests.turn.${process.pid}`), '');
  const second = startRun('await takeOne();');
  try {
    const [said] = await once(second.stdout, 'data');
    expect(String(said)).toBe(`waits for ${process.pid}\n`);
    second.kill();
    await once(second, 'exit');
    expect(readdirSync(folder)).toEqual([`tests.turn.${process.pid}`]);
  } finally {
    second.kill('SIGKILL');
  }
});

test('runs take place one at a time even if a process that has exited left its file behind', async () => {
  const ended = startRun('');
  await once(ended, 'exit');
  writeFileSync(join(folder, `tests.turn.${ended.pid}`), '');
  await expectTurns({ runs: 8, turns: 1 });
});

test('a run detects another run that began while it was checking', async () => {
  const ended = startRun('');
  await once(ended, 'exit');
  writeFileSync(join(folder, `tests.turn.${ended.pid}`), '');
  // This process takes its turn at the very moment when the run checks whether the exited process still exists.
  const run = startRun(`const { kill } = process;
    process.kill = (...words) => {
      process.kill = kill;
      appendFileSync(${JSON.stringify(join(folder, `tests.turn.${process.pid}`))}, '');
      return kill(...words);
    };
    await takeOne();`);
  try {
    const [said] = await Promise.race([once(run.stdout, 'data'), once(run, 'exit')]);
    expect(String(said)).toBe(`waits for ${process.pid}\n`);
  } finally {
    run.kill('SIGKILL');
  }
});

test('two runs never take place at once, even if other runs end while they are checking', async () => {
  await expectTurns({ runs: 4, turns: 50 });
});

/** Starts runs simultaneously, and expects them to take turns. */
async function expectTurns({ runs: count, turns }: { runs: number; turns: number }): Promise<void> {
  const runs = Array.from({ length: count }, () =>
    startRun(`for (let left = ${turns}; left > 0; left -= 1) {
      const giveBack = await takeOne();
      note('begins');
      await new Promise((go) => setTimeout(go, ${turns === 1 ? 20 : 0}));
      note('ends');
      giveBack();
    }`),
  );
  const ends = await Promise.all(runs.map((run) => once(run, 'exit')));
  expect(ends.map(([status]) => status)).toEqual(runs.map(() => 0));
  const notes = readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n');
  expect(notes).toEqual(Array.from({ length: count * turns }, () => ['begins', 'ends']).flat());
}

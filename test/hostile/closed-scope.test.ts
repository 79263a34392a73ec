// The second line of defence: the objects that a program could still reach, in the workers and processes that run
// programs, if it ever got hold of a JavaScript object.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { distUrl } from '../../src/node/dist-url.ts';
import { openTaskRooms } from '../../src/node/isolation/task-room.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';

const folder = mkdtempSync(join(tmpdir(), 'haze-closed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Globals that provide access to the system, to the network, or to code compiled from strings. */
const OUTWARD =
  'process Buffer fetch WebSocket EventSource BroadcastChannel navigator eval Function setTimeout require module';

/** Records a scope's objects, and every path from a value to a constructor that compiles strings as code. */
const LOOK = `(names) => {
  const makers = { normal() {}, async asynchronous() {}, *stepwise() {}, async *both() {} };
  const made = Object.entries(makers).flatMap(([name, one]) => {
    try {
      one.constructor('return 1');
      return [name];
    } catch (error) {
      return error instanceof EvalError ? [] : [name + ': ' + error];
    }
  });
  return [...names.split(' ').filter((name) => name in globalThis), ...made];
}`;

test('code in a closed scope has no access to the system and cannot create code', async () => {
  const script = `const { parentPort } = require('node:worker_threads');
import(${JSON.stringify(distUrl('src/runtime/core/close-scope.js').href)}).then(({ closeScope }) => {
  const look = ${LOOK};
  const before = look(${JSON.stringify(OUTWARD)});
  closeScope();
  parentPort.postMessage({ before, after: look(${JSON.stringify(OUTWARD)}) });
});`;
  const worker = new Worker(script, { eval: true });
  const { before, after } = await new Promise<{ before: string[]; after: string[] }>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  expect(before).toEqual(expect.arrayContaining(['process', 'fetch', 'eval', 'normal', 'both']));
  expect(after).toEqual([]);
  await worker.terminate();
});

test("the scope of the command's worker is closed while a program runs", () => {
  // Loaded first in every thread. It inspects the scope repeatedly and records its last inspection.
  writeFileSync(
    join(folder, 'look.mjs'),
    `import { isMainThread, threadId } from 'node:worker_threads';
import { writeFileSync } from 'node:fs';
const look = ${LOOK};
if (!isMainThread) setInterval(() => {
  const left = look(${JSON.stringify(OUTWARD)});
  writeFileSync(${JSON.stringify(folder)} + '/left-' + threadId + '.json', JSON.stringify(left));
}, 5).unref();
`,
  );
  writeFileSync(join(folder, 'good.c'), 'int main(void) { return 4; }\n');
  const haze = fileURLToPath(distUrl('src/packed/haze.js'));
  const { status } = spawnSync(process.execPath, [haze, 'run', '--no-cache', 'good.c'], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: `--import=${join(folder, 'look.mjs')}` },
  });
  expect(status).toBe(4);
  const seen = readdirSync(folder).filter((name) => name.startsWith('left-'));
  const left = seen.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as string[]);
  expect(left).toContainEqual([]);
});

test.runIf(process.platform === 'linux')('a task’s process cannot create code from text', async () => {
  const rooms = openTaskRooms({ isolation: 'process', memoryBytes: 2 ** 30, say: () => undefined });
  const core = findDefaultCore('C0-S');
  const worker = rooms.open({ core }, core.MemorySize).createRunWorker();
  try {
    // If the test does not run as root, the process is a grandchild, and its parent is unshare or bwrap.
    const childrenOf = (pid: number | string): string[] =>
      readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    const commands = () =>
      [process.pid, ...childrenOf(process.pid)]
        .flatMap(childrenOf)
        .map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'));
    await expect
      .poll(commands)
      .toContainEqual(
        expect.arrayContaining([
          '--disallow-code-generation-from-strings',
          expect.stringContaining('task-process.js'),
        ]),
      );
  } finally {
    worker.terminate();
    rooms.close();
  }
});

// `npm test` and its relatives: builds what is missing, then runs the suites. Two runs in one checkout take turns, since
// both write to dist/. Plain JavaScript, because it runs before anything is compiled.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');
const lock = join(root, 'dist/tests.lock');
const POLL_MS = 500;

await takeTurn();
process.on('exit', () => rmSync(lock, { force: true }));
process.exitCode =
  (await run('npm', ['run', '--silent', 'build:missing'])) ||
  (await run(process.execPath, [join(root, 'dist/scripts/tests/run-tests.js'), ...process.argv.slice(2)]));

/** @returns {Promise<void>} once this process is the one that the lock names */
async function takeTurn() {
  mkdirSync(join(root, 'dist'), { recursive: true });
  for (let waited = false; ; waited = true) {
    const other = tryLock();
    if (other === undefined) return;
    if (!waited) console.log(`another run of the tests (process ${other}) is at work here; this one waits`);
    await wait(POLL_MS);
  }
}

/** @returns {number | undefined} the process that has the lock; undefined once this one has it */
function tryLock() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return undefined;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = Number(readHolder());
  if (holder > 0 && isAlive(holder)) return holder;
  // An ended process left the lock behind.
  rmSync(lock, { force: true });
  return tryLock();
}

function readHolder() {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return '';
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Runs a command to its end. A signal goes on to the command, and this process gives the turn back once it has ended.
 * @param {string} command
 * @param {readonly string[]} words
 */
async function run(command, words) {
  const child = spawn(command, words, { cwd: root, stdio: 'inherit' });
  const handOn = (signal) => child.kill(signal);
  process.on('SIGINT', handOn).on('SIGTERM', handOn);
  const [status] = await once(child, 'exit');
  process.off('SIGINT', handOn).off('SIGTERM', handOn);
  return status ?? 1;
}

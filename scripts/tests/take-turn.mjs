// The turn of a run of the tests: a file `tests.lock.N` that holds the number of a process. The highest N counts. Whoever
// finds its process dead makes the next N, which only one process can; nobody removes the file of another.
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 500;
const LOCK = /^tests\.lock\.(\d+)$/;

/**
 * Waits for the turn of this process, which lasts until it exits.
 * @param {string} folder
 * @param {(pid: number) => void} tellHolder called once when another process has the turn
 * @returns {Promise<void>}
 */
export async function takeTurn(folder, tellHolder, pollMs = POLL_MS) {
  mkdirSync(folder, { recursive: true });
  for (let isTold = false; ; isTold = true) {
    const holder = tryLock(folder);
    if (holder === undefined) return;
    if (!isTold) tellHolder(holder);
    await wait(pollMs);
  }
}

/** @returns {number | undefined} the process that has the turn; undefined once this one has it */
function tryLock(folder) {
  for (;;) {
    const numbers = readdirSync(folder).map((name) => Number(LOCK.exec(name)?.[1] ?? 0));
    const last = Math.max(0, ...numbers);
    try {
      const holder = last === 0 ? 0 : Number(readFileSync(lockOf(folder, last), 'utf8'));
      if (holder > 0 && isAlive(holder)) return holder;
      makeLock(folder, last + 1);
      return undefined;
    } catch (error) {
      // Another run ended or began in between.
      if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
    }
  }
}

/** Makes a lock with its content at once, or throws EEXIST. */
function makeLock(folder, number) {
  const own = join(folder, `tests.turn.${process.pid}`);
  const lock = lockOf(folder, number);
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, lock);
  } finally {
    rmSync(own);
  }
  process.on('exit', () => rmSync(lock, { force: true }));
}

function lockOf(folder, number) {
  return join(folder, `tests.lock.${number}`);
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

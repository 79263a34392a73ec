// The turn of a test run: an empty file `tests.turn.PID`. A run has the turn if it has written its file and finds no
// other live process's file. Two runs therefore never have the turn at the same time, regardless of when other runs
// start or finish.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 500;
const TURN = /^tests\.turn\.(\d+)$/;

/**
 * Waits for this process's turn, which lasts until the process exits or releases it.
 * @param {string} folder
 * @param {(pid: number) => void} tellHolder called once if another process has the turn
 * @returns {Promise<() => void>} a function that releases the turn
 */
export async function takeTurn(folder, tellHolder, pollMs = POLL_MS) {
  mkdirSync(folder, { recursive: true });
  for (let isTold = false; ; isTold = true) {
    const other = tryTurn(folder);
    if (other === undefined) break;
    if (!isTold) tellHolder(other);
    // Runs that have collided both back off, for different lengths of time.
    await wait(pollMs * (0.5 + Math.random()));
  }
  const giveBack = () => {
    process.off('exit', giveBack);
    rmSync(fileOf(folder, process.pid), { force: true });
  };
  process.on('exit', giveBack);
  return giveBack;
}

/**
 * @returns {number | undefined} another process that has the turn or is trying to get it; undefined once this process
 * has it
 */
function tryTurn(folder) {
  const before = findOther(folder);
  if (before !== undefined) return before;
  writeFileSync(fileOf(folder, process.pid), '');
  const other = findOther(folder);
  if (other !== undefined) rmSync(fileOf(folder, process.pid));
  return other;
}

/**
 * @returns {number | undefined} another live process that has a file. Removes the files of processes that have
 * exited.
 */
function findOther(folder) {
  const pids = readdirSync(folder).map((name) => Number(TURN.exec(name)?.[1] ?? process.pid));
  for (const pid of pids) {
    if (pid === process.pid) continue;
    if (isAlive(pid)) return pid;
    rmSync(fileOf(folder, pid), { force: true });
  }
  return undefined;
}

function fileOf(folder, pid) {
  return join(folder, `tests.turn.${pid}`);
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

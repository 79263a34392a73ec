// Priorities of task processes. Two kinds of process get a lower priority: those started before any task needs them,
// and long tasks while other accounts' tasks are running. If a processor is idle, priorities make no difference.
import { readdir, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { findInnermost } from './task-limits.ts';

/**
 * The usual priority, and two lower priorities with a third and a tenth of the usual share of a contended processor.
 */
export type Niceness = 0 | 5 | 10;

export const USUAL: Niceness = 0;
/** Priority of a long task while another account's task is running. Otherwise, a task keeps the usual priority. */
export const LONG_TASK: Niceness = 5;
/** Priority of a process that starts before any task needs it. */
export const EARLY: Niceness = 10;

/** Running time after which a task counts as long. */
export const LONG_TASK_MS = 1000;

/** True if the server may restore the usual priority. */
function mayRaise(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

/** Sets a process's priority, if the server may later restore the usual priority. No result depends on priorities. */
export async function setNiceness(started: number, niceness: Niceness): Promise<void> {
  if (!mayRaise()) return;
  const pid = await findInnermost(started);
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  for (const thread of threads) {
    try {
      setPriority(Number(thread), niceness);
    } catch {
      // The thread has exited, or permission is missing.
    }
  }
  // Linux may first divide CPU time among sessions, and each task has its own session.
  await writeFile(`/proc/${pid}/autogroup`, String(niceness)).catch(() => undefined);
}

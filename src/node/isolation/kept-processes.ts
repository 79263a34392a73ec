// Processes that have finished a task and wait for another task of the same account. Their number and waiting time
// are limited, because each holds some 12 MB.
import type { TaskProcess } from './task-process-child.ts';

/** Maximum time that a process waits. */
const KEPT_MS = 120_000;
/**
 * Waiting time after which a process may be evicted by a newer one; accounts that take turns keep their processes.
 */
const SETTLED_MS = 5_000;

interface Kept {
  readonly name: string;
  readonly process: TaskProcess;
  readonly sinceMs: number;
}

export class KeptProcesses {
  readonly #most: number;
  /** Ordered with the longest-waiting process first. */
  #kept: Kept[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** Removes and returns the process that most recently began to wait under this name. */
  take(name: string | undefined): TaskProcess | undefined {
    for (let at = this.#kept.length - 1; at >= 0; at -= 1) {
      const { name: found, process } = this.#kept[at]!;
      if (found !== name && !process.isEnded) continue;
      this.#kept.splice(at, 1);
      if (!process.isEnded) return process;
    }
    return undefined;
  }

  /** Keeps a process, which may still be cleaning up; a process that has grown exits by itself. */
  keep(name: string, process: TaskProcess): void {
    const nowMs = performance.now();
    this.#kept = this.#kept.filter((one) => !one.process.isEnded);
    const oldest = this.#kept[0];
    if (this.#kept.length >= this.#most && oldest && nowMs - oldest.sinceMs > SETTLED_MS) {
      this.#kept.shift();
      oldest.process.kill();
    }
    if (this.#isClosed || this.#kept.length >= this.#most) return process.kill();
    this.#kept.push({ name, process, sinceMs: nowMs });
    this.#endOldLater();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const { process } of this.#kept) process.kill();
    this.#kept = [];
  }

  #endOldLater(): void {
    clearTimeout(this.#timer);
    const oldest = this.#kept[0];
    if (!oldest) return;
    this.#timer = setTimeout(
      () => {
        while (this.#kept[0] && performance.now() - this.#kept[0].sinceMs >= KEPT_MS) {
          this.#kept.shift()!.process.kill();
        }
        this.#endOldLater();
      },
      Math.max(0, oldest.sinceMs + KEPT_MS - performance.now()),
    );
    this.#timer.unref();
  }
}

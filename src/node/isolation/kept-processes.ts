// Processes that have finished a task and are waiting for another task from the same account. Their number and waiting
// time are limited, because each holds about 12 MB.
import type { TaskProcess } from './task-process-child.ts';

/** Maximum time that a process waits. */
const KEPT_MS = 120_000;
/**
 * Waiting time after which a process may be evicted by a newer one. Accounts that take turns thus keep their processes.
 */
const SETTLED_MS = 5_000;

interface Kept {
  readonly name: string;
  readonly process: TaskProcess;
  readonly sinceMs: number;
  /** Kills the process after its maximum time. */
  readonly timer: NodeJS.Timeout;
}

export class KeptProcesses {
  readonly #most: number;
  /** The kept processes, the longest-waiting first. */
  #kept: Kept[] = [];
  #isClosed = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** Removes and returns the process that most recently began to wait under this name; it may still be cleaning up. */
  take(name: string | undefined): TaskProcess | undefined {
    this.#dropEnded();
    const at = this.#kept.findLastIndex((one) => one.name === name);
    const [taken] = at < 0 ? [] : this.#kept.splice(at, 1);
    clearTimeout(taken?.timer);
    return taken?.process;
  }

  /** Keeps a process, which may still be cleaning up. A process that has grown too much exits by itself. */
  keep(name: string, process: TaskProcess): void {
    this.#dropEnded();
    const sinceMs = performance.now();
    const oldest = this.#kept[0];
    if (this.#kept.length >= this.#most && oldest && sinceMs - oldest.sinceMs > SETTLED_MS) {
      oldest.process.kill();
      this.#dropEnded();
    }
    if (this.#isClosed || this.#kept.length >= this.#most) {
      process.kill();
      return;
    }
    const timer = setTimeout(() => process.kill(), KEPT_MS).unref();
    this.#kept.push({ name, process, sinceMs, timer });
  }

  close(): void {
    this.#isClosed = true;
    for (const { process } of this.#kept) process.kill();
    this.#dropEnded();
  }

  #dropEnded(): void {
    for (const { process, timer } of this.#kept) if (process.isEnded) clearTimeout(timer);
    this.#kept = this.#kept.filter(({ process }) => !process.isEnded);
  }
}

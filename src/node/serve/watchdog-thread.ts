// The watching side of watchdog.ts. It measures the CPU time of the watched thread, if the system reports it: on a busy
// machine, a thread that is waiting for its turn is not stuck. It counts its own ticks and reads no clock, so time
// during which the machine slept or the process was stopped does not count.
import { readFileSync, writeSync } from 'node:fs';
import type { MessagePort } from 'node:worker_threads';

export interface Watch {
  /** A single number, which the watched thread increments. */
  readonly turns: Int32Array;
  readonly warnMs: number;
  readonly endMs: number;
}

/** Reports the start of some work, or its completion if the name is undefined. */
export interface WatchNews {
  readonly id: number;
  readonly name?: string;
}

const TICK_MS = 250;
/**
 * Multiplier for the time limit of a thread that neither responds nor computes, for example while it waits for a
 * disk.
 */
const IDLE_TIMES = 10;
/** Length of a clock tick in Linux's /proc. */
const JIFFY_MS = 10;
const MOST_NAMED = 8;
const STDERR = 2;

/** Watches until the thread exits. */
export function watchTurns({ turns, warnMs, endMs }: Watch, port: MessagePort): void {
  const underWay = new Map<number, string>();
  port.on('message', ({ id, name }: WatchNews) => {
    if (name === undefined) underWay.delete(id);
    else underWay.set(id, name);
  });
  let seen = -1;
  let stillTicks = 0;
  let usedBefore = 0;
  let hasWarned = false;
  setInterval(() => {
    const now = Atomics.load(turns, 0);
    if (now !== seen) {
      seen = now;
      stillTicks = 0;
      usedBefore = maybeProcessorMs() ?? 0;
      hasWarned = false;
      return;
    }
    stillTicks += 1;
    const stillMs = stillTicks * TICK_MS;
    const used = maybeProcessorMs();
    const busyMs = used === undefined ? stillMs : Math.max(used - usedBefore, stillMs / IDLE_TIMES);
    const isLate = busyMs >= endMs;
    if (!isLate && (hasWarned || busyMs < warnMs)) return;
    hasWarned = true;
    say(`the main thread was blocked for ${stillMs / 1000} s; ${describe([...underWay.values()])}`);
    if (!isLate) return;
    say('it is still blocked: the process exits, to be restarted');
    process.kill(process.pid, 'SIGKILL');
  }, TICK_MS);
}

/** CPU time of the main thread; undefined if the system does not report it. */
function maybeProcessorMs(): number | undefined {
  try {
    const line = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1');
    // The name in brackets may contain spaces. The fields after it include utime and stime, fields 14 and 15 in
    // proc(5).
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * JIFFY_MS;
  } catch {
    return undefined;
  }
}

/** The most recent work comes first, because it is the likeliest cause. */
function describe(names: readonly string[]): string {
  if (names.length === 0) return 'nothing was in progress';
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : '';
  return `under way: ${names.toReversed().slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** Writes to the descriptor itself: this thread's streams go through the main thread, which hangs. */
function say(message: string): void {
  try {
    writeSync(STDERR, `error haze: ${message}\n`);
  } catch {
    // Nobody reads stderr.
  }
}

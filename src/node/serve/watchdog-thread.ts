// The watching side of watchdog.ts. It measures the processor time of the watched thread, where the system reports it:
// on a busy machine a thread that waits for its turn is not stuck. It counts its own ticks and reads no clock, so a
// machine that slept, or a process that was stopped, has missed none.
import { readFileSync, writeSync } from 'node:fs';
import type { MessagePort } from 'node:worker_threads';

export interface Watch {
  /** One number, which the watched thread increments. */
  readonly turns: Int32Array;
  readonly warnMs: number;
  readonly endMs: number;
}

/** Start of some work, or its end when the name is absent. */
export interface WatchNews {
  readonly id: number;
  readonly name?: string;
}

const TICK_MS = 250;
/** Factor on the limit of a thread that neither responds nor computes, for example while it waits for a disk. */
const IDLE_TIMES = 10;
/** Clock ticks per second in Linux's /proc. */
const JIFFY_MS = 10;
const MOST_NAMED = 8;
const STDERR = 2;

/** Watches until the thread ends. */
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

/** Processor time of the main thread; undefined if the system does not report it. */
function maybeProcessorMs(): number | undefined {
  try {
    const line = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1');
    // The name in brackets may contain spaces. The fields after it include utime and stime, 14 and 15 in proc(5).
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * JIFFY_MS;
  } catch {
    return undefined;
  }
}

/** The newest work comes first, as the likeliest cause. */
function describe(names: readonly string[]): string {
  if (names.length === 0) return 'nothing was in progress';
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : '';
  return `under way: ${names.toReversed().slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** Streams of this thread go through the main thread, which hangs. */
function say(message: string): void {
  try {
    writeSync(STDERR, `error haze: ${message}\n`);
  } catch {
    // Nobody reads.
  }
}

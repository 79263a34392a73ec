// The watching side of watchdog.ts. It counts its own ticks and reads no clock: a machine that slept, or a process that was
// stopped, has missed none.
import { writeSync } from 'node:fs';
import type { MessagePort } from 'node:worker_threads';

export interface Watch {
  /** One number, which the watched thread counts up. */
  readonly turns: Int32Array;
  readonly warnMs: number;
  readonly endMs: number;
}

/** Work that begins, or without a name ends. */
export interface WatchNews {
  readonly id: number;
  readonly name?: string;
}

const TICK_MS = 250;
const MOST_NAMED = 8;
const STDERR = 2;

/** Watches until the thread is ended. */
export function watchTurns({ turns, warnMs, endMs }: Watch, port: MessagePort): void {
  const underWay = new Map<number, string>();
  port.on('message', ({ id, name }: WatchNews) => {
    if (name === undefined) underWay.delete(id);
    else underWay.set(id, name);
  });
  let seen = -1;
  let stillTicks = 0;
  setInterval(() => {
    const now = Atomics.load(turns, 0);
    stillTicks = now === seen ? stillTicks + 1 : 0;
    seen = now;
    const stillMs = stillTicks * TICK_MS;
    const isLate = stillMs >= endMs;
    if (!isLate && (stillMs < warnMs || stillMs - TICK_MS >= warnMs)) return;
    say(`nothing was answered for ${stillMs / 1000} s; ${describe([...underWay.values()])}`);
    if (!isLate) return;
    say('it does not go on: the process ends, to be started again');
    process.kill(process.pid, 'SIGKILL');
  }, TICK_MS);
}

/** The newest first: it is the likeliest cause. */
function describe(names: readonly string[]): string {
  if (names.length === 0) return 'no request is under way';
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : '';
  return `under way: ${names.toReversed().slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** Streams of this thread go through the one that stands still. */
function say(message: string): void {
  try {
    writeSync(STDERR, `error haze: ${message}\n`);
  } catch {
    // Nobody reads.
  }
}

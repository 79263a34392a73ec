// A thread that watches this process's event loop. After a second without a turn, it writes the requests in progress to
// stderr; after half a minute, it kills the process, which the supervisor then restarts. Stores survive this like any
// other kill.
import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { distUrl } from '../dist-url.ts';
import type { LogEvent } from '../logs/log-events.ts';
import type { Watch, WatchNews } from './watchdog-thread.ts';

export interface Watchdog {
  /** Records running work, such as a request, under a name; the returned function records its completion. */
  begin(name: string): () => void;
  /** Records builds and tasks from start to finish. */
  hear(event: LogEvent): void;
  close(): void;
}

export interface WatchLimits {
  /** Time without a turn of the event loop before a report is written. */
  readonly warnMs: number;
  /** Time without a turn of the event loop before the process is killed. */
  readonly endMs: number;
}

const LIMITS: WatchLimits = { warnMs: 1000, endMs: 30_000 };
const TURN_MS = 100;
const HEAP_MEGABYTES = 16;

/** Watches the calling thread. Under a debugger, a stall is logged but nothing is killed. */
export function startWatchdog({ warnMs, endMs } = LIMITS): Watchdog {
  const turns = new Int32Array(new SharedArrayBuffer(4));
  const isDebugged = inspectorUrl() !== undefined;
  const workerData: Watch = { turns, warnMs, endMs: isDebugged ? Number.POSITIVE_INFINITY : endMs };
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MEGABYTES };
  const worker = new Worker(distUrl('workers/watchdog-node.js'), {
    execArgv: [],
    workerData,
    resourceLimits,
  });
  worker.unref();
  const timer = setInterval(() => Atomics.add(turns, 0, 1), TURN_MS).unref();
  let last = 0;
  const post = (news: WatchNews) => worker.postMessage(news);
  const begin = (name: string) => {
    const id = ++last;
    post({ id, name });
    return () => post({ id });
  };
  const jobs = new Map<string, () => void>();
  return {
    begin,
    hear(event) {
      if (event.what === 'started') jobs.set(event.id, begin(`${event.kind} ${event.id}`));
      if (event.what !== 'ended') return;
      jobs.get(event.id)?.();
      jobs.delete(event.id);
    },
    close() {
      clearInterval(timer);
      void worker.terminate();
    },
  };
}

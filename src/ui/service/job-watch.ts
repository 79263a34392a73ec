// Waits for builds and tasks to end. Each job event triggers a read of the record. The record is also polled
// occasionally, because an event may be lost, or a page from another version may be processing the job.
import type { JobChange } from '../../client/index.ts';

const ASK_AGAIN_MS = 2000;

/** Subscription to job changes; `Connection.onJobChange` has this type. */
export type ListenToJobs = (listener: (job: JobChange) => void) => () => void;

export interface WatchOptions<Job> {
  /** Creates the job; events that arrive during the call are buffered. */
  readonly create: () => Promise<Job>;
  readonly idOf: (job: Job) => string;
  readonly listen: ListenToJobs;
  readonly read: (job: Job) => Promise<Job>;
  /** Called with each record in order, starting with the record of the created job. */
  readonly onRecord: (job: Job) => Promise<void> | void;
  readonly hasEnded: (job: Job) => boolean;
  readonly signal: AbortSignal;
}

/**
 * Creates a job and polls it until it finishes; returns its last record. On abort, rejects with the signal's reason.
 */
export async function watchJob<Job>(options: WatchOptions<Job>): Promise<Job> {
  const { create, idOf, listen, read, onRecord, hasEnded, signal } = options;
  let wake: () => void = () => undefined;
  let id: string | undefined;
  /** Jobs that changed before the ID of our job was known. */
  const changed = new Set<string>();
  let isStale = false;
  const notice = () => {
    isStale = true;
    wake();
  };
  const stopListening = listen((job) => {
    if (id === undefined) changed.add(job.id);
    else if (job.id === id) notice();
  });
  signal.addEventListener('abort', notice);
  try {
    let job = await create();
    id = idOf(job);
    isStale = changed.has(id);
    for (;;) {
      signal.throwIfAborted();
      await onRecord(job);
      if (hasEnded(job)) return job;
      if (!isStale)
        await untilWoken((resolve) => {
          wake = resolve;
        });
      signal.throwIfAborted();
      isStale = false;
      job = await read(job);
    }
  } finally {
    stopListening();
    signal.removeEventListener('abort', notice);
  }
}

function untilWoken(keep: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ASK_AGAIN_MS);
    keep(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

// Waits for builds and tasks to end. Asks the service whenever there is news of the job; and now and then without any,
// for news that was lost or a job that a page of another version works on.
import type { JobChange } from '../../client/index.ts';

const ASK_AGAIN_MS = 2000;

/** How to hear of changes; what `Connection.onJobChange` is. */
export type ListenToJobs = (listener: (job: JobChange) => void) => () => void;

export interface WatchOptions<Job> {
  readonly id: string;
  readonly listen: ListenToJobs;
  readonly read: () => Promise<Job>;
  /** Called with every record that was read, one after the other. */
  readonly onRecord: (job: Job) => Promise<void> | void;
  readonly hasEnded: (job: Job) => boolean;
  readonly signal: AbortSignal;
}

/** Reads the job until it has ended; answers its last record. Rejects with the signal's reason when that fires. */
export async function watchJob<Job>(options: WatchOptions<Job>): Promise<Job> {
  const { id, listen, read, onRecord, hasEnded, signal } = options;
  let wake: () => void = () => undefined;
  let isStale = false;
  const notice = () => {
    isStale = true;
    wake();
  };
  const stopListening = listen((job) => {
    if (job.id === id) notice();
  });
  signal.addEventListener('abort', notice);
  try {
    for (;;) {
      isStale = false;
      const job = await read();
      signal.throwIfAborted();
      await onRecord(job);
      if (hasEnded(job)) return job;
      if (!isStale)
        await untilWoken((resolve) => {
          wake = resolve;
        });
      signal.throwIfAborted();
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

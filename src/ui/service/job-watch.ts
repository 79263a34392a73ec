// Waits for builds and tasks to end. Asks the service whenever there is news of the job; and now and then without any,
// for news that was lost or a job that a page of another version works on.
import type { JobChange } from '../../client/index.ts';

const ASK_AGAIN_MS = 2000;

/** Subscription to job changes; `Connection.onJobChange` has this type. */
export type ListenToJobs = (listener: (job: JobChange) => void) => () => void;

export interface WatchOptions<Job> {
  /** Makes the job; what happens to it meanwhile is heard. */
  readonly create: () => Promise<Job>;
  readonly idOf: (job: Job) => string;
  readonly listen: ListenToJobs;
  readonly read: (job: Job) => Promise<Job>;
  /** Called with every record, the created one first, one after the other. */
  readonly onRecord: (job: Job) => Promise<void> | void;
  readonly hasEnded: (job: Job) => boolean;
  readonly signal: AbortSignal;
}

/** Makes a job and reads it until it has ended; answers its last record. Rejects with the signal's reason when that fires. */
export async function watchJob<Job>(options: WatchOptions<Job>): Promise<Job> {
  const { create, idOf, listen, read, onRecord, hasEnded, signal } = options;
  let wake: () => void = () => undefined;
  let id: string | undefined;
  /** Jobs that changed before it was known which is ours. */
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

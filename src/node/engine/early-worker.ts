// A worker started while its program is still being built or read, so that the worker loads in the meantime, in its own
// thread.
import type { RunWorker } from '../../runtime/running/run-program.ts';

export interface EarlyWorker {
  /** Returns the early worker on the first call, and a new worker on each later call. */
  readonly createWorker: () => RunWorker;
  /** Terminates the worker if no caller has requested it. */
  readonly close: () => void;
}

/** Starts a worker now. */
export function startEarly(create: () => RunWorker): EarlyWorker {
  let waiting: RunWorker | undefined = create();
  let death: string | undefined;
  // Without a listener, a worker's crash would terminate the process.
  waiting.onFailure((reason) => {
    death ??= reason;
  });
  return {
    createWorker() {
      const worker = waiting;
      waiting = undefined;
      return worker === undefined || death !== undefined ? create() : worker;
    },
    close: () => waiting?.terminate(),
  };
}

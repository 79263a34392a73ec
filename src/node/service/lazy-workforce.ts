// A workforce that is loaded when there is work: the compiler, the runtime and their drivers make up more than half of
// the program, and a service in memory has no work at startup.
import type { Workforce, WorkforceOptions } from './workforce.ts';

/** A workforce that starts on the first announcement. */
export function createLazyWorkforce(options: WorkforceOptions): Workforce {
  let started: Promise<Workforce> | undefined;
  let isClosed = false;
  const start = () => {
    started ??= import('./workforce.ts').then(({ startWorkforce }) => startWorkforce(options));
    return started;
  };
  return {
    announce() {
      if (isClosed) return;
      start().then(
        (workforce) => workforce.announce(),
        (error: unknown) => options.reportError(error, ''),
      );
    },
    restartAround: async (work) => (started ? (await started).restartAround(work) : work()),
    async close(graceMs) {
      isClosed = true;
      await (await started)?.close(graceMs);
    },
  };
}

/** No workforce: other processes that share the store run the jobs. */
export function createNoWorkforce(): Workforce {
  return { announce: () => undefined, restartAround: (work) => work(), close: async () => undefined };
}

// A simulated worker: its service lives in this thread, behind a channel that copies messages as a real worker's would.
import { type RemoteWorker, serveWorker } from '../../src/jobs/records/remote.ts';

type Calls<Service> = { readonly [Name in keyof Service]: (...args: never[]) => Promise<unknown> };

export interface WorkerInThread extends RemoteWorker {
  isEnded: boolean;
  /** Simulates the worker's death. */
  fail(reason: string, isHeapFull?: boolean): void;
}

/** Starts the service that `create` builds from its host's calls. */
export function startInThread<Service extends Calls<Service>, Host extends Calls<Host>>(
  create: (host: Host) => Service,
): WorkerInThread {
  const inside: ((event: Event) => void)[] = [];
  const outside: ((message: unknown) => void)[] = [];
  const failures: ((reason: string, isHeapFull?: boolean) => void)[] = [];
  serveWorker(
    {
      addEventListener: (_type, listener) => inside.push(listener),
      postMessage(message) {
        const data = structuredClone(message);
        queueMicrotask(() => {
          for (const listener of outside) listener(data);
        });
      },
    },
    create,
  );
  return {
    isEnded: false,
    post(message) {
      const data = structuredClone(message);
      queueMicrotask(() => {
        for (const listener of inside) listener(new MessageEvent('message', { data }));
      });
    },
    onMessage: (listener) => outside.push(listener),
    onFailure: (listener) => failures.push(listener),
    terminate() {
      this.isEnded = true;
    },
    fail(...reason) {
      for (const listener of failures) listener(...reason);
    },
  };
}

// Keeps one worker for many consecutive runs, so that the next run needs no new worker, kernels or compilation.
// Stopping a run terminates its worker, and the next run gets a new one.
import type { RunMessage, RunWorkerRequest } from './run-messages.ts';
import type { RunWorker } from './run-program.ts';

export interface KeptWorker {
  /** Creates the worker for `runProgram`, to be used for one run at a time. */
  readonly createWorker: () => RunWorker;
  /** Terminates the worker. */
  readonly close: () => void;
}

interface Listeners {
  readonly message: ((message: RunMessage) => void)[];
  readonly failure: ((reason: string) => void)[];
}

/** @param createWorker creates a new worker */
export function keepWorker(createWorker: () => RunWorker): KeptWorker {
  let worker: RunWorker | undefined;
  let listeners: Listeners = { message: [], failure: [] };
  /** True if the worker's last run is over. */
  let isIdle = true;
  const open = (): RunWorker => {
    const opened = createWorker();
    opened.onMessage((message) => {
      if (worker !== opened) return;
      if (message.kind === 'end') isIdle = true;
      for (const listen of listeners.message) listen(message);
    });
    opened.onFailure((reason) => {
      if (worker !== opened) return;
      worker = undefined;
      isIdle = true;
      for (const listen of listeners.failure) listen(reason);
    });
    return opened;
  };
  const end = () => {
    const ended = worker;
    worker = undefined;
    isIdle = true;
    ended?.terminate();
  };
  return {
    createWorker: () => {
      const own: Listeners = { message: [], failure: [] };
      listeners = own;
      return {
        post: (message: RunWorkerRequest) => {
          worker ??= open();
          isIdle = false;
          worker.post(message);
        },
        onMessage: (listener) => own.message.push(listener),
        onFailure: (listener) => own.failure.push(listener),
        terminate: () => {
          if (listeners === own) listeners = { message: [], failure: [] };
          if (!isIdle) end();
        },
      };
    },
    close: end,
  };
}

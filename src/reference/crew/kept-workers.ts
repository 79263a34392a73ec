// Workers that stay for the next Reference task: followed draws need several, and each starts with loaded code and,
// where the program is the same, with a marked program.
import type { RunMessage } from '../../runtime/running/run-messages.ts';
import type { RunWorker } from '../../runtime/running/run-program.ts';
import type { ReferenceAnswer, ReferenceRequest } from '../program/reference-messages.ts';
import type { ReferenceWorker } from './reference-crew.ts';

interface Kept {
  readonly worker: ReferenceWorker;
  /** Listener of the current task. */
  listen: (message: ReferenceAnswer) => void;
  fail: (reason: string) => void;
  isBusy: boolean;
}

/** Keeps idle workers until they are closed. A worker that is terminated while it is busy ends. */
export class KeptWorkers {
  readonly #create: () => ReferenceWorker;
  readonly #idle: Kept[] = [];

  /** @param create makes a new worker */
  constructor(create: () => ReferenceWorker) {
    this.#create = create;
  }

  /** Gives an idle worker, or a new one. */
  readonly createWorker = (): ReferenceWorker => {
    const kept = this.#idle.pop() ?? this.#keep(this.#create());
    return {
      post: (message) => {
        kept.isBusy = true;
        kept.worker.post(message);
      },
      onMessage: (listener) => {
        kept.listen = listener;
      },
      onFailure: (listener) => {
        kept.fail = listener;
      },
      terminate: () => {
        kept.listen = ignore;
        kept.fail = ignore;
        if (kept.isBusy) kept.worker.terminate();
        else this.#idle.push(kept);
      },
    };
  };

  /**
   * Makes workers for single runs, whose script takes Reference tasks, too: after its run such a worker stays here.
   * @param create makes a worker for a run
   */
  readonly lend = (create: () => RunWorker) => (): RunWorker => {
    const worker = create();
    let listen: (message: RunMessage) => void = ignore;
    let hasEnded = false;
    let kept: Kept | undefined;
    worker.onMessage((message) => {
      if (kept) return this.#take(kept, message as ReferenceAnswer);
      hasEnded ||= message.kind === 'end';
      listen(message);
    });
    return {
      post: (message) => worker.post(message),
      onMessage: (listener) => {
        listen = listener;
      },
      onFailure: (listener) =>
        worker.onFailure((reason) => (kept ? this.#lose(kept, reason) : listener(reason))),
      terminate: () => {
        if (!hasEnded) return worker.terminate();
        const post = (message: ReferenceRequest) => worker.post(message);
        const same = { post, onMessage: ignore, onFailure: ignore, terminate: () => worker.terminate() };
        kept = { worker: same, listen: ignore, fail: ignore, isBusy: false };
        this.#idle.push(kept);
      },
    };
  };

  /** Ends the idle workers. */
  close(): void {
    for (const { worker } of this.#idle.splice(0)) worker.terminate();
  }

  #keep(worker: ReferenceWorker): Kept {
    const kept: Kept = { worker, listen: ignore, fail: ignore, isBusy: false };
    worker.onMessage((message) => this.#take(kept, message));
    worker.onFailure((reason) => this.#lose(kept, reason));
    return kept;
  }

  #take(kept: Kept, message: ReferenceAnswer): void {
    if (message.kind === 'ready' || message.kind === 'refused') kept.isBusy = false;
    if (message.kind === 'block') kept.isBusy = !message.isLast;
    kept.listen(message);
  }

  #lose(kept: Kept, reason: string): void {
    const at = this.#idle.indexOf(kept);
    if (at >= 0) this.#idle.splice(at, 1);
    kept.fail(reason);
  }
}

function ignore(): void {}

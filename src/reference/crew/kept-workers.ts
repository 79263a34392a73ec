// Workers that are reused for the next task in the same run. Second runs with more lanes, and passes over draws,
// therefore start with the code loaded and possibly with the program already marked.
import type { RunMessage, RunWorkerRequest } from '../../runtime/running/run-messages.ts';
import type { MessageWorker, RunWorker } from '../../runtime/running/run-program.ts';
import type { ReferenceAnswer, ReferenceRequest } from '../program/reference-messages.ts';
import type { ReferenceWorker } from './reference-crew.ts';

/** A worker for one kind of task, or for both kinds. */
type AnyWorker = MessageWorker<RunWorkerRequest | ReferenceRequest, RunMessage | ReferenceAnswer>;

interface Kept {
  readonly worker: Pick<AnyWorker, 'post' | 'terminate'>;
  /** True if the worker's script accepts single runs. Every script accepts Reference tasks. */
  readonly takesRuns: boolean;
  /** Listener for the current task. */
  listen: (message: RunMessage | ReferenceAnswer) => void;
  fail: (reason: string) => void;
  isBusy: boolean;
}

/** Keeps idle workers until they are closed. A worker terminated while busy is not reused. */
export class KeptWorkers {
  readonly #create: () => ReferenceWorker;
  readonly #idle: Kept[] = [];

  /** @param create creates a new worker for Reference tasks */
  constructor(create: () => ReferenceWorker) {
    this.#create = create;
  }

  /** Returns an idle worker, or a new one. */
  readonly createWorker = (): ReferenceWorker =>
    this.#hand(this.#idle.pop() ?? this.#keep(this.#create() as AnyWorker, false)) as ReferenceWorker;

  /**
   * Creates workers for single runs, with a script that also accepts Reference tasks. @param create creates a worker
   * for a run if none is idle
   */
  readonly lend = (create: () => RunWorker) => (): RunWorker => {
    const at = this.#idle.findIndex(({ takesRuns }) => takesRuns);
    const idle = at < 0 ? undefined : this.#idle.splice(at, 1)[0];
    return this.#hand(idle ?? this.#keep(create() as AnyWorker, true)) as RunWorker;
  };

  /** Terminates the idle workers. */
  close(): void {
    for (const { worker } of this.#idle.splice(0)) worker.terminate();
  }

  #hand(kept: Kept): AnyWorker {
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
  }

  #keep(worker: AnyWorker, takesRuns: boolean): Kept {
    const kept: Kept = { worker, takesRuns, listen: ignore, fail: ignore, isBusy: false };
    worker.onMessage((message) => this.#take(kept, message));
    worker.onFailure((reason) => this.#lose(kept, reason));
    return kept;
  }

  #take(kept: Kept, message: RunMessage | ReferenceAnswer): void {
    if (message.kind === 'end' || message.kind === 'ready' || message.kind === 'refused') kept.isBusy = false;
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

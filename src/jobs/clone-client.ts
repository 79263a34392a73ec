// Checks out repositories in a worker, so that unpacking them blocks nobody. Every repository gets a worker of its own,
// which ends with it: by being done, by failing, or because the build was cancelled.
import { HazeError } from '../errors/haze-error.ts';
import type { CheckedOut, CheckOutContext, CheckOutRequest } from '../repositories/check-out.ts';
import { answerQuestion } from './byte-questions.ts';
import type { CloneMessage, CloneRequest } from './clone-messages.ts';
import { untilNextTurn } from './file-slices.ts';

/** A repository's files, and what names all their paths and bytes, where whoever gave them has found that out. */
export interface TakenRepository extends CheckedOut {
  readonly contentHash?: string | undefined;
}

/** Gives the files of a repository: `checkOut` itself, or a worker that calls it. */
export type TakeRepository = (request: CheckOutRequest, context: CheckOutContext) => Promise<TakenRepository>;

/** A worker that runs workers/clone-worker.ts, as pages and Node both can offer it. */
export interface CloneWorker {
  post(message: CloneRequest): void;
  onMessage(listener: (message: CloneMessage) => void): void;
  /** Called when the worker dies by itself, with what is known of the reason. */
  onFailure(listener: (reason: string) => void): void;
  terminate(): void;
}

function died(reason: string): HazeError {
  return new HazeError(
    'clone-failed',
    `The worker that fetches repositories died (${reason}). Too little memory is the usual reason: close other pages, or keep large data outside of the repository.`,
  );
}

/** Makes what checks out in workers. */
export function createCloneClient(createWorker: () => CloneWorker): TakeRepository {
  return async (request, context) => {
    const { signal } = context;
    signal.throwIfAborted();
    const worker = createWorker();
    let onAbort: () => void = () => undefined;
    try {
      const files = new Map<string, Uint8Array>();
      return await new Promise<TakenRepository>((resolve, reject) => {
        onAbort = () => reject(signal.reason);
        signal.addEventListener('abort', onAbort);
        worker.onFailure((reason) => reject(died(reason)));
        worker.onMessage((message) => {
          if (message.kind === 'done')
            resolve({ ...message.result, files, contentHash: message.contentHash });
          else if (message.kind === 'files') {
            for (const [path, content] of message.files) files.set(path, content as Uint8Array);
            void untilNextTurn().then(() => worker.post({ kind: 'taken' }));
          } else if (message.kind === 'failure') reject(HazeError.fromJSON(message.error));
          else if (message.kind === 'report') context.report(message.message);
          else void answerQuestion(message, context.shelf).then((reply) => worker.post(reply));
        });
        worker.post({ kind: 'check-out', request });
      });
    } finally {
      signal.removeEventListener('abort', onAbort);
      worker.terminate();
    }
  };
}

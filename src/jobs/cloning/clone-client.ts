// Checks out repositories in a worker, so that unpacking them blocks nobody. Every repository gets a worker of its own,
// which ends with it: by being done, by failing, or because the build was cancelled.
import { HazeError } from '../../errors/haze-error.ts';
import type { CheckedOut, CheckOutContext, CheckOutRequest } from '../../repositories/check-out.ts';
import { type RemoteWorker, wrapWorker } from '../records/remote.ts';
import type { CloneHost, CloneService } from './clone-service.ts';

/** A repository's files, and what names all their paths and bytes, where whoever gave them has found that out. */
export interface TakenRepository extends CheckedOut {
  readonly contentHash?: string | undefined;
}

/** Gives the files of a repository: `checkOut` itself, or a worker that calls it. */
export type TakeRepository = (request: CheckOutRequest, context: CheckOutContext) => Promise<TakenRepository>;

function died(reason: string): HazeError {
  return new HazeError(
    'clone-failed',
    `The worker that fetches repositories died (${reason}). Too little memory is the usual reason: close other pages, or keep large data outside of the repository.`,
  );
}

/** Makes what checks out in workers, each of which runs workers/clone-worker.ts. */
export function createCloneClient(createWorker: () => RemoteWorker): TakeRepository {
  return async (request, { shelf, signal, report }) => {
    signal.throwIfAborted();
    const files = new Map<string, Uint8Array>();
    const host: CloneHost = {
      get: (key) => shelf.get(key),
      put: (key, bytes) => shelf.put(key, bytes),
      report: async (message) => report(message),
      takeFiles: async (slice) => {
        for (const [path, content] of slice) files.set(path, content as Uint8Array);
      },
    };
    const worker = wrapWorker<CloneService, CloneHost>(createWorker(), host, died);
    const cancel = () => worker.end(signal.reason);
    signal.addEventListener('abort', cancel);
    try {
      return { ...(await worker.ask((service) => service.checkOut(request))), files };
    } finally {
      signal.removeEventListener('abort', cancel);
      worker.end(undefined);
    }
  };
}

// Checks out repositories in workers, so that unpacking blocks no other work. Each repository gets its own worker,
// which exits when the check-out completes, fails or is cancelled.
import { HazeError } from '../../errors/haze-error.ts';
import type { CheckedOut, CheckOutContext, CheckOutRequest } from '../../repositories/check-out.ts';
import { type RemoteWorker, wrapWorker } from '../records/remote.ts';
import type { CloneHost, CloneService } from './clone-service.ts';

/** A repository's files, and the hash of all their paths and contents if it was computed. */
export interface TakenRepository extends CheckedOut {
  readonly contentHash?: string | undefined;
}

/** Returns the files of a repository: either `checkOut` itself, or a worker that calls it. */
export type TakeRepository = (request: CheckOutRequest, context: CheckOutContext) => Promise<TakenRepository>;

function died(reason: string): HazeError {
  return new HazeError(
    'clone-failed',
    `The worker that fetches repositories crashed (${reason}), usually because memory ran out. Close other pages, or keep large data outside the repository.`,
  );
}

function tookTooLong(url: string, mostMs: number): HazeError {
  return new HazeError(
    'clone-failed',
    `The repository ${url} was not fetched within ${mostMs / 60_000} minutes. Keep large data outside it, or import a zip of it.`,
  );
}

/** Time limit of a check-out, needed because a server may send its data byte by byte. */
const MOST_MS = 30 * 60_000;

/**
 * Creates a client that checks out repositories in workers, each of which runs workers/clone-worker.ts.
 * @param mostMs time limit of a check-out
 */
export function createCloneClient(createWorker: () => RemoteWorker, mostMs = MOST_MS): TakeRepository {
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
    const timer = setTimeout(() => worker.end(tookTooLong(request.url, mostMs)), mostMs);
    try {
      return { ...(await worker.ask((service) => service.checkOut(request))), files };
    } finally {
      signal.removeEventListener('abort', cancel);
      clearTimeout(timer);
      worker.end(undefined);
    }
  };
}

// The workers of `haze serve` that build and that fetch repositories, on Node's worker_threads.
import type { RemoteWorker } from '../../jobs/records/remote.ts';
import { openLimitedWorker } from './limited-worker.ts';

/** clang parses deeply nested sources by recursion. The heap is the Fortran front end's and the rewriter's. */
const COMPILER_LIMITS = { stackSizeMb: 64, maxOldGenerationSizeMb: 384 };
/** Names and places of 500 000 objects. */
const CLONE_LIMITS = { stackSizeMb: 4, maxOldGenerationSizeMb: 192 };

/** A fresh worker that builds. */
export function createNodeCompileWorker(): RemoteWorker {
  return openLimitedWorker('compile-worker-node.js', COMPILER_LIMITS);
}

/** A fresh worker that fetches a repository. */
export function createNodeCloneWorker(): RemoteWorker {
  return openLimitedWorker('clone-worker-node.js', CLONE_LIMITS);
}

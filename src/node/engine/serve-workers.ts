// The workers of `haze serve` that build and fetch repositories, using Node's worker_threads.
import type { RemoteWorker } from '../../jobs/records/remote.ts';
import { openLimitedWorker } from './limited-worker.ts';

/**
 * Limits of a compile worker: clang parses deeply nested sources recursively; the Fortran front end and the rewriter
 * use the heap.
 */
const COMPILER_LIMITS = { stackSizeMb: 64, maxOldGenerationSizeMb: 384 };
/** Limits of a clone worker: enough heap for the names and positions of 500 000 objects. */
const CLONE_LIMITS = { stackSizeMb: 4, maxOldGenerationSizeMb: 192 };

/** A new worker that builds. */
export function createNodeCompileWorker(): RemoteWorker {
  return openLimitedWorker('compile-worker-node.js', COMPILER_LIMITS);
}

/** A new worker that fetches a repository. */
export function createNodeCloneWorker(): RemoteWorker {
  return openLimitedWorker('clone-worker-node.js', CLONE_LIMITS);
}

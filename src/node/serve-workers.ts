// The workers of `haze serve` that build and that fetch repositories, on Node's worker_threads.
import type { CloneWorker } from '../jobs/clone-client.ts';
import type { CloneMessage, CloneRequest } from '../jobs/clone-messages.ts';
import type { CompileWorker } from '../jobs/compile-client.ts';
import type { CompileMessage, CompileOrder } from '../jobs/compile-messages.ts';
import { openLimitedWorker } from './limited-worker.ts';

/** clang parses deeply nested sources by recursion. The heap is the Fortran front end's and the rewriter's. */
const COMPILER_LIMITS = { stackSizeMb: 64, maxOldGenerationSizeMb: 384 };
const CLONE_LIMITS = { stackSizeMb: 4 };

/** A fresh worker that builds. */
export function createNodeCompileWorker(): CompileWorker {
  return openLimitedWorker<CompileOrder, CompileMessage>('compile-worker-node.js', COMPILER_LIMITS);
}

/** A fresh worker that fetches a repository. */
export function createNodeCloneWorker(): CloneWorker {
  return openLimitedWorker<CloneRequest, CloneMessage>('clone-worker-node.js', CLONE_LIMITS);
}

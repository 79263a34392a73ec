// The workers of `haze serve` that build and that fetch repositories, on Node's worker_threads.
import { Worker } from 'node:worker_threads';
import type { CloneWorker } from '../jobs/clone-client.ts';
import type { CloneMessage, CloneRequest } from '../jobs/clone-messages.ts';
import type { CompileWorker } from '../jobs/compile-client.ts';
import type { CompileMessage, CompileOrder } from '../jobs/compile-messages.ts';
import { distUrl } from './dist-url.ts';

/** clang parses deeply nested sources by recursion. */
const COMPILER_STACK_MB = 64;
const CLONE_STACK_MB = 4;

function openWorker<Sent, Received>(script: string, stackSizeMb: number) {
  const worker = new Worker(distUrl(`workers/${script}`), { resourceLimits: { stackSizeMb } });
  return {
    post: (message: Sent) => worker.postMessage(message),
    onMessage: (listener: (message: Received) => void) => worker.on('message', listener),
    onFailure(listener: (reason: string) => void) {
      worker.on('error', (error) => listener(error instanceof Error ? error.message : String(error)));
      worker.on('messageerror', (error) => listener(error.message));
      worker.on('exit', (code) => listener(`it ended with status ${code}`));
    },
    terminate: () => void worker.terminate(),
  };
}

/** A fresh worker that builds. */
export function createNodeCompileWorker(): CompileWorker {
  return openWorker<CompileOrder, CompileMessage>('compile-worker-node.js', COMPILER_STACK_MB);
}

/** A fresh worker that fetches a repository. */
export function createNodeCloneWorker(): CloneWorker {
  return openWorker<CloneRequest, CloneMessage>('clone-worker-node.js', CLONE_STACK_MB);
}

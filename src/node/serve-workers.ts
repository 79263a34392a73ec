// The compile worker of `haze serve`, on Node's worker_threads.
import { Worker } from 'node:worker_threads';
import type { CompileWorker } from '../jobs/compile-client.ts';
import type { CompileMessage } from '../jobs/compile-messages.ts';
import { distUrl } from './dist-url.ts';

/** clang parses deeply nested sources by recursion. */
const STACK_SIZE_MB = 64;

/** A fresh worker that builds. */
export function createNodeCompileWorker(): CompileWorker {
  const worker = new Worker(distUrl('workers/compile-worker-node.js'), {
    resourceLimits: { stackSizeMb: STACK_SIZE_MB },
  });
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => worker.on('message', (message: CompileMessage) => listener(message)),
    onFailure(listener) {
      worker.on('error', (error) => listener(error instanceof Error ? error.message : String(error)));
      worker.on('messageerror', (error) => listener(error.message));
      worker.on('exit', (code) => listener(`it ended with status ${code}`));
    },
    terminate: () => void worker.terminate(),
  };
}

// Makes workers that run programs, on Node's worker_threads.
import { Worker } from 'node:worker_threads';
import type { RunMessage } from '../runtime/run-messages.ts';
import type { RunWorker } from '../runtime/run-program.ts';
import { distUrl } from './dist-url.ts';

/** Deep recursion of a program lies on this stack, beside the 8 MiB of its own in linear memory. */
const STACK_SIZE_MB = 64;

/** A fresh worker for one program. */
export function createNodeRunWorker(): RunWorker {
  const worker = new Worker(distUrl('workers/run-worker-node.js'), {
    resourceLimits: { stackSizeMb: STACK_SIZE_MB },
  });
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => worker.on('message', (message: RunMessage) => listener(message)),
    onFailure(listener) {
      worker.on('error', (error) => listener(error instanceof Error ? error.message : String(error)));
      worker.on('messageerror', (error) => listener(error.message));
    },
    terminate: () => void worker.terminate(),
  };
}

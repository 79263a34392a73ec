// Makes workers that run programs, on Node's worker_threads.
import { Worker } from 'node:worker_threads';
import type { ReferenceAnswer } from '../reference/reference-messages.ts';
import type { ReferenceWorker } from '../reference/run-reference.ts';
import type { RunMessage } from '../runtime/run-messages.ts';
import type { RunWorker } from '../runtime/run-program.ts';
import { distUrl } from './dist-url.ts';

/** Deep recursion of a program lies on this stack, beside the 8 MiB of its own in linear memory. */
const STACK_SIZE_MB = 64;

/** A fresh worker for one program. */
export function createNodeRunWorker(): RunWorker {
  return openWorker<RunMessage>();
}

/** A fresh worker for the many runs of a Reference task; its script is that of the others. */
export function createNodeReferenceWorker(): ReferenceWorker {
  return openWorker<ReferenceAnswer>();
}

function openWorker<Message>() {
  const worker = new Worker(distUrl('workers/run-worker-node.js'), {
    resourceLimits: { stackSizeMb: STACK_SIZE_MB },
  });
  return {
    post: (message: unknown) => worker.postMessage(message),
    onMessage: (listener: (message: Message) => void) =>
      worker.on('message', (message: Message) => listener(message)),
    onFailure(listener: (reason: string) => void) {
      worker.on('error', (error) => listener(error instanceof Error ? error.message : String(error)));
      worker.on('messageerror', (error) => listener(error.message));
    },
    terminate: () => void worker.terminate(),
  };
}

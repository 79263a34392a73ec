// Creates workers that run programs, using Node's worker_threads.
import { availableParallelism } from 'node:os';
import type { ReferenceWorker } from '../../reference/crew/run-reference.ts';
import type { ReferenceAnswer } from '../../reference/program/reference-messages.ts';
import { withHelper } from '../../runtime/running/helped-worker.ts';
import type { RunMessage } from '../../runtime/running/run-messages.ts';
import type { RunWorker } from '../../runtime/running/run-program.ts';
import { openLimitedWorker } from './limited-worker.ts';

/** Stack for deep recursion in a program, in addition to the program's own 8 MiB in linear memory. */
const STACK_SIZE_MB = 64;
/**
 * Maximum JavaScript heap of a worker, which contains file names and core tables. The memory for programs, files and
 * distributions is outside the heap and has its own limits. The largest measured run took 60 MB.
 */
const HEAP_MB = 512;
const YOUNG_HEAP_MB = 64;

/** A new worker for one program. */
export function createNodeRunWorker(): RunWorker {
  return openWorker<RunMessage>();
}

/** A worker for a machine that serves a single user: cores with many lanes get a helper on a second processor. */
export const createHelpedRunWorker = withHelper(createNodeRunWorker, {
  countProcessors: availableParallelism,
  createHelper: () => openWorker(),
  loadShared: async () => (await import('./assets.ts')).loadSharedKernels(),
});

/** A new worker for the many runs of a Reference task; it runs the same script as other workers. */
export function createNodeReferenceWorker(): ReferenceWorker {
  return openWorker<ReferenceAnswer>();
}

function openWorker<Message>() {
  return openLimitedWorker<unknown, Message>('run-worker-node.js', {
    stackSizeMb: STACK_SIZE_MB,
    maxOldGenerationSizeMb: HEAP_MB,
    maxYoungGenerationSizeMb: YOUNG_HEAP_MB,
  });
}

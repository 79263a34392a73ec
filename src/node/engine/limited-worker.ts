// Workers in this process with their own limits: a worker that exceeds its limit is terminated without affecting the
// others, and reports the reason.
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { MessageWorker } from '../../runtime/running/run-program.ts';
import { distUrl } from '../dist-url.ts';

/** A worker's interface for its clients. */
export interface LimitedWorker<Sent, Received> extends MessageWorker<Sent, Received> {
  /** Called when the worker dies. `reason` has no full stop; `isHeapFull` is true if the worker's heap was full. */
  onFailure(listener: (reason: string, isHeapFull: boolean) => void): void;
}

/**
 * Scripts packed by scripts/pack-server.ts, because runs wait for them to start. All other scripts load the compiler.
 */
const PACKED: ReadonlySet<string> = new Set(['run-worker-node.js', 'clone-worker-node.js']);

function scriptUrl(script: string): URL {
  return distUrl(PACKED.has(script) ? `src/packed/${script}` : `workers/${script}`);
}

/** Starts a script from dist/workers, or the packed form of the script. */
export function openLimitedWorker<Sent, Received>(
  script: string,
  resourceLimits: ResourceLimits,
): LimitedWorker<Sent, Received> {
  // Drops the process's flags, which apply to its own script: a worker with `--input-type=module` would not start.
  const worker = new Worker(scriptUrl(script), { execArgv: [], resourceLimits });
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => worker.on('message', listener),
    onFailure(listener) {
      worker.on('error', (error) => listener(describeDeath(error, resourceLimits), isHeapFull(error)));
      worker.on('messageerror', (error) => listener(error.message, false));
      worker.on('exit', (code) => listener(`it exited with status ${code}`, false));
    },
    terminate: () => void worker.terminate(),
  };
}

function describeDeath(error: unknown, { maxOldGenerationSizeMb }: ResourceLimits): string {
  if (!(error instanceof Error)) return String(error);
  if (!isHeapFull(error)) return error.message;
  return `it needed more than the ${maxOldGenerationSizeMb ?? 'few'} MB of memory allowed, not counting the memory of programs`;
}

function isHeapFull(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

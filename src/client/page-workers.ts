// Workers and files of a page, at the addresses that the bundler gives them.
import type { CompileWorker } from '../jobs/compile-client.ts';
import type { CompileMessage } from '../jobs/compile-messages.ts';
import type { RunMessage } from '../runtime/run-messages.ts';
import type { RunWorker } from '../runtime/run-program.ts';
import { fetchAsset } from './fetch-asset.ts';

function describeFailure(event: ErrorEvent): string {
  event.preventDefault();
  return event.message || 'its script could not be loaded';
}

/** A fresh worker for one program. */
export function createPageRunWorker(): RunWorker {
  const worker = new Worker(new URL('../../workers/run-worker.ts', import.meta.url), { type: 'module' });
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) =>
      worker.addEventListener('message', (event: MessageEvent<RunMessage>) => listener(event.data)),
    onFailure(listener) {
      worker.addEventListener('error', (event) => listener(describeFailure(event)));
      worker.addEventListener('messageerror', () => listener('a message could not be read'));
    },
    terminate: () => worker.terminate(),
  };
}

/** A fresh worker that builds. */
export function createPageCompileWorker(): CompileWorker {
  const worker = new Worker(new URL('../../workers/compile-worker.ts', import.meta.url), { type: 'module' });
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) =>
      worker.addEventListener('message', (event: MessageEvent<CompileMessage>) => listener(event.data)),
    onFailure(listener) {
      worker.addEventListener('error', (event) => listener(describeFailure(event)));
      worker.addEventListener('messageerror', () => listener('a message could not be read'));
    },
    terminate: () => worker.terminate(),
  };
}

/** The compiled kernels of the core. @throws HazeError `asset-missing` */
export async function loadPageKernels(): Promise<WebAssembly.Module> {
  const url = new URL('../../dist/wasm/kernels.wasm', import.meta.url);
  return WebAssembly.compile(await fetchAsset(url));
}

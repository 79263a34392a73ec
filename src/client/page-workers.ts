// Workers and files of a page, at the addresses that the bundler gives them.
import type { CompileWorker } from '../jobs/compile-client.ts';
import type { RunWorker } from '../runtime/run-program.ts';
import { fetchAsset } from './fetch-asset.ts';
import { openWorker } from './open-worker.ts';

/** A fresh worker for one program. */
export function createPageRunWorker(): RunWorker {
  return openWorker(
    () => new Worker(new URL('../../workers/run-worker.ts', import.meta.url), { type: 'module' }),
  );
}

/** A fresh worker that builds. */
export function createPageCompileWorker(): CompileWorker {
  return openWorker(
    () => new Worker(new URL('../../workers/compile-worker.ts', import.meta.url), { type: 'module' }),
  );
}

/** The compiled kernels of the core. @throws HazeError `asset-missing` */
export async function loadPageKernels(): Promise<WebAssembly.Module> {
  const url = new URL('../../dist/wasm/kernels.wasm', import.meta.url);
  return WebAssembly.compile(await fetchAsset(url));
}

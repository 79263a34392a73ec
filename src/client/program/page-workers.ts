// A page's workers and files, loaded from the site's folder.
import type { RemoteWorker } from '../../jobs/records/remote.ts';
import type { ReferenceWorker } from '../../reference/crew/run-reference.ts';
import { withHelper } from '../../runtime/running/helped-worker.ts';
import type { RunWorker } from '../../runtime/running/run-program.ts';
import { openWorker } from './open-worker.ts';
import { startSiteWorker } from './site-files.ts';
import type { ToolchainFiles } from './toolchain/download/toolchain-files.ts';
import { openToolchainFiles } from './toolchain/page-toolchain.ts';

/** Creates a fresh worker for one program, with a helper on a second processor for runs with many lanes. */
export const createPageRunWorker: () => RunWorker = helpWorkers(() => openWorker(startRunWorker));

/** Adds a helper for runs with many lanes to each worker from `create`; `start` starts the helper's script. */
export function helpWorkers(create: () => RunWorker, start = startRunWorker): () => RunWorker {
  return withHelper(create, {
    countProcessors: () => navigator.hardwareConcurrency ?? 1,
    createHelper: () => openWorker(start),
    loadShared: async () => (await import('./shared-kernels.ts')).loadPageSharedKernels(openToolchainFiles()),
  });
}

/** Creates a fresh worker for the many runs of a Reference task. */
export function createPageReferenceWorker(): ReferenceWorker {
  return openWorker(startRunWorker);
}

/** Starts the script of a worker that runs programs. */
export function startRunWorker(): Worker {
  return startSiteWorker('runWorker');
}

/** Creates a fresh worker that builds programs. */
export function createPageCompileWorker(): RemoteWorker {
  return openWorker(() => startSiteWorker('compileWorker'));
}

/** Creates a fresh worker that fetches a repository. */
export function createPageCloneWorker(): RemoteWorker {
  return openWorker(() => startSiteWorker('cloneWorker'));
}

/** Loads the core's compiled kernels. @throws HazeError download errors */
export function loadPageKernels(files: Pick<ToolchainFiles, 'use'>): Promise<WebAssembly.Module> {
  return files.use('kernels.wasm', (file) => WebAssembly.compileStreaming(file));
}

// Workers and files of a page, loaded from the site's folder.
import type { RemoteWorker } from '../../jobs/records/remote.ts';
import type { ReferenceWorker } from '../../reference/crew/run-reference.ts';
import { withHelper } from '../../runtime/running/helped-worker.ts';
import type { RunWorker } from '../../runtime/running/run-program.ts';
import { openWorker } from './open-worker.ts';
import { startSiteWorker } from './site-files.ts';
import type { ToolchainFiles } from './toolchain/download/toolchain-files.ts';
import { openToolchainFiles } from './toolchain/page-toolchain.ts';

/** A fresh worker for one program, with a helper on a second processor for runs of many lanes. */
export const createPageRunWorker: () => RunWorker = helpWorkers(() => openWorker(startRunWorker));

/** Workers from `create`, each with a helper for runs of many lanes; `start` starts the helper's script. */
export function helpWorkers(create: () => RunWorker, start = startRunWorker): () => RunWorker {
  return withHelper(create, {
    countProcessors: () => navigator.hardwareConcurrency ?? 1,
    createHelper: () => openWorker(start),
    loadShared: async () => (await import('./shared-kernels.ts')).loadPageSharedKernels(openToolchainFiles()),
  });
}

/** A fresh worker for the many runs of a Reference task. */
export function createPageReferenceWorker(): ReferenceWorker {
  return openWorker(startRunWorker);
}

/** Starts the script of a worker that runs programs. */
export function startRunWorker(): Worker {
  return startSiteWorker('runWorker');
}

/** A fresh worker that builds. */
export function createPageCompileWorker(): RemoteWorker {
  return openWorker(() => startSiteWorker('compileWorker'));
}

/** A fresh worker that fetches a repository. */
export function createPageCloneWorker(): RemoteWorker {
  return openWorker(() => startSiteWorker('cloneWorker'));
}

/** The compiled kernels of the core. @throws HazeError of a download */
export function loadPageKernels(files: Pick<ToolchainFiles, 'use'>): Promise<WebAssembly.Module> {
  return files.use('kernels.wasm', (file) => WebAssembly.compileStreaming(file));
}

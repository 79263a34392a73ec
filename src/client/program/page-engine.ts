// The engine in a page: the compiler in a worker that all programs share, each program in a worker of its own.
import { loadPatiently } from '../../jobs/load-patiently.ts';
import { createWorkerCompiler } from '../../jobs/worker-compiler.ts';
import { createEngine, type Haze } from '../../program/engine.ts';
import {
  createPageCompileWorker,
  createPageReferenceWorker,
  createPageRunWorker,
  loadPageKernels,
} from './page-workers.ts';
import { checkSiteFiles, setAssets } from './site-files.ts';
import { openToolchainFiles } from './toolchain/page-toolchain.ts';

export interface PageEngineOptions {
  /**
   * Where the folder is that `npx haze init` made, relative to the page; where this script lies, when absent. It holds for
   * the whole page.
   */
  readonly assets?: string | URL;
}

/** An engine with a compiler of its own. Nothing is loaded until the first program. */
export function createPageEngine({ assets }: PageEngineOptions = {}): Haze {
  if (assets !== undefined) setAssets(assets);
  return createEngine({
    compiler: createWorkerCompiler({ createWorker: createPageCompileWorker, onDeath: checkSiteFiles }),
    kernels: () => loadPatiently(() => loadPageKernels(openToolchainFiles())),
    createRunWorker: createPageRunWorker,
    createReferenceWorker: createPageReferenceWorker,
    parallelism: navigator.hardwareConcurrency ?? 2,
  });
}

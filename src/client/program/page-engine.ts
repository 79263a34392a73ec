// The engine in a page: the compiler in a worker that all programs share, each program in a worker of its own.

import type { CompileClient } from '../../jobs/compiling/compile-client.ts';
import { loadPatiently } from '../../jobs/compiling/load-patiently.ts';
import { createWorkerCompiler } from '../../jobs/compiling/worker-compiler.ts';
import { createEngine, type Haze } from '../../program/engine.ts';
import {
  createPageCompileWorker,
  createPageReferenceWorker,
  createPageRunWorker,
  loadPageKernels,
} from './page-workers.ts';
import { checkSiteFiles, setAssets } from './site-files.ts';
import { openToolchainFiles } from './toolchain/page-toolchain.ts';
import { requireWebAssembly } from './toolchain/require-webassembly.ts';

export interface PageEngineOptions {
  /**
   * Address of the folder made by `npx haze init`, relative to the page; this script's folder when absent. It holds for
   * the whole page.
   */
  readonly assets?: string | URL;
}

/** Parts that an engine shares with others of the page. */
export interface SharedParts {
  readonly client: CompileClient;
  readonly kernels: () => Promise<WebAssembly.Module>;
}

/** An engine with a compiler of its own. Nothing is loaded until the first program. */
export function createPageEngine({ assets }: PageEngineOptions = {}): Haze {
  if (assets !== undefined) setAssets(assets);
  return openEngine({});
}

/** An engine with the compiler that something else of the page builds with, loaded as that is. */
export function createSharedEngine(shared: SharedParts): Haze {
  return openEngine(shared);
}

function openEngine({ client, kernels }: Partial<SharedParts>): Haze {
  requireWebAssembly();
  const options = { createWorker: createPageCompileWorker, onDeath: checkSiteFiles };
  return createEngine({
    compiler: createWorkerCompiler(client ? { ...options, client } : options),
    kernels: kernels ?? (() => loadPatiently(() => loadPageKernels(openToolchainFiles()))),
    createRunWorker: createPageRunWorker,
    createReferenceWorker: createPageReferenceWorker,
    parallelism: navigator.hardwareConcurrency ?? 2,
  });
}

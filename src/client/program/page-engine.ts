// The engine in a page: one compiler in a worker for all programs, and a worker for each program.

import type { CompileClient } from '../../jobs/compiling/compile-client.ts';
import { loadPatiently } from '../../jobs/compiling/load-patiently.ts';
import { createWorkerCompiler } from '../../jobs/compiling/worker-compiler.ts';
import { createEngine, type Haze } from '../../program/engine.ts';
import { type PageModule, readPageModule } from '../../program/modules/page-module.ts';
import type { PageProgram } from '../../program/modules/page-sources.ts';
import { createPrebuiltCompiler, type ModuleSource } from '../../program/modules/prebuilt-compiler.ts';
import type { MadeModule } from '../../program/modules/write-page-module.ts';
import type { SourceCheck } from '../../toolchain/building/check-source.ts';
import { openPageRunWorkers } from './modules/module-workers.ts';
import { createPageCompileWorker, createPageReferenceWorker, loadPageKernels } from './page-workers.ts';
import { checkSiteFiles, setAssets } from './site-files.ts';
import { openKernelFile } from './toolchain/kernel-file.ts';
import { requireWebAssembly } from './toolchain/require-webassembly.ts';

export interface PageEngineOptions {
  /**
   * Address of the folder made by `npx haze init`, relative to the page; this script's folder when absent. It holds for
   * the whole page.
   */
  readonly assets?: string | URL;
}

/** Parts that an engine shares with other code of the page. */
export interface SharedParts {
  readonly client: CompileClient;
  readonly kernels: () => Promise<WebAssembly.Module>;
  /** Finds the module of a program that needs no compiler. */
  readonly findModule: ModuleSource;
}

/** An engine that can run some programs without a compiler. */
export interface PageEngine extends Haze {
  /** Adds the module of a program, for its builds. */
  addModule?(module: PageModule): void;
  /**
   * The file of a program's module for pages, uncompressed, or the log of a build that failed; takes the module, too.
   */
  makeModule?(program: PageProgram): Promise<MadeModule>;
  /** Loads the parts of a run without a compiler, before its module has arrived. The run reports a failure. */
  prepare?(): void;
  /** Loads the compiler for a build that is about to come. The build reports a failure. */
  warm?(source?: SourceCheck): void;
}

/** An engine with its own compiler. Loads nothing before the first program. */
export function createPageEngine({ assets }: PageEngineOptions = {}): PageEngine {
  if (assets !== undefined) setAssets(assets);
  return openEngine({});
}

/** An engine with the compiler that other code of the page builds with, loaded together with it. */
export function createSharedEngine(shared: SharedParts): PageEngine {
  return openEngine(shared);
}

/** Returns a function that loads once; it retries a failed load. */
function once<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let loading: Promise<Result> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

function openEngine({ client, kernels, findModule }: Partial<SharedParts>): PageEngine {
  requireWebAssembly();
  const options = { createWorker: createPageCompileWorker, onDeath: checkSiteFiles };
  const workers = openPageRunWorkers();
  const builder = createWorkerCompiler(client ? { ...options, client } : options);
  const compiler = createPrebuiltCompiler(builder, workers, findModule);
  const loadKernels = once(kernels ?? (() => loadPatiently(() => loadPageKernels(openKernelFile()))));
  const engine = createEngine({
    compiler,
    kernels: loadKernels,
    createRunWorker: workers.create,
    createReferenceWorker: createPageReferenceWorker,
    parallelism: navigator.hardwareConcurrency ?? 2,
  });
  return {
    ...engine,
    addModule: (module) => compiler.add(module),
    prepare: () => {
      loadKernels().catch(() => undefined);
      workers.prepare();
    },
    makeModule: async (program) => {
      const { makePageModule } = await import('../../program/modules/write-page-module.ts');
      // Pages of one file contain the rewriter, and are smaller without a rewritten form.
      const made = await makePageModule(program, { compiler, version: undefined });
      if (made.ok) compiler.add(readPageModule(made.file));
      return made;
    },
    warm: (source) => void builder.warm(source).catch(() => undefined),
  };
}

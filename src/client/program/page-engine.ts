// The engine in a page: a compiler in a worker, shared by all programs, and a worker for each program.

import { loadOnce } from '../../errors/load-once.ts';
import type { CompileClient } from '../../jobs/compiling/compile-client.ts';
import { loadPatiently } from '../../jobs/compiling/load-patiently.ts';
import { ClosableCompiler } from '../../jobs/compiling/worker-compiler.ts';
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
   * URL of the folder created by `npx haze init`, relative to the page; this script's folder if undefined. The setting
   * applies to the whole page.
   */
  readonly assets?: string | URL;
}

/** Parts that an engine shares with other code in the page. */
export interface SharedParts {
  readonly client: CompileClient;
  readonly kernels: () => Promise<WebAssembly.Module>;
  /** Finds the module of a program that needs no compiler. */
  readonly findModule: ModuleSource;
}

/** An engine that can run programs without a compiler if it has their modules. */
export interface PageEngine extends Haze {
  /** Adds a program's module, to be used when the program is built. */
  addModule?(module: PageModule): void;
  /**
   * Returns the uncompressed file with a program's module, for use in pages, or the log of a failed build; also adds
   * the module.
   */
  makeModule?(program: PageProgram): Promise<MadeModule>;
  /**
   * Loads everything that a run without a compiler needs, before the run's module has arrived. The run reports any
   * failure.
   */
  prepare?(): void;
  /** Loads the compiler for a build that is about to start. The build reports any failure. */
  warm?(source?: SourceCheck): void;
}

/** Creates an engine with its own compiler. Loads nothing before the first program. */
export function createPageEngine({ assets }: PageEngineOptions = {}): PageEngine {
  if (assets !== undefined) setAssets(assets);
  return openEngine({});
}

/** Creates an engine that uses the compiler of other code in the page, and is loaded together with that code. */
export function createSharedEngine(shared: SharedParts): PageEngine {
  return openEngine(shared);
}

function openEngine({ client, kernels, findModule }: Partial<SharedParts>): PageEngine {
  requireWebAssembly();
  const options = { createWorker: createPageCompileWorker, onDeath: checkSiteFiles };
  const workers = openPageRunWorkers();
  const builder = new ClosableCompiler(client ? { ...options, client } : options);
  const compiler = createPrebuiltCompiler(builder, workers, findModule);
  const loadKernels = loadOnce(kernels ?? (() => loadPatiently(() => loadPageKernels(openKernelFile()))));
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
      // A single-file page contains the rewriter, so it stores the module without its rewritten form, which would be
      // larger.
      const made = await makePageModule(program, { compiler, version: undefined });
      if (made.ok) compiler.add(readPageModule(made.file));
      return made;
    },
    warm: (source) => void builder.warm(source).catch(() => undefined),
  };
}

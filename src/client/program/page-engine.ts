// The engine in a page: the compiler in a worker that all programs share, each program in a worker of its own.
import { HazeError } from '../../errors/haze-error.ts';
import { type CompileClient, createCompileClient } from '../../jobs/compile-client.ts';
import { loadPatiently } from '../../jobs/load-patiently.ts';
import { createEngine, type Haze } from '../../program/engine.ts';
import type { PlacedProgram } from '../../program/place-trace.ts';
import type { CompileOptions, ProgramCompiler } from '../../program/program-compiler.ts';
import type { Trap } from '../../program/trap-place.ts';
import type { BuildRequest, BuildResult } from '../../toolchain/build-result.ts';
import {
  createPageCompileWorker,
  createPageReferenceWorker,
  createPageRunWorker,
  loadPageKernels,
} from './page-workers.ts';
import { checkSiteFiles, setAssets } from './site-files.ts';
import { openToolchainFiles } from './toolchain/page-toolchain.ts';

const BUILD_LIMIT_MS = 120_000;
/** A page without a service has one visitor and no accounts. */
const PAGE_ACCOUNT = 'page';

class WorkerCompiler implements ProgramCompiler {
  /** Builds that wait for the compiler. */
  readonly #waiting = new Set<NonNullable<CompileOptions['onLoad']>>();
  readonly #client: CompileClient = createCompileClient({
    createWorker: createPageCompileWorker,
    onLoading: (progress) => {
      for (const tell of this.#waiting) tell(progress);
    },
  });
  /** What the worker has made ready to run while it built, by what it linked. */
  readonly #rewritten = new WeakMap<Uint8Array, Uint8Array>();

  async build(request: BuildRequest, { onLoad, signal }: CompileOptions): Promise<BuildResult> {
    // Each caller is told of its own: the same function may wait twice.
    const tell: CompileOptions['onLoad'] = onLoad && ((progress) => onLoad(progress));
    if (tell) this.#waiting.add(tell);
    try {
      const output = await this.#client.build(request, {
        timeLimitMs: BUILD_LIMIT_MS,
        account: PAGE_ACCOUNT,
        signal: signal ?? new AbortController().signal,
      });
      const { log, buildTimeMs, diagnostics = [], commands = [], readClock = false } = output;
      const report = { log, buildTimeMs, diagnostics, commands, readClock };
      if (!output.ok) return { ok: false, ...report };
      const { module, rewritten } = output;
      this.#rewritten.set(module, rewritten);
      return { ok: true, module, sizeBytes: module.length, ...report };
    } catch (error) {
      if (error instanceof HazeError && error.code === 'compiler-died') await checkSiteFiles();
      throw error;
    } finally {
      if (tell) this.#waiting.delete(tell);
    }
  }

  async rewrite(linked: Uint8Array): Promise<Uint8Array> {
    return this.#rewritten.get(linked) ?? this.#client.rewrite(linked);
  }

  placeOf(trap: Trap, signal: AbortSignal): Promise<string | undefined> {
    return this.#client.placeOf(trap, signal);
  }

  placesOf(program: PlacedProgram, codeOffsets: readonly number[]) {
    return this.#client.placesOf(program, codeOffsets);
  }
}

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
    compiler: new WorkerCompiler(),
    kernels: () => loadPatiently(() => loadPageKernels(openToolchainFiles())),
    createRunWorker: createPageRunWorker,
    createReferenceWorker: createPageReferenceWorker,
    parallelism: navigator.hardwareConcurrency ?? 2,
  });
}

// Builds and runs programs in a page, without store, service worker or REST interface: one compile worker, loaded with
// the first program and shared by all, and a worker of its own for each run. For elements in other people's pages.
import { HazeError } from '../errors/haze-error.ts';
import type { BuildOutput } from '../jobs/builder.ts';
import { type CompileClient, createCompileClient } from '../jobs/compile-client.ts';
import { loadPatiently } from '../jobs/load-patiently.ts';
import { runProgram } from '../runtime/run-program.ts';
import { nameLoneSource } from '../toolchain/lone-source.ts';
import { splitShellWords } from '../toolchain/shell-words.ts';
import { findDefaultCore } from '../uncertainty/core-spec.ts';
import { createPageCompileWorker, createPageRunWorker, loadPageKernels } from './page-workers.ts';
import type { ProgramEnd, ProgramEvent, ProgramRequest, ProgramRunner } from './program-messages.ts';
import { openToolchainFiles } from './toolchain/page-toolchain.ts';

const BUILD_LIMIT_MS = 120_000;
/** A page without a service has one visitor and no accounts. */
const PAGE_ACCOUNT = 'page';

class PageProgramRunner implements ProgramRunner {
  /** Programs that wait for the compiler. */
  readonly #waiting = new Set<(event: ProgramEvent) => void>();
  readonly #compiler: CompileClient = createCompileClient({
    createWorker: createPageCompileWorker,
    onLoading: (progress) => {
      for (const tell of this.#waiting) tell({ kind: 'loading', ...progress });
    },
  });
  #kernels: Promise<WebAssembly.Module> | undefined;

  async run(
    request: ProgramRequest,
    onEvent: (event: ProgramEvent) => void,
    signal: AbortSignal,
  ): Promise<ProgramEnd> {
    const core = findDefaultCore(request.core);
    if (core.Microarchitecture === 'Reference') {
      throw new HazeError(
        'not-supported',
        `${core.Name} runs a program thousands of times, which this element does not do. Choose another core, such as C0-S+.`,
      );
    }
    const words = splitShellWords(request.arguments);
    onEvent({ kind: 'building' });
    this.#waiting.add(onEvent);
    const kernels = this.#loadKernels();
    // Its failure is told when the kernels are needed; until then somebody has to have heard of it.
    kernels.catch(() => undefined);
    const built = await this.#build(request, signal).finally(() => this.#waiting.delete(onEvent));
    if (!built.ok) {
      const { problem, log, diagnostics = [] } = built;
      return { kind: 'not-built', problem, log, diagnostics };
    }
    onEvent({ kind: 'running', diagnostics: built.diagnostics ?? [] });
    const stdout = tellText('stdout', onEvent);
    const stderr = tellText('stderr', onEvent);
    const outcome = await runProgram(
      {
        module: built.rewritten,
        core,
        arguments: words,
        stdin: new TextEncoder().encode(request.stdin),
        seed: BigInt(request.seed),
        onStdout: stdout.write,
        onStderr: stderr.write,
        signal,
      },
      { kernels: await kernels, createWorker: createPageRunWorker },
    );
    stdout.end();
    stderr.end();
    const { end, statistics } = outcome;
    return { kind: 'ran', end, statistics, buildTimeMs: built.buildTimeMs };
  }

  #build({ source, language }: ProgramRequest, signal: AbortSignal): Promise<BuildOutput> {
    return this.#compiler.build(
      { sources: { [nameLoneSource(language, source)]: source }, language },
      { timeLimitMs: BUILD_LIMIT_MS, signal, account: PAGE_ACCOUNT },
    );
  }

  #loadKernels(): Promise<WebAssembly.Module> {
    this.#kernels ??= loadPatiently(() => loadPageKernels(openToolchainFiles())).catch((error: unknown) => {
      this.#kernels = undefined;
      throw error;
    });
    return this.#kernels;
  }
}

function tellText(stream: 'stdout' | 'stderr', onEvent: (event: ProgramEvent) => void) {
  const decoder = new TextDecoder();
  const tell = (text: string) => {
    if (text !== '') onEvent({ kind: 'output', stream, text });
  };
  return {
    write: (bytes: Uint8Array) => tell(decoder.decode(bytes, { stream: true })),
    end: () => tell(decoder.decode()),
  };
}

/** A runner with a compiler of its own. Nothing is loaded until the first program. */
export function createPageProgramRunner(): ProgramRunner {
  return new PageProgramRunner();
}

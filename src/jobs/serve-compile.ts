// The worker's side of compile-client.ts: keeps the compiler loaded, builds and rewrites one request after another.
// Pages and Node differ only in how messages travel and where the guest runtime comes from.
import { HazeError } from '../errors/haze-error.ts';
import { rewriteProgram } from '../runtime/rewrite-program.ts';
import { createOneAtATime } from '../store/one-at-a-time.ts';
import { buildProgram } from '../toolchain/build-program.ts';
import type { BuildRequest, BuildResult } from '../toolchain/build-result.ts';
import { type Clang, type LoadProgress, loadClang } from '../toolchain/clang.ts';
import type { Diagnostic } from '../toolchain/diagnostic.ts';
import { createFortranCompiler } from '../toolchain/fortran-compiler.ts';
import type { GuestRuntime } from '../toolchain/guest-runtime.ts';
import type { BuildOutput } from './builder.ts';
import type { CompileAnswers, CompileMessage, CompileRequest } from './compile-messages.ts';
import { loadPatiently } from './load-patiently.ts';
import { MemoryObjectCache } from './memory-object-cache.ts';

/** The worker's surroundings. */
export interface CompilePort {
  post(message: CompileMessage): void;
  loadGuestRuntime(): Promise<GuestRuntime>;
}

function describeProblem(diagnostics: readonly Diagnostic[]): string {
  const first = diagnostics.find(({ severity }) => severity === 'error' || severity === 'fatal');
  if (!first) return 'the program does not build; its log says why';
  const { file, line, column, message } = first;
  const place = file === undefined ? '' : [file, line, column].filter((part) => part !== undefined).join(':');
  return place === '' ? message : `${place}: ${message}`;
}

function toOutput(result: BuildResult): BuildOutput {
  const { log, buildTimeMs } = result;
  if (!result.ok) return { ok: false, log, buildTimeMs, problem: describeProblem(result.diagnostics) };
  try {
    const { module: rewritten } = rewriteProgram(result.module);
    return { ok: true, log, buildTimeMs, module: result.module, rewritten };
  } catch (error) {
    if (!(error instanceof HazeError)) throw error;
    return { ok: false, log: `${log}haze: error: ${error.message}\n`, buildTimeMs, problem: error.message };
  }
}

class CompileServer {
  readonly #port: CompilePort;
  readonly #cache = new MemoryObjectCache();
  #clang: Promise<Clang> | undefined;
  #guest: Promise<GuestRuntime> | undefined;

  constructor(port: CompilePort) {
    this.#port = port;
  }

  async answer(request: CompileRequest): Promise<CompileAnswers[keyof CompileAnswers]> {
    switch (request.kind) {
      case 'version':
        return this.#version();
      case 'warm':
        await Promise.all([this.#loadClang(), this.#loadGuest()]);
        return undefined;
      case 'build':
        return this.#build(request.id, request.request);
      case 'rewrite':
        return rewriteProgram(request.module).module;
    }
  }

  async #version(): Promise<string> {
    const tools = (await import('@yowasp/clang')) as unknown as { readonly version: string };
    return `clang ${tools.version}, runtime ${(await this.#loadGuest()).version}`;
  }

  async #build(id: number, request: BuildRequest): Promise<BuildOutput> {
    const [clang, guest] = await Promise.all([this.#loadClang(), this.#loadGuest()]);
    this.#port.post({ kind: 'working', id });
    const compilers = [createFortranCompiler(clang, guest)];
    return toOutput(await buildProgram(request, { clang, guest, compilers, cache: this.#cache }));
  }

  // What could not be loaded, because the network was away perhaps, is tried again the next time.
  #loadClang(): Promise<Clang> {
    const onProgress = (progress: LoadProgress) => this.#port.post({ kind: 'loading', ...progress });
    this.#clang ??= loadPatiently(() => loadClang({ onProgress })).catch((error: unknown) => {
      this.#clang = undefined;
      throw error;
    });
    return this.#clang;
  }

  #loadGuest(): Promise<GuestRuntime> {
    this.#guest ??= loadPatiently(() => this.#port.loadGuestRuntime()).catch((error: unknown) => {
      this.#guest = undefined;
      throw error;
    });
    return this.#guest;
  }
}

/** Makes what takes the messages to the worker. */
export function serveCompile(port: CompilePort): (request: CompileRequest) => void {
  const server = new CompileServer(port);
  const oneAtATime = createOneAtATime();
  return (request) => {
    const { id } = request;
    oneAtATime(() => server.answer(request)).then(
      (value) => port.post({ kind: 'answer', id, value }),
      (error: unknown) => {
        const told =
          error instanceof HazeError
            ? error.toJSON()
            : {
                code: 'internal',
                message: `a fault of Haze itself: ${String((error as Error)?.stack ?? error)}`,
              };
        // Causes and data may hold what cannot be posted.
        port.post({ kind: 'failure', id, error: { code: told.code, message: told.message } });
      },
    );
  };
}

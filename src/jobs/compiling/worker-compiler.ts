// The engine's compiler in its own worker, kept warm between builds: for pages, and for Node if many programs are
// built or builds have a time limit.
import { HazeError } from '../../errors/haze-error.ts';
import type { PlacedProgram } from '../../program/places/find-places.ts';
import type { Trap } from '../../program/places/trap.ts';
import type { CompileOptions, ProgramCompiler } from '../../program/program-compiler.ts';
import type { BuildRequest, BuildResult } from '../../toolchain/building/build-result.ts';
import type { SourceCheck } from '../../toolchain/building/check-source.ts';
import type { RemoteWorker } from '../records/remote.ts';
import { CompileClient } from './compile-client.ts';

/** Time limit of a build: long enough for every program on which the compiler terminates. */
const BUILD_LIMIT_MS = 120_000;
/** Account for all builds: a page has one user and no accounts. */
const ACCOUNT = 'page';

export interface WorkerCompilerOptions {
  /** Creates the compiler's worker; not called when `client` is given. */
  readonly createWorker: () => RemoteWorker;
  /** A shared compile worker. Its creator terminates it. */
  readonly client?: CompileClient;
  /** Called when the worker has died; may throw a more specific error. */
  readonly onDeath?: () => Promise<void>;
  readonly buildLimitMs?: number;
}

/** A compiler that can be closed together with its worker. The worker starts with the first build. */
export class ClosableCompiler implements ProgramCompiler {
  readonly #options: WorkerCompilerOptions;
  /** Builds that are waiting for the compiler. */
  readonly #waiting = new Set<NonNullable<CompileOptions['onLoad']>>();
  readonly #client: CompileClient;
  /** Rewritten modules by linked module, as rewritten by the worker during the build. */
  readonly #rewritten = new WeakMap<Uint8Array, Uint8Array>();

  constructor(options: WorkerCompilerOptions) {
    this.#options = options;
    this.#client =
      options.client ??
      new CompileClient({
        createWorker: options.createWorker,
        onLoading: (progress) => {
          for (const tell of this.#waiting) tell(progress);
        },
      });
  }

  async build(request: BuildRequest, { onLoad, signal }: CompileOptions): Promise<BuildResult> {
    // Wraps `onLoad`, because two callers may pass the same function.
    const tell: CompileOptions['onLoad'] = onLoad && ((progress) => onLoad(progress));
    if (tell) this.#waiting.add(tell);
    try {
      const output = await this.#client.build(request, {
        timeLimitMs: this.#options.buildLimitMs ?? BUILD_LIMIT_MS,
        account: ACCOUNT,
        signal: signal ?? new AbortController().signal,
      });
      const { log, buildTimeMs, diagnostics = [], commands = [], readClock = false } = output;
      const report = { log, buildTimeMs, diagnostics, commands, readClock };
      if (!output.ok) return { ok: false, ...report };
      const { module, rewritten } = output;
      this.#rewritten.set(module, rewritten);
      return { ok: true, module, sizeBytes: module.length, ...report };
    } catch (error) {
      if (error instanceof HazeError && error.code === 'compiler-died') await this.#options.onDeath?.();
      throw error;
    } finally {
      if (tell) this.#waiting.delete(tell);
    }
  }

  /**
   * Loads the compiler ahead of a build; for C++, also precompiles the source's headers.
   * @throws HazeError download errors
   */
  warm(source?: SourceCheck): Promise<void> {
    return source?.request.language === 'C++' ? this.#client.prepareCxx(source) : this.#client.warm();
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

  /** Terminates the worker. Its open requests are rejected. */
  close(): void {
    if (!this.#options.client) this.#client.close();
  }
}

// Builds and runs programs, independently of the environment: the caller supplies the compiler, the kernels and a
// worker factory. Node's library and pages are adapters.
import { loadOnce } from '../errors/load-once.ts';
import type { BuildRequest, BuildResult } from '../toolchain/building/build-result.ts';
import { parseLanguage } from '../toolchain/sources/language.ts';
import { nameLoneSource } from '../toolchain/sources/lone-source.ts';
import type { SourceFiles } from '../toolchain/sources/source-files.ts';
import { checkBuildOptions, checkModule, checkRunOptions, checkSources } from './check-options.ts';
import type { EngineParts } from './engine-parts.ts';
import { useCoreWith } from './open-core.ts';
import type { ProgramSession } from './program-session.ts';
import { type BuiltProgram, runBuilt } from './run-built.ts';
import type { BuildOptions, RunOptions, RunResult } from './run-options.ts';

/**
 * Maximum number of build commands for a program that is rebuilt to find the lines of its traps and decisions. The
 * limit is a count instead of a time, so that a busy machine shows the same lines.
 */
const MOST_REBUILT_COMMANDS = 24;

/** A loaded toolchain. A single instance can build many programs. */
export interface Haze {
  /**
   * Builds a program. If the program does not compile, the result has `ok: false` and the log.
   *
   * @param sources a single file's text, or files by path
   * @throws HazeError `usage` for invalid arguments, `unknown-language`, `toolchain-load-failed`, `not-built` (Node),
   * `asset-missing` (pages)
   */
  build(sources: string | SourceFiles, options?: BuildOptions): Promise<BuildResult>;
  /**
   * Runs a module built by `build` on a core.
   *
   * @throws HazeError `usage` for invalid arguments, `unknown-core`, `invalid-runs`, `invalid-seed`,
   * `invalid-time-limit`, `unbalanced-quote`, and errors for a module that cannot be rewritten
   */
  run(module: Uint8Array, options?: RunOptions): Promise<RunResult>;
  /**
   * Runs a module and keeps it ready, so that further runs with other sources start without delay.
   *
   * @throws HazeError the errors of `run`, and `not-supported` on Reference cores
   */
  open(module: Uint8Array, options?: RunOptions): Promise<ProgramSession>;
}

/** Creates an engine from the given parts. Everything is loaded on first use. */
export function createEngine(parts: EngineParts): Haze {
  const loadKernels = loadOnce(() => parts.kernels());
  const known = new WeakMap<Uint8Array, Omit<BuiltProgram, 'linked'>>();
  const programOf = (linked: Uint8Array): BuiltProgram => ({ linked, ...known.get(linked) });
  return {
    build: async (sources, options = {}) => {
      checkSources(sources);
      checkBuildOptions(options);
      const { onLoad, signal } = options;
      const request = describeBuild(sources, options);
      const built = await parts.compiler.build(request, { onLoad, signal });
      if (built.ok) {
        const { sources } = request;
        known.set(built.module, {
          sources,
          ...(built.commands.length <= MOST_REBUILT_COMMANDS && { request }),
        });
      }
      return built;
    },
    run: async (module, options = {}) => {
      checkModule('run', module);
      checkRunOptions('run', options);
      return runBuilt(programOf(module), options, { parts, useCore: useCoreWith(await loadKernels()) });
    },
    open: async (module, options = {}) => {
      checkModule('open', module);
      checkRunOptions('open', options);
      // Loaded lazily, because most pages and commands never open a session.
      const { openSession } = await import('./open-session.ts');
      return openSession(programOf(module), options, { parts, useCore: useCoreWith(await loadKernels()) });
    },
  };
}

/** Build request for these sources. @throws HazeError `unknown-language` */
export function describeBuild(sources: string | SourceFiles, options: BuildOptions): BuildRequest {
  const language = options.language === undefined ? undefined : parseLanguage(options.language);
  return {
    sources:
      typeof sources === 'string'
        ? { [nameLoneSource(language ?? 'C', sources, options.form)]: sources }
        : sources,
    ...(language ? { language } : {}),
    ...(options.only === undefined ? {} : { only: options.only }),
    ...(options.directory === undefined ? {} : { directory: options.directory }),
    ...(options.configMk === undefined ? {} : { configMk: options.configMk }),
    ...(options.debug === undefined ? {} : { debug: options.debug }),
  };
}

// Haze as a library, in Node: build a program, run it on a core. `import { build, run } from 'haze'`.
import { availableParallelism } from 'node:os';
import { HazeError } from '../errors/haze-error.ts';
import { checkRuns } from '../reference/run-count.ts';
import { type ReferenceOutcome, runReference } from '../reference/run-reference.ts';
import type { RewriteResult } from '../rewrite/rewrite-module.ts';
import { rewriteProgram } from '../runtime/rewrite-program.ts';
import type { RunEnd, RunOutcome, RunStatistics } from '../runtime/run-outcome.ts';
import { runProgram } from '../runtime/run-program.ts';
import { buildProgram } from '../toolchain/build-program.ts';
import type { BuildResult } from '../toolchain/build-result.ts';
import { type Clang, type LoadProgress, loadClang, OWN_LIMITS } from '../toolchain/clang.ts';
import { createFortranCompiler } from '../toolchain/fortran-compiler.ts';
import type { GuestRuntime } from '../toolchain/guest-runtime.ts';
import { type FortranForm, parseLanguage } from '../toolchain/language.ts';
import { nameLoneSource } from '../toolchain/lone-source.ts';
import { splitShellWords } from '../toolchain/shell-words.ts';
import type { SourceFiles } from '../toolchain/source-files.ts';
import { maybeSourcePlace } from '../toolchain/source-place.ts';
import { type CoreSpec, findDefaultCore, validateCoreSpec } from '../uncertainty/core-spec.ts';
import { loadGuestRuntime, loadKernels } from './assets.ts';
import { createNodeReferenceWorker, createNodeRunWorker } from './node-run-worker.ts';

export const DEFAULT_CORE = 'C0-S+';

export interface BuildOptions {
  /** Language of the source: `C`, `C++` or `Fortran`, in any letter case. Told from the file's suffix when absent. */
  readonly language?: string;
  /** Form of a Fortran program that is given as one text. Told from the text when absent. */
  readonly form?: FortranForm;
  /** Text of a config.mk: SOURCES, CFLAGS and the like. */
  readonly configMk?: string;
  /** The files to compile, when config.mk names none; all others can only be included. Every source when absent. */
  readonly only?: readonly string[];
  /** The folder among the sources that is built. The root when absent. */
  readonly directory?: string;
  /** Debug information in the module. */
  readonly debug?: boolean;
  /** Called while the compiler is loaded for the first time. */
  readonly onLoad?: (progress: LoadProgress) => void;
}

export interface RunOptions {
  /** A core by name or CoreID, or a core of one's own. Default `C0-S+`. */
  readonly core?: string | CoreSpec;
  /** The program's arguments: a list, or one string that is split as a shell does. */
  readonly arguments?: string | readonly string[];
  /** Files of the working directory, by path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Standard input. Empty when absent. */
  readonly stdin?: string | Uint8Array;
  /** Reads standard input from that of this process, as far as the program asks for it. */
  readonly inheritStdin?: boolean;
  /** Decides every random number of the run. Equal seeds give equal output. Default 1. */
  readonly seed?: number | bigint;
  /** Seconds until the program is stopped. Default 60. */
  readonly timeLimitSeconds?: number;
  /** Bytes that each of stdout and stderr may hold. Default 64 MiB. */
  readonly outputLimitBytes?: number;
  /** On Reference cores: how often the program is run. Default 10 000. */
  readonly runs?: number;
  /** On Reference cores: a run that takes longer is left out. By default a tenth of the time limit, or more where runs are long. */
  readonly runTimeLimitSeconds?: number;
  /** Runs the module as the compiler made it, without hooks: no value carries a distribution, as on C0-Bypass. */
  readonly plain?: boolean;
  /** Looks for unused records at every safepoint: slow, and output must be the same. For tests. */
  readonly collectAlways?: boolean;
  /** Output as it comes. */
  readonly onStdout?: (bytes: Uint8Array) => void;
  readonly onStderr?: (bytes: Uint8Array) => void;
  /** Ends the program when it fires. */
  readonly signal?: AbortSignal;
}

export interface RunResult {
  readonly end: RunEnd;
  readonly exitStatus: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly statistics: RunStatistics;
  /** Files that the program made or changed. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** On Reference cores: what the runs gave. Output and files are those of the first. */
  readonly reference?: Pick<ReferenceOutcome, 'message' | 'figures' | 'values'>;
}

/** A toolchain that stays loaded: make one when many programs are built. */
export interface Haze {
  build(sources: string | SourceFiles, options?: BuildOptions): Promise<BuildResult>;
  run(module: Uint8Array, options?: RunOptions): Promise<RunResult>;
}

/** Makes an instance with a compiler and kernels of its own, loaded when they are first needed. */
export function createHaze(): Haze {
  let clang: Promise<Clang> | undefined;
  let guest: Promise<GuestRuntime> | undefined;
  let kernels: Promise<WebAssembly.Module> | undefined;
  return {
    async build(sources, options = {}) {
      clang ??= loadClang({ limits: OWN_LIMITS, ...(options.onLoad && { onProgress: options.onLoad }) });
      guest ??= loadGuestRuntime();
      const tools = { clang: await clang, guest: await guest };
      const compilers = [createFortranCompiler(tools.clang, tools.guest)];
      return buildProgram(describeBuild(sources, options), { ...tools, compilers });
    },
    async run(module, options = {}) {
      kernels ??= loadKernels();
      const loadCompiler = () => (clang ??= loadClang({ limits: OWN_LIMITS }));
      return runBuilt(module, options, await kernels, loadCompiler);
    },
  };
}

/**
 * Builds a program. A program that does not compile is a result with `ok: false` and its log.
 *
 * @param sources the text of one file, or files by path
 * @throws HazeError `unknown-language`, `toolchain-load-failed`, `not-built`
 * @example
 * const built = await build('#include <stdio.h>\nint main(void) { printf("%lf\\n", 2.5); }');
 * if (built.ok) console.log((await run(built.module, { core: 'C0-S' })).stdout);
 */
export function build(sources: string | SourceFiles, options: BuildOptions = {}): Promise<BuildResult> {
  return sharedHaze().build(sources, options);
}

/**
 * Runs a module that `build` made, on a core.
 *
 * @throws HazeError `unknown-core`, `invalid-runs`, `invalid-seed`, `invalid-time-limit`, `malformed-shell-words`, and those of a module
 * that cannot be rewritten
 */
export function run(module: Uint8Array, options: RunOptions = {}): Promise<RunResult> {
  return sharedHaze().run(module, options);
}

// One instance a process, made at the first call, kept on the global object and not in module state, so that two copies
// of this package in one process share the 100 MB of the compiler.
const SHARED = Symbol.for('haze.shared');

function sharedHaze(): Haze {
  const holder = globalThis as { [SHARED]?: Haze };
  holder[SHARED] ??= createHaze();
  return holder[SHARED];
}

function describeBuild(sources: string | SourceFiles, options: BuildOptions) {
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

async function runBuilt(
  module: Uint8Array,
  options: RunOptions,
  kernels: WebAssembly.Module,
  loadCompiler: () => Promise<Clang>,
): Promise<RunResult> {
  const stdout = new TextCollector();
  const stderr = new TextCollector();
  const onStderr = (bytes: Uint8Array) => (options.onStderr ? options.onStderr(bytes) : stderr.add(bytes));
  const request = {
    core: chooseCore(options),
    arguments: splitArguments(options.arguments),
    files: encodeFiles(options.files ?? {}),
    stdin: options.inheritStdin ? ('process' as const) : encode(options.stdin ?? ''),
    seed: readSeed(options.seed ?? 1),
    timeLimitMs: checkTimeLimit(options.timeLimitSeconds ?? 60) * 1000,
    ...(options.outputLimitBytes === undefined ? {} : { outputLimitBytes: options.outputLimitBytes }),
    ...(options.collectAlways ? { collectAlways: true } : {}),
    onStdout: (bytes: Uint8Array) => (options.onStdout ? options.onStdout(bytes) : stdout.add(bytes)),
    onStderr,
    ...(options.signal ? { signal: options.signal } : {}),
  };
  if (request.core.Microarchitecture === 'Reference') {
    const { runs, runTimeLimitSeconds } = options;
    const reference = await runReference(
      {
        ...request,
        module,
        ...(runs === undefined ? {} : { runs: checkRuns(runs) }),
        ...(runTimeLimitSeconds === undefined ? {} : { runTimeLimitMs: 1000 * runTimeLimitSeconds }),
      },
      { kernels, createWorker: createNodeReferenceWorker, parallelism: availableParallelism() },
    );
    const statistics = { ...reference.statistics, records: 0 };
    const { end, files, removedFiles } = reference;
    return {
      ...describeOutcome({ end, files, removedFiles, statistics }, stdout.text(), stderr.text()),
      reference,
    };
  }
  const rewritten = options.plain ? undefined : rewriteProgram(module);
  const outcome = await runProgram(
    { ...request, module: rewritten?.module ?? module },
    { kernels, createWorker: createNodeRunWorker },
  );
  const place = await maybePlaceOfTrap(outcome.end, module, rewritten, loadCompiler);
  if (place) onStderr(new TextEncoder().encode(`haze: at ${place}\n`));
  return describeOutcome(outcome, stdout.text(), stderr.text());
}

/** The source line of a trap, for a module with debug information. */
async function maybePlaceOfTrap(
  end: RunEnd,
  module: Uint8Array,
  rewritten: RewriteResult | undefined,
  loadCompiler: () => Promise<Clang>,
): Promise<string | undefined> {
  if (end.kind !== 'stopped' || end.codeOffset === undefined) return undefined;
  const offset = rewritten ? rewritten.codeOffsets.originalOffset(end.codeOffset) : end.codeOffset;
  const compiled = new WebAssembly.Module(module as BufferSource);
  if (offset === undefined || WebAssembly.Module.customSections(compiled, '.debug_line').length === 0)
    return undefined;
  const place = maybeSourcePlace(await loadCompiler(), module, offset);
  return place && `${place.file}:${place.line}:${place.column}`;
}

function describeOutcome(outcome: RunOutcome, stdout: string, stderr: string): RunResult {
  return { ...outcome, exitStatus: outcome.end.exitStatus, stdout, stderr };
}

function chooseCore({ core = DEFAULT_CORE, plain = false }: RunOptions): CoreSpec {
  const spec = typeof core === 'string' ? findDefaultCore(core) : core;
  validateCoreSpec(spec);
  if (!plain || spec.Microarchitecture === 'Reference') return spec;
  // Without hooks nothing would notice a distribution, and arithmetic would drop it without a word: none is made.
  return { ...spec, Microarchitecture: 'Bypass', CorrelationTracking: 'Disable' };
}

function readSeed(seed: number | bigint): bigint {
  if (typeof seed === 'bigint' || Number.isInteger(seed)) return BigInt(seed);
  throw new HazeError('invalid-seed', `seed must be a whole number, not ${seed}.`, { data: { seed } });
}

function checkTimeLimit(seconds: number): number {
  if (seconds > 0) return seconds;
  throw new HazeError('invalid-time-limit', `timeLimitSeconds must be above zero, not ${seconds}.`, {
    data: { timeLimitSeconds: seconds },
  });
}

function splitArguments(words: string | readonly string[] | undefined): readonly string[] {
  return typeof words === 'string' ? splitShellWords(words) : (words ?? []);
}

function encodeFiles(files: Readonly<Record<string, string | Uint8Array>>): Map<string, Uint8Array> {
  return new Map(Object.entries(files).map(([path, content]) => [path, encode(content)]));
}

function encode(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

class TextCollector {
  readonly #decoder = new TextDecoder();
  #text = '';

  add(bytes: Uint8Array): void {
    this.#text += this.#decoder.decode(bytes, { stream: true });
  }

  text(): string {
    return this.#text + this.#decoder.decode();
  }
}

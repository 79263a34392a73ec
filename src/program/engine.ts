// Builds programs and runs them, without an environment: who compiles, where kernels come from and how workers are made
// is given to it. Node's library and pages are adapters of it.
import type { RunInputs } from '../budget/name-sources.ts';
import { HazeError } from '../errors/haze-error.ts';
import { checkRuns } from '../reference/run-count.ts';
import { type ReferenceWorker, runReference } from '../reference/run-reference.ts';
import type { RunOutcome } from '../runtime/run-outcome.ts';
import { type RunWorker, runProgram } from '../runtime/run-program.ts';
import type { BuildRequest, BuildResult } from '../toolchain/build-result.ts';
import { parseLanguage } from '../toolchain/language.ts';
import { nameLoneSource } from '../toolchain/lone-source.ts';
import { splitShellWords } from '../toolchain/shell-words.ts';
import type { SourceFiles } from '../toolchain/source-files.ts';
import { type CoreSpec, countLanes, findDefaultCore, validateCoreSpec } from '../uncertainty/core-spec.ts';
import { placeTrace } from './place-trace.ts';
import type { ProgramCompiler } from './program-compiler.ts';
import { runAndPlace } from './run-and-place.ts';
import { type BuildOptions, DEFAULT_CORE, type RunOptions, type RunResult } from './run-options.ts';
import type { Trap } from './trap-place.ts';

/** A program that took longer to build is not built once more for the line of its trap. */
const MOST_REBUILD_MS = 30_000;

/** Longer files are not searched for the Ux text of a source. */
const LONGEST_INPUT_BYTES = 64 * 2 ** 20;

/** What differs between Node and pages. */
export interface EngineParts {
  readonly compiler: ProgramCompiler;
  /** The compiled kernels of the core; asked for again when they could not be loaded. */
  readonly kernels: () => Promise<WebAssembly.Module>;
  readonly createRunWorker: () => RunWorker;
  readonly createReferenceWorker: () => ReferenceWorker;
  /** How many workers a Reference run may have at the same time. */
  readonly parallelism: number;
}

/** A toolchain that stays loaded: make one when many programs are built. */
export interface Haze {
  /**
   * Builds a program. A program that does not compile is a result with `ok: false` and its log.
   *
   * @param sources the text of one file, or files by path
   * @throws HazeError `unknown-language`, `toolchain-load-failed`, `not-built` (Node), `asset-missing` (pages)
   */
  build(sources: string | SourceFiles, options?: BuildOptions): Promise<BuildResult>;
  /**
   * Runs a module that `build` made, on a core.
   *
   * @throws HazeError `unknown-core`, `invalid-runs`, `invalid-seed`, `invalid-time-limit`, `malformed-shell-words`, and
   * those of a module that cannot be rewritten
   */
  run(module: Uint8Array, options?: RunOptions): Promise<RunResult>;
}

/** An engine of these parts. Nothing is loaded before it is needed. */
export function createEngine(parts: EngineParts): Haze {
  let kernels: Promise<WebAssembly.Module> | undefined;
  const loadKernels = () => {
    kernels ??= parts.kernels().catch((error: unknown) => {
      kernels = undefined;
      throw error;
    });
    return kernels;
  };
  const requests = new WeakMap<Uint8Array, BuildRequest>();
  return {
    build: async (sources, options = {}) => {
      const { onLoad, signal } = options;
      const request = describeBuild(sources, options);
      const built = await parts.compiler.build(request, { onLoad, signal });
      if (built.ok && built.buildTimeMs <= MOST_REBUILD_MS) requests.set(built.module, request);
      return built;
    },
    run: async (module, options = {}) =>
      runBuilt({ linked: module, request: requests.get(module) }, options, await loadKernels(), parts),
  };
}

function describeBuild(sources: string | SourceFiles, options: BuildOptions): BuildRequest {
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
  program: Omit<Trap, 'codeOffset' | 'isPlain'>,
  options: RunOptions,
  kernels: WebAssembly.Module,
  parts: EngineParts,
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
    ...(options.trace ? { trace: true } : {}),
    onStdout: (bytes: Uint8Array) => (options.onStdout ? options.onStdout(bytes) : stdout.add(bytes)),
    onStderr,
    ...(options.signal ? { signal: options.signal } : {}),
  };
  if (options.trace) checkTraced(request.core);
  if (request.core.Microarchitecture === 'Reference') {
    const { runs, runTimeLimitSeconds } = options;
    const reference = await runReference(
      {
        ...request,
        module: program.linked,
        ...(runs === undefined ? {} : { runs: checkRuns(runs) }),
        ...(runTimeLimitSeconds === undefined ? {} : { runTimeLimitMs: 1000 * runTimeLimitSeconds }),
      },
      { kernels, createWorker: parts.createReferenceWorker, parallelism: parts.parallelism },
    );
    const statistics = { ...reference.statistics, records: 0 };
    const { end, files, removedFiles } = reference;
    return {
      ...describeOutcome({ end, files, removedFiles, statistics }, stdout.text(), stderr.text()),
      reference,
    };
  }
  const { compiler } = parts;
  const { plain = false } = options;
  const module = plain ? program.linked : await compiler.rewrite(program.linked);
  const outcome = await runAndPlace(
    { ...request, module },
    { ...program, isPlain: plain },
    {
      run: (wish) => runProgram(wish, { kernels, createWorker: parts.createRunWorker }),
      placeOf: (trap, signal) => compiler.placeOf(trap, signal),
    },
  );
  const { trace, ...rest } = outcome;
  const described = describeOutcome(rest, stdout.text(), stderr.text());
  if (!trace) return described;
  const placed = await placeTrace(trace, program.linked, (...wish) => compiler.placesOf(...wish));
  return { ...described, trace: placed, inputs: describeInputs(request) };
}

/** What a traced program was given, as texts in which the Ux text of a source can be found. */
function describeInputs({ arguments: words, files, stdin }: DescribedInputs): RunInputs {
  const read = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);
  const given = [...files].filter(([, bytes]) => bytes.length <= LONGEST_INPUT_BYTES);
  const texts = Object.fromEntries(given.map(([path, bytes]) => [path, read(bytes)]));
  return { arguments: words, files: stdin === 'process' ? texts : { ...texts, stdin: read(stdin) } };
}

interface DescribedInputs {
  readonly arguments: readonly string[];
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly stdin: Uint8Array | 'process';
}

function checkTraced(core: CoreSpec): void {
  if (countLanes(core) > 0) return;
  throw new HazeError(
    'untracked-core',
    `${core.Name} does not track which inputs a value depends on. Choose C0-Joint, or a core whose name ends in "+", to be told where a spread comes from.`,
    { data: { core: core.Name } },
  );
}

function describeOutcome(outcome: Omit<RunOutcome, 'trace'>, stdout: string, stderr: string): RunResult {
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

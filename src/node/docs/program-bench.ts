// Builds and runs programs in documents, in several compile workers that stay warm. Reuses cached outcomes. Reaching a
// limit is an outcome, not an error.
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { listContents } from '../../docs/finding/data-file.ts';
import { type DocProgram, filesBeside } from '../../docs/finding/doc-page.ts';
import type { ProgramOutcome } from '../../docs/judging/program-outcome.ts';
import { HazeError } from '../../errors/haze-error.ts';
import { ClosableCompiler } from '../../jobs/compiling/worker-compiler.ts';
import { createEngine, type Haze } from '../../program/engine.ts';
import type { PageProgram } from '../../program/modules/page-sources.ts';
import type { RunResult } from '../../program/run-options.ts';
import { loadKernels, loadRewritingVersion } from '../engine/assets.ts';
import { createNodeReferenceWorker, createNodeRunWorker } from '../engine/node-run-worker.ts';
import { createNodeCompileWorker } from '../engine/serve-workers.ts';
import { type ContentCache, maybeOwnCache } from '../files/content-cache.ts';
import { readVersion } from '../folders/site-folder.ts';
import { type ModuleOptions, maybeMakePageModule } from './make-page-module.ts';

/** Version of the outcomes. Increment it when an unchanged program's outcome changes. */
const FORM = 2;
/** Limit on output, which is more than readers need on a page. */
const OUTPUT_LIMIT_BYTES = 256 * 1024;
const BUILD_LIMIT_MS = 60_000;
/** Maximum number of stations; each takes about 200 MB. */
const MOST_STATIONS = 4;
/** Number of pending programs up to which one station suffices; a larger number starts another compiler. */
const PROGRAMS_A_STATION = 4;
/** Outcomes that are not cached, because they depend on how busy the machine is. */
const NOT_KEPT: ReadonlySet<string> = new Set(['time-limit', 'internal', 'compiler-died', 'memory-limit']);

export interface ProgramBenchOptions {
  /** Stores outcomes; default: this user's cache folder; null: no cache. */
  readonly cache?: ContentCache | null;
}

/** A compiler and the engine around it. */
interface Station {
  readonly compiler: ClosableCompiler;
  readonly engine: Haze;
  isBusy: boolean;
}

type Order = (station: Station) => Promise<void>;

/** Runs programs in documents until it is closed. Starts compilers only if a program is not in the cache. */
export class ProgramBench {
  readonly #cache: ContentCache | undefined;
  readonly #stations: Station[] = [];
  readonly #orders: Order[] = [];
  /** Outcomes in progress, by key, so that a program that occurs twice is run only once. */
  readonly #making = new Map<string, Promise<ProgramOutcome>>();
  #version: Promise<string> | undefined;

  constructor({ cache }: ProgramBenchOptions = {}) {
    this.#cache = cache === null ? undefined : (cache ?? maybeOwnCache());
  }

  /**
   * Outcomes in the order of the programs. A program that does not build, or that a limit stops, is an outcome.
   * @throws HazeError `not-built`, `toolchain-load-failed`
   */
  async runAll(programs: readonly DocProgram[]): Promise<ProgramOutcome[]> {
    this.#version ??= describeVersion();
    const version = await this.#version;
    return Promise.all(programs.map((program) => this.#take(keyOf(program, version), program)));
  }

  close(): void {
    for (const { compiler } of this.#stations.splice(0)) compiler.close();
  }

  #take(key: string, program: DocProgram): Promise<ProgramOutcome> {
    const made = this.#making.get(key) ?? this.#make(key, program).finally(() => this.#making.delete(key));
    this.#making.set(key, made);
    return made;
  }

  async #make(key: string, program: DocProgram): Promise<ProgramOutcome> {
    const kept = await this.#cache?.get(key);
    if (kept) return JSON.parse(new TextDecoder().decode(kept)) as ProgramOutcome;
    const outcome = await this.#order((station) => runOne(station, program));
    if (!NOT_KEPT.has(outcome.stop?.code ?? ''))
      await this.#cache?.put(key, new TextEncoder().encode(JSON.stringify(outcome)));
    return outcome;
  }

  /**
   * The file of a program's module, for a page that runs it without a compiler; undefined if the program does not
   * build or its build reads the clock.
   * @throws HazeError `not-built`, `toolchain-load-failed`
   */
  async makeModule(program: PageProgram, options?: ModuleOptions): Promise<Uint8Array | undefined> {
    this.#version ??= describeVersion();
    const key = `page-module-${hashOf([await this.#version, program, ...(options ? [options] : [])])}`;
    const kept = await this.#cache?.get(key);
    if (kept) return kept.length === 0 ? undefined : kept;
    const made = await this.#order(({ compiler }) => maybeMakePageModule(program, compiler, options));
    await this.#cache?.put(key, made ?? new Uint8Array());
    return made;
  }

  /** Runs the work on the next free station. */
  #order<Result>(work: (station: Station) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#orders.push((station) => work(station).then(resolve, reject));
      this.#staff();
    });
  }

  #staff(): void {
    const most = Math.min(availableParallelism(), MOST_STATIONS);
    const wanted = Math.min(most, Math.ceil(this.#orders.length / PROGRAMS_A_STATION));
    const idle = this.#stations.find(({ isBusy }) => !isBusy);
    if (idle) void this.#work(idle);
    else if (this.#stations.length < Math.max(1, wanted)) {
      const station = openStation();
      this.#stations.push(station);
      void this.#work(station);
    }
  }

  async #work(station: Station): Promise<void> {
    station.isBusy = true;
    for (let order = this.#orders.shift(); order; order = this.#orders.shift()) {
      await order(station);
    }
    station.isBusy = false;
  }
}

function openStation(): Station {
  const compiler = new ClosableCompiler({
    createWorker: createNodeCompileWorker,
    buildLimitMs: BUILD_LIMIT_MS,
  });
  const engine = createEngine({
    compiler,
    kernels: loadKernels,
    createRunWorker: createNodeRunWorker,
    createReferenceWorker: createNodeReferenceWorker,
    parallelism: 1,
  });
  return { compiler, engine, isBusy: false };
}

async function describeVersion(): Promise<string> {
  return `${FORM} ${await readVersion()} ${await loadRewritingVersion()}`;
}

/** Key that covers everything that determines an outcome. */
function keyOf(program: DocProgram, version: string): string {
  const { source, language, fileName, options } = program;
  const { core, seed, arguments: words, stdin, timeout, norun, part } = options;
  const facts = [
    version,
    source,
    language,
    fileName,
    core,
    String(seed),
    words,
    stdin,
    timeout,
    norun,
    part,
    filesBeside(program),
    program.data,
  ];
  return `docs-${hashOf(facts)}`;
}

function hashOf(facts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

const NOTHING: ProgramOutcome = {
  isBuilt: false,
  messages: [],
  log: '',
  stdout: '',
  stderr: '',
  exitStatus: 0,
};

async function runOne({ engine }: Station, program: DocProgram): Promise<ProgramOutcome> {
  const { source, language, fileName, options } = program;
  // A program that is continued by other programs has no main function.
  if (options.part) return { ...NOTHING, isBuilt: true };
  try {
    const files = { ...filesBeside(program), [fileName]: source };
    const built = await engine.build(files, { language });
    const messages = built.diagnostics.map(({ severity, message, line, file = '' }) => ({
      severity,
      message,
      ...(line === undefined || !Object.hasOwn(files, file) ? {} : { line }),
      ...(file === fileName || !Object.hasOwn(files, file) ? {} : { file }),
    }));
    const report = { ...NOTHING, log: built.log, messages, isBuilt: built.ok };
    if (!built.ok) return { ...report, exitStatus: 1 };
    if (options.norun) return report;
    const result = await engine.run(built.module, {
      core: options.core,
      seed: options.seed,
      arguments: options.arguments,
      stdin: options.stdin,
      files: listContents(program.data),
      timeLimitSeconds: options.timeout,
      outputLimitBytes: OUTPUT_LIMIT_BYTES,
    });
    return { ...report, ...describeRun(result) };
  } catch (error) {
    if (!(error instanceof HazeError) || error.code === 'not-built' || error.code === 'toolchain-load-failed')
      throw error;
    const { code, message } = error;
    return { ...NOTHING, isBuilt: true, exitStatus: 1, stop: { code, message } };
  }
}

function describeRun({ stdout, stderr, exitStatus, end }: RunResult) {
  const stop = end.kind === 'stopped' ? { stop: { code: end.code, message: end.message } } : {};
  return { stdout, stderr, exitStatus, ...stop };
}

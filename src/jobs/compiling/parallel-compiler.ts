// Compiles the sources of a large program in several workers in parallel. The worker that builds also compiles, and
// hands out pending units. Helpers start only when enough units are pending to justify loading another compiler, and
// stop with the build.
import { HazeError } from '../../errors/haze-error.ts';
import { TOOL_MEMORY_BYTES } from '../../toolchain/clang/memory-limit.ts';
import type { CompileResult, Compiler, CompileUnit } from '../../toolchain/sources/compiler.ts';

/** A worker that compiles in parallel with this one. */
export interface CompileHelper {
  /** Sets the files for later units, and waits until the compiler is loaded. */
  openFiles(files: CompileUnit['files']): Promise<void>;
  compile(unit: Omit<CompileUnit, 'files'>): Promise<CompileResult>;
  close(): void;
}

export interface CompileHelpers {
  readonly create: () => CompileHelper;
  /** Maximum number of helpers. */
  readonly count: number;
  /** True if helpers have lower limits than this worker. Units that reach a helper's limits are compiled again here. */
  readonly haveLess?: boolean;
}

interface WaitingUnit {
  readonly unit: CompileUnit;
  readonly resolve: (result: CompileResult) => void;
  readonly reject: (error: unknown) => void;
}

interface StartedHelper {
  readonly helper: CompileHelper;
  /** Files that the helper has received, or will have received when it is ready. */
  files: CompileUnit['files'];
  isReady: boolean;
  running: number;
}

/** Maximum number of helpers: each holds a compiler in its memory. */
const MOST_HELPERS = 3;
/** Memory to reserve for the service and its first compiler. */
const KEPT_MEMORY_BYTES = 1.5 * 1024 ** 3;
const HELPER_MEMORY_BYTES = TOOL_MEMORY_BYTES + 256 * 1024 ** 2;

/**
 * Number of helpers that fit on a machine, given that a single source may use up a compilation's whole memory limit.
 */
export function countHelpers(processors: number, memoryBytes: number): number {
  const room = Math.floor((memoryBytes - KEPT_MEMORY_BYTES) / HELPER_MEMORY_BYTES);
  return Math.max(0, Math.min(MOST_HELPERS, processors - 1, room));
}

/** Number of units whose compilation takes about as long as loading a compiler. */
const WORTH_HELPING = 8;
/**
 * Number of units given to a helper at a time: with more than one, the helper has another unit even while this worker
 * is too busy to receive messages.
 */
const UNITS_A_HELPER = 2;
/** Maximum number of units that are pending or being looked up in the cache at the same time. */
const CONCURRENCY = 64;

export class ParallelCompiler implements Compiler {
  readonly name;
  readonly languages;
  readonly granularity;
  readonly version;
  readonly concurrency = CONCURRENCY;
  readonly #own: Compiler;
  readonly #createHelper: () => CompileHelper;
  readonly #helperCount: number;
  readonly #ownHasMore: boolean;
  readonly #waiting: WaitingUnit[] = [];
  /** Units that no helper could compile. */
  readonly #ownUnits: WaitingUnit[] = [];
  #helpers: StartedHelper[] = [];
  #areHelpersStarted = false;
  #isBusy = false;

  constructor(own: Compiler, helpers: CompileHelpers) {
    this.#own = own;
    this.#ownHasMore = helpers.haveLess ?? false;
    this.#createHelper = helpers.create;
    this.#helperCount = helpers.count;
    this.name = own.name;
    this.languages = own.languages;
    this.granularity = own.granularity;
    this.version = own.version;
  }

  compile(unit: CompileUnit): Promise<CompileResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ unit, resolve, reject });
      this.#giveAway();
      if (!this.#isBusy) void this.#work();
    });
  }

  /** Ends the helpers. */
  close(): void {
    for (const { helper } of this.#helpers) helper.close();
    this.#helpers = [];
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    // Lets all units that are requested together arrive before the first unit starts.
    await untilMessagesCame();
    for (let next = this.#next(); next; next = this.#next()) {
      await this.#own.compile(next.unit).then(next.resolve, next.reject);
      await untilMessagesCame();
      this.#giveAway();
    }
    this.#isBusy = false;
  }

  #next(): WaitingUnit | undefined {
    return this.#ownUnits.shift() ?? this.#waiting.shift();
  }

  #giveAway(): void {
    if (!this.#areHelpersStarted && this.#waiting.length >= WORTH_HELPING) this.#startHelpers();
    for (const started of this.#helpers) {
      while (started.isReady && started.running < UNITS_A_HELPER && this.#waiting.length > 0) {
        if (this.#waiting[0]!.unit.files === started.files)
          this.#compileWith(started, this.#waiting.shift()!);
        else this.#openFiles(started, this.#waiting[0]!.unit.files);
      }
    }
  }

  #startHelpers(): void {
    this.#areHelpersStarted = true;
    const { files } = this.#waiting[0]!.unit;
    for (let index = 0; index < this.#helperCount; index += 1) {
      const started: StartedHelper = { helper: this.#createHelper(), files, isReady: false, running: 0 };
      this.#helpers.push(started);
      this.#openFiles(started, files);
    }
  }

  // Called again for a program in two languages, because a compiler generates further files from some of its files.
  #openFiles(started: StartedHelper, files: CompileUnit['files']): void {
    started.files = files;
    started.isReady = false;
    started.helper.openFiles(files).then(
      () => {
        started.isReady = true;
        this.#giveAway();
      },
      () => this.#drop(started),
    );
  }

  #compileWith(started: StartedHelper, waiting: WaitingUnit): void {
    const { files: _, ...unit } = waiting.unit;
    started.running += 1;
    started.helper.compile(unit).then(
      (result) => {
        started.running -= 1;
        // Compiles the unit again here, because this worker may use more memory than a helper.
        if (result.limit !== undefined && this.#ownHasMore) this.#workOn(waiting);
        else waiting.resolve(result);
        this.#giveAway();
      },
      (error: unknown) => {
        this.#drop(started);
        // If a helper had too little memory for a unit, this worker compiles the unit.
        if (!(error instanceof HazeError)) return waiting.reject(error);
        this.#workOn(waiting);
      },
    );
  }

  #workOn(waiting: WaitingUnit): void {
    this.#ownUnits.push(waiting);
    if (!this.#isBusy) void this.#work();
  }

  #drop(started: StartedHelper): void {
    started.helper.close();
    this.#helpers = this.#helpers.filter((other) => other !== started);
  }
}

// Lets pending messages arrive: a busy compiler would otherwise delay them until it is idle.
function untilMessagesCame(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

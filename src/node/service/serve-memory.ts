// Keeps `haze serve` within its machine's memory. Each run and each build reserves its maximum memory, and waits until
// that amount is free. A core's memory does not include its lanes, which get less memory on small machines.
import { HazeError } from '../../errors/haze-error.ts';
import type { TakeRepository } from '../../jobs/cloning/clone-client.ts';
import { MemoryShare } from '../../jobs/executing/memory-share.ts';
import type { Builder } from '../../jobs/records/builder.ts';
import { hasLines } from '../../program/places/trap.ts';
import type { ReferenceRunRequest } from '../../reference/crew/run-reference.ts';
import { MAX_KEPT_VALUES } from '../../reference/crew/run-reference.ts';
import { withinMemory } from '../../repositories/check-out-settings.ts';
import { formatMegabytes } from '../../runtime/preparing/memory-limits.ts';
import type { RunOutcome } from '../../runtime/running/run-outcome.ts';
import { STOP_STATUS } from '../../runtime/running/run-outcome.ts';
import type { RunRequest } from '../../runtime/running/run-program.ts';
import type { BuildRequest } from '../../toolchain/building/build-result.ts';
import { type CoreSpec, countLanes } from '../../uncertainty/core/core-spec.ts';
import { MOST_TRACE_BYTES } from '../../uncertainty/sources/run-trace.ts';

const MEBIBYTE = 2 ** 20;
/** Memory for the server, the store and an idle compiler. */
const BASE_BYTES = 450 * MEBIBYTE;
/** Part of the base that is reserved for this thread's heap. */
const HEAP_BYTES = 256 * MEBIBYTE;
/** A compiler's memory limit, plus the process's other memory. */
const BUILD_BYTES = 576 * MEBIBYTE;
/** Memory used by a newly loaded compiler. */
const FRESH_COMPILER_BYTES = 256 * MEBIBYTE;
/** Memory for the draws and results of a run with a budget. */
const TRACE_BYTES = 2 * MOST_TRACE_BYTES;
/** Memory used by a worker with a program's code and stack. */
const WORKER_BYTES = 64 * MEBIBYTE;
/** Memory that suffices for most repositories. A larger repository is fetched by itself, with all of the memory. */
const SMALL_FETCH_BYTES = 256 * MEBIBYTE;
/** Heap size of a worker that fetches repositories. */
const FETCH_WORKER_BYTES = 192 * MEBIBYTE;
const MOST_LANE_BYTES = 2 ** 30;
/** Number of tasks, each with all its lanes, that fit into memory at the same time. */
const LANE_SHARES = 4;
const LEAST_TASK_BYTES = 128 * MEBIBYTE;

export class ServeMemory {
  readonly #share: MemoryShare;
  readonly #laneLimitBytes: number;

  /**
   * @param totalBytes memory limit of this process
   * @param heldBytes memory used by records and frames beyond their share of the base
   */
  constructor(totalBytes: number, heldBytes = measureHeld) {
    this.#share = new MemoryShare(Math.max(LEAST_TASK_BYTES, totalBytes - BASE_BYTES), heldBytes);
    this.#laneLimitBytes = Math.min(MOST_LANE_BYTES, Math.floor(this.#share.totalBytes / LANE_SHARES));
  }

  /** Runs a program once enough memory is free. */
  run(request: RunRequest, run: (request: RunRequest) => Promise<RunOutcome>): Promise<RunOutcome> {
    const refused = this.#maybeRefuse(request);
    if (refused) return Promise.resolve(refused);
    const laneMemoryLimitBytes = this.#laneLimitBytes;
    const needed = this.#mostBytes(request.core) + (request.trace ? TRACE_BYTES : 0);
    return this.#share.use(needed, request.signal, () => run({ ...request, laneMemoryLimitBytes }));
  }

  /** Peak memory of one program run, beyond that of an idle process or worker. */
  mostOf(request: RunRequest | ReferenceRunRequest): number {
    const given = [...(request.files?.values() ?? [])].reduce((sum, file) => sum + file.length, 0);
    const traced = 'trace' in request && request.trace ? TRACE_BYTES : 0;
    return this.#mostBytes(request.core) + 2 * given + traced;
  }

  /** Runs a program many times in the given number of workers, or fewer if memory is short. */
  runMany<T>(
    request: ReferenceRunRequest,
    parallelism: number,
    run: (parallelism: number) => Promise<T>,
  ): Promise<T> {
    const workerBytes = this.#mostBytes(request.core);
    const keptBytes = MAX_KEPT_VALUES * Float64Array.BYTES_PER_ELEMENT;
    const fitting = Math.floor((this.#share.totalBytes - keptBytes) / workerBytes);
    const workers = Math.max(1, Math.min(parallelism, fitting));
    return this.#share.use(keptBytes + workers * workerBytes, request.signal, () => run(workers));
  }

  /** Allows a second compiler during some work, once enough memory is free. */
  besideCompiler(work: () => Promise<void>): Promise<void> {
    return this.#share.use(FRESH_COMPILER_BYTES, undefined, work);
  }

  /**
   * Fetches repositories once memory is free. A repository that needs more memory is fetched again, exclusively, with
   * all of the memory.
   */
  limitFetches(take: TakeRepository): TakeRepository {
    const mostBytes = Math.max(SMALL_FETCH_BYTES, this.#share.totalBytes - FETCH_WORKER_BYTES);
    return async (request, context) => {
      const takeWithin = (bytes: number) => {
        const settings = withinMemory(request.settings, bytes);
        const needed = bytes + FETCH_WORKER_BYTES;
        return this.#share.use(needed, context.signal, () => take({ ...request, settings }, context));
      };
      try {
        return await takeWithin(SMALL_FETCH_BYTES);
      } catch (error) {
        const isTooLarge = error instanceof HazeError && error.code === 'repository-too-large';
        if (!isTooLarge || mostBytes === SMALL_FETCH_BYTES) throw error;
        return takeWithin(mostBytes);
      }
    };
  }

  /** A builder whose builds wait until enough memory for a compiler is free. */
  limit<Limited extends Builder>(builder: Limited): Builder {
    return {
      version: () => builder.version(),
      rewrite: (module) => builder.rewrite(module),
      // Finding the line requires rebuilding the program, unless its module has line information.
      placeOf: (trap, signal) =>
        hasLines(trap.linked)
          ? builder.placeOf(trap, signal)
          : this.#share.use(BUILD_BYTES, signal, () => builder.placeOf(trap, signal)),
      placesOf: (program, codeOffsets) =>
        hasLines(program.linked)
          ? builder.placesOf(program, codeOffsets)
          : this.#share.use(BUILD_BYTES, undefined, () => builder.placesOf(program, codeOffsets)),
      build: (request, options) =>
        this.#share.use(BUILD_BYTES + countSourceBytes(request), options.signal, () =>
          builder.build(request, options),
        ),
    };
  }

  /** Maximum memory of a run on this core: for the program, then files or distributions, then lanes. */
  #mostBytes(core: CoreSpec): number {
    const { MemorySize, Precision } = core;
    const lanes = Math.floor(MemorySize / (16 * Precision)) * 8 * countLanes(core);
    return WORKER_BYTES + 2 * MemorySize + Math.min(this.#laneLimitBytes, lanes);
  }

  #maybeRefuse({ core, onStderr }: RunRequest): RunOutcome | undefined {
    const { totalBytes } = this.#share;
    if (core.MemorySize + WORKER_BYTES <= totalBytes) return undefined;
    const message = `core ${core.Name} has ${formatMegabytes(core.MemorySize)} of memory, but this server has only ${formatMegabytes(totalBytes)} for tasks. Choose a smaller core, or give the server more memory (--memory-limit)`;
    onStderr?.(new TextEncoder().encode(`haze: ${message}\n`));
    return {
      end: { kind: 'stopped', code: 'refused', message, exitStatus: STOP_STATUS.refused },
      statistics: { executionTimeMs: 0, hookCalls: 0, records: 0 },
      files: new Map(),
      removedFiles: [],
    };
  }
}

/** Bytes beyond the base: store records, and frames and bodies in transit. */
function measureHeld(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return Math.max(0, heapUsed + arrayBuffers - HEAP_BYTES);
}

/** Sources are held twice: here and in the compiler's worker. */
function countSourceBytes({ sources }: BuildRequest): number {
  const files = sources instanceof Map ? [...sources.values()] : Object.values(sources);
  return 2 * files.reduce((sum, file) => sum + file.length, 0);
}

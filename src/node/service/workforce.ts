// Builds, runs and fetches for a Node service. Workers start on first use. The executor can be stopped while the entire
// store is replaced, and then restarted, so that no earlier job writes into the new content.

import { availableParallelism } from 'node:os';
import { HazeError } from '../../errors/haze-error.ts';
import { loadOnce } from '../../errors/load-once.ts';
import { createCloneClient } from '../../jobs/cloning/clone-client.ts';
import { CompileClient } from '../../jobs/compiling/compile-client.ts';
import { createRenewal } from '../../jobs/compiling/compiler-renewal.ts';
import { HeaderCache } from '../../jobs/compiling/header-cache.ts';
import { Executor } from '../../jobs/executing/executor.ts';
import { createHelp } from '../../jobs/parts/helping.ts';
import type { ExecutorEvent } from '../../jobs/records/executor-events.ts';
import type { RunTask } from '../../jobs/tasks/task-job.ts';
import { runParts } from '../../reference/crew/run-parts.ts';
import { runReference } from '../../reference/crew/run-reference.ts';
import type { PartSource } from '../../reference/crew/share-runs.ts';
import { runProgram } from '../../runtime/running/run-program.ts';
import { toHex } from '../../store/contract/random-bytes.ts';
import type { Store } from '../../store/contract/store.ts';
import { loadKernels, loadRewritingVersion } from '../engine/assets.ts';
import { readMachineMemory } from '../engine/machine-memory.ts';
import { createNodeCloneWorker, createNodeCompileWorker } from '../engine/serve-workers.ts';
import { maybeToolVersion } from '../engine/tool-version.ts';
import { type Isolation, openTaskRooms, type TaskRoom, type TaskRooms } from '../isolation/task-room.ts';
import type { RandomBytes } from './seeded-random.ts';
import { ServeMemory } from './serve-memory.ts';
import type { StillClock } from './still-clock.ts';

export interface WorkforceOptions {
  readonly store: Store;
  readonly repositoryHosts: readonly string[];
  /** Memory available to this process; default: that of the machine or its container. */
  readonly memoryBytes?: number | undefined;
  /** Time limit for a task; default: one minute. */
  readonly taskTimeMs?: number | undefined;
  /** True if other processes work on the same store. */
  readonly isShared?: boolean | undefined;
  /** True if all processes that use the store are on this machine; default false. */
  readonly isLocal?: boolean | undefined;
  /** Maximum memory that the compiler may hold between two builds; default: 384 MiB. */
  readonly compilerBytes?: number | undefined;
  /** Number of parallel builds and tasks; default: the number of processors plus one. */
  readonly parallelJobs?: number | undefined;
  /** Runs programs in separate processes, or in threads of this process; default: `thread`. */
  readonly isolation?: Isolation | undefined;
  /** Time without a heartbeat after which another process is presumed dead. */
  readonly leaseMs?: number | undefined;
  /** A fixed clock; default: the machine's time. */
  readonly clock?: StillClock | undefined;
  /** Random bytes for the names of executors. */
  readonly random: RandomBytes;
  readonly reportError: (error: unknown, jobId: string) => void;
  /** Called at the start and completion of every job that the executor runs. */
  readonly observe?: ((event: ExecutorEvent) => void) | undefined;
  /** Receives log lines. */
  readonly say?: ((message: string) => void) | undefined;
}

export interface Workforce {
  /** Announces work, or a cancelled job. */
  announce(): void;
  /** Stops every job immediately, runs the work, and restarts on the store's new content. */
  restartAround<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Lets jobs finish within the grace period, and reschedules the rest. */
  close(graceMs: number): Promise<void>;
}

const ID_BYTES = 8;
/** Default limit for an idle compiler: twice the memory that it uses after a few hundred programs. */
const COMPILER_BYTES = 384 * 2 ** 20;
/** Maximum size of the header cache: enough for about forty sets of C++ headers. */
const HEADER_CACHE_BYTES = 512 * 2 ** 20;
/** Longest possible timer. With a fixed clock, buffered output never becomes old enough to be stored early. */
const NEVER_MS = 2 ** 31 - 1;

/** Starts a store's workforce. */
export function startWorkforce(options: WorkforceOptions): Workforce {
  const { store, clock, random } = options;
  const memoryBytes = options.memoryBytes ?? readMachineMemory();
  const memory = new ServeMemory(memoryBytes);
  const builder = createBuilder(options, memory);
  const { isolation = 'thread', say = () => undefined } = options;
  const rooms = openTaskRooms({ isolation, memoryBytes, say });
  const tools = createTools(clock, memory, rooms);
  const start = (): Executor =>
    new Executor({
      ...tools,
      store,
      builder: memory.limit(builder),
      rewritingVersion: loadRewritingVersion,
      repositories: {
        take: memory.limitFetches(createCloneClient(createNodeCloneWorker)),
        settings: { hosts: options.repositoryHosts },
      },
      // A store in memory belongs to one process; a folder or database may be used by many.
      isAlone: options.isShared !== true,
      isLocal: options.isLocal === true,
      executorId: `exe_${toHex(random(ID_BYTES))}`,
      limits: {
        parallelJobs: options.parallelJobs ?? 1 + availableParallelism(),
        ...(options.taskTimeMs !== undefined && { taskTimeMs: options.taskTimeMs }),
        ...(options.leaseMs !== undefined && { leaseMs: options.leaseMs }),
        ...(clock && { chunkMs: NEVER_MS, progressMs: NEVER_MS }),
      },
      ...(clock && { now: clock.now }),
      reportError: options.reportError,
      ...(options.observe && { observe: options.observe }),
    });
  let executor = start();
  let isClosed = false;
  return {
    announce: () => executor.announce(),
    async restartAround(work) {
      await executor.stop(0);
      try {
        return await work();
      } finally {
        // After closing, nothing would stop another executor.
        if (!isClosed) executor = start();
      }
    },
    async close(graceMs) {
      isClosed = true;
      await executor.stop(graceMs);
      builder.close();
      rooms.close();
    },
  };
}

function createBuilder(options: WorkforceOptions, memory: ServeMemory) {
  const { store, isShared, isLocal, clock, compilerBytes: mostBytes = COMPILER_BYTES } = options;
  const { observe, reportError } = options;
  let isClosed = false;
  const client = new CompileClient({
    // Caches headers only for processes on several machines: a process on its own compiles headers as fast as it reads
    // them from disk.
    headers:
      isShared && !isLocal
        ? new HeaderCache(store, { maxSizeBytes: HEADER_CACHE_BYTES, now: clock?.now })
        : undefined,
    createRenewal: createRenewal({
      mostBytes,
      whenRoom: (work) => memory.besideCompiler(work),
      onHeld: (heldBytes) => observe?.({ what: 'compiler-held', heldBytes }),
      onFailure: (error) => reportError(error, ''),
    }),
    onEnded: (reason, heldBytes) => {
      const memory = heldBytes === undefined ? undefined : { heldBytes, mostBytes };
      observe?.({ what: 'compiler-ended', reason, ...(memory && { memory }) });
    },
    createWorker() {
      // A caller may retry when its worker stops; after `close`, nothing would stop another worker.
      if (isClosed) throw new HazeError('executor-stopping', 'The service has stopped.');
      return createNodeCompileWorker();
    },
  });
  return {
    version: () => client.version(),
    rewrite: (module: Uint8Array) => client.rewrite(module),
    placeOf: (...wish: Parameters<typeof client.placeOf>) => client.placeOf(...wish),
    placesOf: (...wish: Parameters<typeof client.placesOf>) => client.placesOf(...wish),
    async build(...request: Parameters<typeof client.build>) {
      const output = await client.build(...request);
      // A fixed clock cannot measure time.
      return clock ? { ...output, buildTimeMs: 0 } : output;
    },
    close() {
      isClosed = true;
      client.close();
    },
  };
}

/**
 * Describes the parts that run tasks in this process. In a clone, the rewriter's version identifies all of them.
 */
async function describeRunning(): Promise<string> {
  return (await maybeToolVersion()) ?? (await loadRewritingVersion());
}

function createTools(clock: StillClock | undefined, memory: ServeMemory, rooms: TaskRooms) {
  const load = loadOnce(loadKernels);
  const loadVersion = loadOnce(describeRunning);
  // Later programs start at the clock's new time.
  const timed = () => (clock ? { clockMs: clock.now() } : {});
  const told = <Outcome extends { readonly statistics: { readonly executionTimeMs: number } }>(
    outcome: Outcome,
  ): Outcome => (clock ? { ...outcome, statistics: { ...outcome.statistics, executionTimeMs: 0 } } : outcome);
  const run: RunTask = async (request) =>
    told(
      await memory.run({ ...request, ...timed() }, async (admitted) => {
        const room = rooms.open(admitted, memory.mostOf(admitted));
        const context = { kernels: await load(), createWorker: room.createRunWorker };
        return room.judge(await runProgram(admitted, context));
      }),
    );
  type ManyRuns = Parameters<typeof runReference>[0];
  type Crew = Parameters<typeof runReference>[1];
  const withCrew = <T>(request: ManyRuns, work: (crew: Crew, room: TaskRoom) => Promise<T>): Promise<T> =>
    memory.runMany(request, availableParallelism(), async (parallelism) => {
      const room = rooms.open(request, memory.mostOf(request));
      return work({ kernels: await load(), createWorker: room.createReferenceWorker, parallelism }, room);
    });
  return {
    run,
    loadKernels: load,
    runReference: async (request: ManyRuns) =>
      told(
        await withCrew(request, async (crew, room) =>
          room.judge(await runReference({ ...request, ...timed() }, crew)),
        ),
      ),
    help: createHelp({
      version: async () => `${await loadVersion()} ${clock?.now() ?? ''}`,
      runParts: (request: ManyRuns, source: PartSource) =>
        withCrew(request, (crew) => runParts({ ...request, ...timed() }, crew, source)),
    }),
  };
}

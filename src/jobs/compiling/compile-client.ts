// Builder that works in a worker and keeps the worker warm between builds. If a build is cancelled or exceeds its time
// limit, the worker is terminated, and pending requests go to a new worker. Pages and Node create workers differently.
import { HazeError } from '../../errors/haze-error.ts';
import type { BuildOutput } from '../../program/built-program.ts';
import type { PlacedProgram } from '../../program/places/find-places.ts';
import type { Trap } from '../../program/places/trap.ts';
import type { BuildRequest } from '../../toolchain/building/build-result.ts';
import type { SourceCheck } from '../../toolchain/building/check-source.ts';
import type { ForeignToolchain } from '../../toolchain/building/toolchain-choice.ts';
import type { LoadProgress } from '../../toolchain/clang/clang.ts';
import type { CompileResult, CompileUnit } from '../../toolchain/sources/compiler.ts';
import type { Diagnostic } from '../../toolchain/sources/diagnostic.ts';
import { type Language, maybeLanguageOfPath } from '../../toolchain/sources/language.ts';
import type { ObjectCache } from '../../toolchain/sources/object-cache.ts';
import type { Builder, BuildOptions } from '../records/builder.ts';
import type { CompilerEnd } from '../records/executor-events.ts';
import { maybeManyFiles, sliceFiles } from '../records/file-slices.ts';
import { type RemoteWorker, type WorkerCalls, wrapWorker } from '../records/remote.ts';
import { died, downloadCancelled, heapFull, timeLimitReached } from './compile-errors.ts';
import type { CompileHost, CompileService, KeptKind } from './compile-service.ts';
import type { RenewalOwner, WorkerRenewal } from './compiler-renewal.ts';
import { kindOfKey } from './layered-object-cache.ts';
import type { CompileHelper } from './parallel-compiler.ts';

export interface CompileClientOptions {
  /** Starts a worker that runs workers/compile-worker.ts. */
  readonly createWorker: () => RemoteWorker;
  /** Reports progress while the compiler loads. */
  readonly onLoading?: (progress: LoadProgress) => void;
  /** Returns a chunk of a download that began before the worker requested the chunk. */
  readonly takePiece?: CompileHost['takePiece'];
  /** Creates the renewal, which replaces workers that hold too much memory; absent in pages. */
  readonly createRenewal?: (owner: RenewalOwner) => WorkerRenewal;
  /** Caches precompiled library headers beyond the life of a worker. */
  readonly headers?: ObjectCache | undefined;
  /** Reports that a worker stopped before it was released; `heldBytes` is its memory use, if that was the reason. */
  readonly onEnded?: (reason: CompilerEnd, heldBytes?: number) => void;
}

/** Callbacks for a request that is waiting for its response. */
interface Listener {
  readonly onWorking: () => void;
  /** Reports that a component of the compiler is loading. */
  readonly onLoading: () => void;
  readonly onProgress?: BuildOptions['onProgress'] | undefined;
}

type Question<Answer> = (service: CompileService) => Promise<Answer>;

/** Reason to terminate a worker because of a single request; all its other requests are retried. */
class EndedFor extends Error {
  readonly id: number;
  readonly reason: unknown;

  constructor(id: number, reason: unknown) {
    super('the worker was stopped because of another request');
    this.id = id;
    this.reason = reason;
  }
}

function describeEnd({ id, reason }: EndedFor): CompilerEnd {
  if (id === NOBODY) return 'died';
  return reason instanceof HazeError && reason.code === 'time-limit' ? 'time-limit' : 'cancelled';
}

/**
 * Sentinel ID that matches no request: when a worker is terminated for it, all requests of the worker are retried.
 */
const NOBODY = -1;

/** Time limit for rebuilding a program to find the line of its trap. */
const PLACE_LIMIT_MS = 60_000;
/**
 * Longest time that another request waits for a check. Precompiling C++ headers saves a later build about as much
 * time.
 */
const WAITED_CHECK_LIMIT_MS: Readonly<Record<Language, number>> = { C: 3000, 'C++': 20_000, Fortran: 3000 };
/**
 * Time limit of a check that no request waits for; the limit is longer if the longest build took more than half of it.
 */
const CHECK_LIMIT_MS = 60_000;
const WORKER_ENDS: ReadonlySet<string> = new Set(['compiler-died', 'memory-limit']);
const NO_CACHE: ObjectCache = { get: async () => undefined, put: async () => undefined };

/**
 * A builder whose worker can be preloaded and released. It can also help another worker. The worker starts with the
 * first request, unless `start` was called before.
 */
export class CompileClient implements Builder, CompileHelper {
  readonly #options: CompileClientOptions;
  /** Listeners by request ID. */
  readonly #listeners = new Map<number, Listener>();
  #worker: WorkerCalls<CompileService> | undefined;
  #version: Promise<string> | undefined;
  #nextId = 1;
  #isLoading = false;
  /** Number of requests that are waiting for a response. */
  #askedCount = 0;
  /** Informs the running check that a request is waiting for it. */
  #hurryCheck: (() => void) | undefined;
  /** Languages in which a check exceeded its time limit; the next check would exceed it, too. */
  readonly #uncheckable = new Set<Language>();
  #longestBuildMs = 0;
  /** Object cache of the current or latest build; a single one suffices, because builds run one after another. */
  #objects: ObjectCache | undefined;
  #toolchain: ForeignToolchain | undefined;
  readonly #renewal: WorkerRenewal | undefined;

  constructor(options: CompileClientOptions) {
    this.#options = options;
    this.#renewal = options.createRenewal?.({
      create: () => this.#create(),
      isCurrent: (worker) => worker === this.#worker,
      onReady: () => this.#renew(),
    });
  }

  version(): Promise<string> {
    this.#version ??= this.#askTwice((service) => service.version()).catch((error: unknown) => {
      this.#version = undefined;
      throw error;
    });
    return this.#version;
  }

  /** Starts the worker, which loads only its script at first. */
  start(): void {
    this.#open();
  }

  /** Loads the compiler. @throws HazeError `toolchain-load-failed`, `compiler-died` */
  warm(): Promise<void> {
    return this.#ask((service) => service.warm());
  }

  /**
   * Loads the compiler for a C++ source that the user has begun to edit, and precompiles the source's headers.
   * @throws HazeError `toolchain-load-failed`, `compiler-died`, and download errors
   */
  async prepareCxx(check: SourceCheck): Promise<void> {
    await this.#ask((service) => service.warm(true));
    // A build that arrives in the meantime waits for the headers, because otherwise it would parse them itself.
    await this.#check(check, { isHurried: false });
  }

  /** Downloads the tools that every build needs, so that builds work offline. @throws HazeError download errors */
  download(): Promise<void> {
    return this.#ask((service) => service.download());
  }

  /**
   * Downloads the tools that only some builds need; builds can run at the same time.
   * @throws HazeError download errors
   */
  downloadRest(): Promise<void> {
    return this.#ask((service) => service.downloadRest());
  }

  /**
   * Uses another compiler for all later builds; without an argument, uses Haze's own again.
   * @throws HazeError `not-isolated`, `toolchain-load-failed`; builds then use Haze's own compiler
   */
  async useToolchain(toolchain: ForeignToolchain | undefined): Promise<void> {
    this.#version = undefined;
    this.#toolchain = undefined;
    try {
      await this.#ask((service) => service.useToolchain(toolchain));
      this.#toolchain = toolchain;
    } catch (error) {
      await this.#ask((service) => service.useToolchain(undefined));
      throw error;
    }
  }

  /** Cancels loading, if the worker is loading. Waiting requests are rejected with `download-cancelled`. */
  cancelLoading(): void {
    if (this.#isLoading) this.#end(downloadCancelled());
  }

  async placeOf(trap: Trap, signal: AbortSignal): Promise<string | undefined> {
    signal.throwIfAborted();
    const asked = this.#askWithin(PLACE_LIMIT_MS, (service, id) => service.placeOf(id, trap));
    let leave: () => void = () => undefined;
    const left = new Promise<never>((_, reject) => {
      // Rejects only the call. The worker continues: it stays warm for the next build, and has its own time limit.
      leave = () => reject(signal.reason);
      signal.addEventListener('abort', leave);
    });
    try {
      return await Promise.race([asked, left]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  /**
   * Diagnostics for a source. Undefined while the compiler is not loaded or is busy, because checks are never queued.
   * Also undefined after a check in the same language took too long.
   */
  check(check: SourceCheck): Promise<readonly Diagnostic[] | undefined> {
    return this.#check(check, { isHurried: true });
  }

  /** With `isHurried`, another request shortens the check's time limit. */
  async #check(
    check: SourceCheck,
    { isHurried }: { readonly isHurried: boolean },
  ): Promise<readonly Diagnostic[] | undefined> {
    const language = maybeLanguageOfPath(check.path) ?? 'C';
    if (!this.#worker || this.#askedCount > 0 || this.#uncheckable.has(language)) return undefined;
    const id = this.#nextId++;
    const timers: ReturnType<typeof setTimeout>[] = [];
    const endIn = (limitMs: number) => {
      const end = () => {
        this.#uncheckable.add(language);
        this.#end(new EndedFor(id, timeLimitReached(limitMs)));
      };
      timers.push(setTimeout(end, limitMs));
    };
    endIn(Math.max(CHECK_LIMIT_MS, 2 * this.#longestBuildMs));
    const asked = this.#ask((service) => service.check(check, this.#keptHeaders()), id);
    const hurry = () => {
      this.#hurryCheck = undefined;
      endIn(WAITED_CHECK_LIMIT_MS[language]);
    };
    if (isHurried) this.#hurryCheck = hurry;
    try {
      return await asked;
    } finally {
      this.#hurryCheck = undefined;
      for (const timer of timers) clearTimeout(timer);
    }
  }

  /** Source locations of a program's instructions; for inlined calls, the innermost location comes first. */
  placesOf(program: PlacedProgram, codeOffsets: readonly number[]) {
    return this.#askWithin(PLACE_LIMIT_MS, (service, id) => service.placesOf(id, program, codeOffsets));
  }

  rewrite(module: Uint8Array): Promise<Uint8Array> {
    return this.#askTwice((service) => service.rewrite(module));
  }

  openFiles(files: CompileUnit['files']): Promise<void> {
    return this.#ask((service) => service.openFiles(files));
  }

  compile(unit: Omit<CompileUnit, 'files'>): Promise<CompileResult> {
    return this.#ask((service) => service.compile(unit));
  }

  async build(request: BuildRequest, options: BuildOptions): Promise<BuildOutput> {
    const { signal, timeLimitMs, account, cache, onProgress } = options;
    signal.throwIfAborted();
    this.#objects = cache;
    const files = maybeManyFiles(request.sources);
    const kept: KeptKind[] = [...(cache ? (['objects'] as const) : []), ...this.#keptHeaders()];
    const build = async (service: CompileService, id: number) => {
      if (!files) return service.build(id, request, { account, kept });
      // Waits until a slice is acknowledged before sending the next, so that other work in this thread gets its turn.
      for (const slice of sliceFiles(files)) await service.addSources(id, slice);
      return service.build(id, { ...request, sources: new Map() }, { account, kept });
    };
    const output = await this.#askWithin(timeLimitMs, build, { signal, onProgress });
    this.#longestBuildMs = Math.max(this.#longestBuildMs, output.buildTimeMs);
    return output;
  }

  /** Terminates the worker. Its open requests are rejected; later requests start another worker. */
  close(): void {
    this.#renewal?.close();
    this.#end(died('it was released'));
  }

  /** Sends a request with a time limit, which starts once the tools are loaded. The signal terminates the worker. */
  async #askWithin<Answer>(
    timeLimitMs: number,
    question: (service: CompileService, id: number) => Promise<Answer>,
    { signal, onProgress }: Partial<Pick<BuildOptions, 'signal'>> & Pick<Listener, 'onProgress'> = {},
  ): Promise<Answer> {
    const id = this.#nextId++;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cancel = () => this.#end(new EndedFor(id, signal?.reason));
    const onWorking = () => {
      clearTimeout(timer);
      const reason = timeLimitReached(timeLimitMs);
      timer = setTimeout(() => this.#end(new EndedFor(id, reason)), timeLimitMs);
    };
    // Downloads do not count towards the request's time limit.
    const onLoading = () => {
      if (timer !== undefined) onWorking();
    };
    this.#listeners.set(id, { onWorking, onLoading, onProgress });
    signal?.addEventListener('abort', cancel);
    try {
      return await this.#ask((service) => question(service, id), id);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      this.#listeners.delete(id);
    }
  }

  // The worker may have died because of the previous build, so one retry is worthwhile.
  #askTwice<Answer>(question: Question<Answer>): Promise<Answer> {
    return this.#ask(question).catch((error: unknown) => {
      if (error instanceof HazeError && WORKER_ENDS.has(error.code)) return this.#ask(question);
      throw error;
    });
  }

  async #ask<Answer>(question: Question<Answer>, id?: number): Promise<Answer> {
    this.#askedCount += 1;
    this.#hurryCheck?.();
    try {
      return await this.#askWorkers(question, id);
    } finally {
      this.#askedCount -= 1;
      if (this.#askedCount === 0) this.#renew();
    }
  }

  /** Replaces an idle worker with a fresh one that is ready. */
  #renew(): void {
    const worker = this.#worker;
    if (!worker || this.#askedCount > 0) return;
    const fresh = this.#renewal?.take();
    if (fresh) {
      this.#worker = fresh.worker;
      worker.end(died('a new worker replaced it'));
      this.#options.onEnded?.('memory', fresh.otherHeldBytes);
    } else void this.#renewal?.look(worker);
  }

  async #askWorkers<Answer>(question: Question<Answer>, id: number | undefined): Promise<Answer> {
    for (;;) {
      const worker = this.#open();
      try {
        return await worker.ask(question);
      } catch (error) {
        // This worker can never load the missing module, so a new worker retries the load.
        const isStuck = error instanceof HazeError && error.data.isStuck === true;
        if (isStuck && worker === this.#worker) this.#end(new EndedFor(NOBODY, error));
        if (!(error instanceof EndedFor)) throw error;
        if (error.id === id) throw error.reason;
      } finally {
        // The worker handles requests one after another, so once a request has ended, nothing is loading any more.
        if (worker === this.#worker) this.#isLoading = false;
      }
    }
  }

  #open(): WorkerCalls<CompileService> {
    this.#worker ??= this.#renewal?.take()?.worker ?? this.#create();
    return this.#worker;
  }

  #create(): WorkerCalls<CompileService> {
    const worker = wrapWorker<CompileService, CompileHost>(
      this.#options.createWorker(),
      this.#host,
      (reason, isHeapFull) => {
        this.#renewal?.drop(worker);
        this.#leave(worker);
        this.#options.onEnded?.('died');
        return isHeapFull ? heapFull(reason) : died(reason);
      },
    );
    // A replacement worker uses the same compiler.
    const toolchain = this.#toolchain;
    if (toolchain) void worker.ask((service) => service.useToolchain(toolchain)).catch(() => undefined);
    return worker;
  }

  #keptHeaders(): KeptKind[] {
    return this.#options.headers ? ['headers'] : [];
  }

  #cacheOf(key: string): ObjectCache {
    const caches = { objects: this.#objects, headers: this.#options.headers };
    const kind = kindOfKey(key);
    return (kind && caches[kind]) ?? NO_CACHE;
  }

  /** Functions that the worker calls. */
  get #host(): CompileHost {
    return {
      get: (key) => this.#cacheOf(key).get(key),
      put: (key, bytes) => this.#cacheOf(key).put(key, bytes),
      takePiece: async (name) => this.#options.takePiece?.(name),
      onLoading: async ({ doneBytes, totalBytes }) => {
        this.#isLoading = doneBytes < totalBytes;
        for (const { onLoading } of this.#listeners.values()) onLoading();
        this.#options.onLoading?.({ doneBytes, totalBytes });
      },
      onWorking: async (id) => this.#listeners.get(id)?.onWorking(),
      onProgress: async (id, progress) => this.#listeners.get(id)?.onProgress?.(progress),
    };
  }

  /** Terminates the worker, and rejects all its open requests. */
  #end(reason: unknown): void {
    const worker = this.#worker;
    if (!worker) return;
    this.#leave(worker);
    worker.end(reason);
    if (reason instanceof EndedFor) this.#options.onEnded?.(describeEnd(reason));
  }

  #leave(worker: WorkerCalls<CompileService>): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    this.#isLoading = false;
  }
}

// Makes a page the executor. Of all candidate pages, the one that holds a lock is the executor. When that page is
// closed, the lock passes to another candidate, which finishes the remaining work.

import { HazeError } from '../../../errors/haze-error.ts';
import { loadOnce } from '../../../errors/load-once.ts';
import { createCloneClient } from '../../../jobs/cloning/clone-client.ts';
import { CompileClient } from '../../../jobs/compiling/compile-client.ts';
import { HeaderCache } from '../../../jobs/compiling/header-cache.ts';
import { loadPatiently } from '../../../jobs/compiling/load-patiently.ts';
import { Executor } from '../../../jobs/executing/executor.ts';
import { loadJobWork } from '../../../jobs/executing/load-job-work.ts';
import type { Builder } from '../../../jobs/records/builder.ts';
import type { UnwrittenEnds } from '../../../jobs/records/held-job.ts';
import { makeExecutorId } from '../../../jobs/records/leases.ts';
import type { Haze } from '../../../program/engine.ts';
import type { RunOutcome } from '../../../runtime/running/run-outcome.ts';
import { type RunRequest, runProgram } from '../../../runtime/running/run-program.ts';
import type { Store } from '../../../store/contract/store.ts';
import type { BuildRequest } from '../../../toolchain/building/build-result.ts';
import type { SourceCheck } from '../../../toolchain/building/check-source.ts';
import type { ForeignToolchain } from '../../../toolchain/building/toolchain-choice.ts';
import type { LoadProgress } from '../../../toolchain/clang/clang.ts';
import type { Diagnostic } from '../../../toolchain/sources/diagnostic.ts';
import type { Language } from '../../../toolchain/sources/language.ts';
import { findDefaultCore } from '../../../uncertainty/core/core-spec.ts';
import {
  createPageCloneWorker,
  createPageCompileWorker,
  createPageReferenceWorker,
  createPageRunWorker,
  loadPageKernels,
} from '../../program/page-workers.ts';
import { maybeRewritingVersion } from '../../program/site-files.ts';
import { isAnythingKept } from '../../program/toolchain/download/shelf.ts';
import type { ToolchainFiles } from '../../program/toolchain/download/toolchain-files.ts';
import { untilAborted } from '../../program/when-aborted.ts';
import type { Connection, ConnectOptions, LikelyRun, PrepareOptions } from '../connection.ts';
import { Farewells } from './farewells.ts';
import type { Channel } from './open-channel.ts';
import { openWorkChannel } from './services.ts';
import { SpareWorker } from './spare-worker.ts';

export interface PageExecutorOptions extends Pick<ConnectOptions, 'limits' | 'corsProxy' | 'onLoading'> {
  /** Resolves once the store is open. Other code reports why the store fails to open; nothing runs without it. */
  readonly store: Promise<Store>;
  /** Final job states that have not been written yet, because the storage was full. */
  readonly unwritten: UnwrittenEnds;
  readonly files: Pick<ToolchainFiles, 'ahead' | 'list' | 'measure' | 'use'>;
  readonly database: string;
  /** Hosts whose repositories may be fetched; `*` for any. */
  readonly repositoryHosts: readonly string[];
  /** Reports that the store is lost: a newer version in another tab has upgraded it, or its data was removed. */
  readonly onStoreLost?: () => void;
}

/** Errors after which a page executes nothing until its store is reopened. */
const LOST_STORE: ReadonlySet<string> = new Set(['store-closed', 'storage-evicted']);
/**
 * Maximum size of the header cache: enough for about four sets of C++ headers, so that the next visit starts with them.
 */
const HEADER_CACHE_BYTES = 64 * 2 ** 20;
const TOO_NEW = 'store-too-new';
const LOOK_AGAIN_MS = 500;

const SPARE_AFTER_MS = 300;
const QUIET_LOOK_MS = 150;
const QUIET_LOOKS = 3;
/**
 * Build time limit, far longer than a server's: a page's first build loads parts of the compiler, and an engine that
 * has not compiled them yet may take minutes on a busy machine. The user can stop the build.
 */
const BUILD_TIME_MS = 600_000;

/** Makes this page a candidate for executor. */
export class PageExecutor
  implements Pick<Connection, 'cancelDownload' | 'check' | 'openEngine' | 'useToolchain'>
{
  readonly #options: PageExecutorOptions;
  readonly #builder: CompileClient;
  /** Latest progress reported by the worker. */
  #loading: LoadProgress | undefined;
  /** True during the start of a worker that is not allowed to download anything. */
  #isLooking = false;
  readonly #channel: Channel;
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  /** True if this page was opened first; in that case it is the executor from the start. */
  readonly #isFirst: Promise<boolean>;
  #tellWhetherFirst: (isFirst: boolean) => void = () => undefined;
  readonly #preparing = new Map<PrepareOptions['only'], Promise<void>>();
  readonly #loadKernels = loadOnce(() => loadPageKernels(this.#options.files));
  #runWorker: Promise<unknown> | undefined;
  readonly #runWorkers = new SpareWorker(createPageRunWorker);
  #spareTimer: ReturnType<typeof setTimeout> | undefined;
  #executor: Executor | undefined;
  /** Builder for jobs. */
  readonly #jobs: Builder;
  /** True if other code in this page uses its compiler, for example to answer requests about runs. */
  #hasEngine = false;

  constructor(options: PageExecutorOptions) {
    this.#options = options;
    options.files.ahead.onBytes = () => this.#tellLoading();
    this.#builder = new CompileClient({
      headers: new HeaderCache(options.store, { maxSizeBytes: HEADER_CACHE_BYTES }),
      createWorker: () => {
        this.#loading = undefined;
        this.#options.files.ahead.end();
        // Fetches the worker's first pieces while its script loads.
        if (!this.#isLooking) this.#options.files.ahead.begin();
        void options.files.list().catch(() => undefined);
        return createPageCompileWorker();
      },
      takePiece: (name) => this.#options.files.ahead.take(name),
      onLoading: (progress) => {
        this.#prepareRunWorker();
        if (progress.doneBytes === progress.totalBytes) this.#options.files.ahead.end();
        this.#loading = progress;
        this.#tellLoading();
      },
    });
    this.#jobs = this.#openBuilder();
    this.#channel = openWorkChannel(options.database);
    this.#channel.addEventListener('message', () => this.#executor?.announce());
    this.#isFirst = new Promise((resolve) => {
      this.#tellWhetherFirst = resolve;
    });
    this.#ended = this.#stand();
  }

  /** True if this page is currently the executor. */
  isLeading(): boolean {
    return this.#executor !== undefined;
  }

  /** True if a job is currently running in this page. */
  isWorking(): boolean {
    return (this.#executor?.running().length ?? 0) > 0;
  }

  /**
   * Downloads everything, or only the files that every build needs; in the executing page, also loads the compiler,
   * kernels and workers.
   */
  prepare({ only }: PrepareOptions = {}): Promise<void> {
    const known = this.#preparing.get(only);
    if (known) return known;
    // Only one call runs at a time, because the first call to finish releases the worker.
    const before = Promise.allSettled(this.#preparing.values());
    const preparing = before.then(() => this.#prepare(only)).finally(() => this.#preparing.delete(only));
    this.#preparing.set(only, preparing);
    return preparing;
  }

  /** Includes bytes that the worker has not yet taken; only the worker reports completion. */
  #tellLoading(): void {
    if (!this.#loading) return;
    const { doneBytes, totalBytes } = this.#loading;
    const withAhead = Math.min(doneBytes + this.#options.files.ahead.bytes, totalBytes - 1);
    this.#options.onLoading?.({ doneBytes: Math.max(doneBytes, withAhead), totalBytes });
  }

  async #prepare(only: PrepareOptions['only']): Promise<void> {
    await Promise.all([this.#builder.download(), loadJobWork()]);
    const isBuilding = (await this.#isFirst) || this.isLeading();
    if (isBuilding) await this.#load();
    if (only !== 'every-build') {
      await this.#untilIdle();
      await this.#builder.downloadRest();
    }
    // In a page that does not build, the worker would only waste memory.
    if (!isBuilding && !this.#hasEngine) this.#builder.close();
  }

  /**
   * Waits until no job is running or pending in this page. Files that only some builds need are downloaded after that,
   * never between a build and its task.
   */
  async #untilIdle(): Promise<void> {
    const { signal } = this.#closing;
    for (let quiet = 0; quiet < QUIET_LOOKS && !signal.aborted; ) {
      quiet = this.isWorking() ? 0 : quiet + 1;
      await new Promise((resolve) => setTimeout(resolve, QUIET_LOOK_MS));
    }
  }

  /** In the executing page, loads the compiler, kernels and workers if all of them are already stored. */
  async loadKept(): Promise<void> {
    if (!(await this.#isFirst) || !(await isAnythingKept())) return;
    // The worker's script is loaded during this check.
    this.#isLooking = true;
    this.#builder.start();
    this.#isLooking = false;
    void loadJobWork().catch(() => undefined);
    const { doneBytes, totalBytes } = await this.#options.files.measure();
    if (doneBytes === totalBytes) await this.loadFirst();
  }

  /** Like `loadKept`, but also downloads missing files that every build needs. Rejects as `prepare` does. */
  async loadFirst(): Promise<void> {
    if (!(await this.#isFirst)) return;
    const warming = this.#builder.warm();
    void loadJobWork().catch(() => undefined);
    const preparing = this.#loadKernels().then(() => this.#runWorkers.prepare());
    await Promise.all([warming, preparing]);
  }

  /** Loads everything that a run of a program needs, before its job arrives. */
  async loadRun({ source, language }: LikelyRun): Promise<void> {
    if (!(await this.#isFirst)) return;
    void loadJobWork().catch(() => undefined);
    void this.#loadKernels().catch(() => undefined);
    this.#runWorkers.prepare();
    await this.#jobs.loadFor?.(source, language);
  }

  /** Returns the builder for jobs. */
  #openBuilder(): Builder {
    return Object.assign(this.#builder, {
      loadFor: async (source: string, language: Language) =>
        (await this.#openReady()).loadFor(source, language),
      maybeReady: async (request: BuildRequest) => (await this.#openReady()).maybeReady(request),
    });
  }

  /** Opens the site's own programs, which the first build lazy-loads. */
  readonly #openReady = loadOnce(async () => {
    const { createReadyBuilder } = await loadPatiently(() => import('./ready-builder.ts'));
    return createReadyBuilder(this.#builder, () => this.#loadRunning());
  });

  /** Loads the parts that run a program, because a program is about to run without a build. */
  #loadRunning(): void {
    void this.#loadKernels().catch(() => undefined);
    this.#prepareRunWorker();
  }

  /** Loads the script of a run worker alongside the compiler, because builds in this page are about to run. */
  #prepareRunWorker(): void {
    if (this.isWorking() && !this.#closing.signal.aborted) this.#runWorkers.prepare();
  }

  async #load(): Promise<void> {
    await Promise.all([this.#builder.warm(), this.#loadRunWorker()]);
    this.#runWorkers.prepare();
  }

  useToolchain(toolchain: ForeignToolchain | undefined): Promise<void> {
    return this.#builder.useToolchain(toolchain);
  }

  async check(check: SourceCheck): Promise<readonly Diagnostic[] | undefined> {
    return this.isLeading() ? this.#builder.check(check) : undefined;
  }

  readonly openEngine = loadOnce(async (): Promise<Haze> => {
    this.#hasEngine = true;
    const { createSharedEngine } = await loadPatiently(() => import('../../program/page-engine.ts'));
    return createSharedEngine({
      client: this.#builder,
      kernels: () => this.#loadKernels(),
      findModule: async (request) => (await this.#openReady()).maybeModule(request),
    });
  });

  cancelDownload(): void {
    this.#options.files.ahead.end();
    this.#builder.cancelLoading();
  }

  // Loads a run worker's script by sending bytes that are not a program, so that the worker reports the error and
  // exits.
  async #loadRunWorker(): Promise<void> {
    const context = { kernels: await this.#loadKernels(), createWorker: createPageRunWorker };
    this.#runWorker ??= runProgram({ module: new Uint8Array(0), core: findDefaultCore('C0-XS') }, context);
    await this.#runWorker;
  }

  /** Returns running jobs to the queue for another page, and withdraws this page as executor. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#ended;
    clearTimeout(this.#spareTimer);
    this.#runWorkers.close();
    this.#options.files.ahead.end();
    this.#channel.close();
    this.#builder.close();
  }

  async #stand(): Promise<void> {
    const { signal } = this.#closing;
    if (!navigator.locks) {
      this.#tellWhetherFirst(true);
      return this.#lead(false);
    }
    const name = `haze-executor:${this.#options.database}`;
    const lead = (lock: Lock | null) => {
      this.#tellWhetherFirst(lock !== null);
      return lock && this.#lead(true);
    };
    try {
      await navigator.locks.request(name, { ifAvailable: true }, lead);
      if (!signal.aborted) await navigator.locks.request(name, { signal }, lead);
    } catch (error) {
      const isDenied = error instanceof DOMException && error.name === 'SecurityError';
      this.#tellWhetherFirst(isDenied);
      // A page with blocked storage has no locks, and no other page shares its store.
      if (isDenied) return this.#lead(false);
      if (!signal.aborted) throw error;
    }
  }

  /** Executes until the page is closed. */
  async #lead(isAlone: boolean): Promise<void> {
    const { signal } = this.#closing;
    if (signal.aborted) return;
    const { limits, repositoryHosts, corsProxy, unwritten } = this.#options;
    const store = await this.#options.store.catch(() => undefined);
    if (!store || signal.aborted) return;
    const farewells = new Farewells(this.#options.database);
    const executorId = makeExecutorId();
    const sayFarewell = () => farewells.say(executorId);
    globalThis.addEventListener?.('pagehide', sayFarewell);
    this.#executor = new Executor({
      store,
      executorId,
      saidGoodbye: (id) => farewells.has(id),
      builder: this.#jobs,
      rewritingVersion: async () => maybeRewritingVersion(),
      run: (request) => this.#run(request),
      loadKernels: () => this.#loadKernels(),
      repositories: {
        take: createCloneClient(createPageCloneWorker),
        settings: { hosts: repositoryHosts, ...(corsProxy !== undefined && { corsProxy }) },
      },
      runReference: async (request) => {
        const { runReference } = await loadPatiently(
          () => import('../../../reference/crew/run-reference.ts'),
        );
        return runReference(request, {
          kernels: await this.#loadKernels(),
          createWorker: createPageReferenceWorker,
          parallelism: navigator.hardwareConcurrency ?? 2,
        });
      },
      isAlone,
      unwritten,
      limits: {
        parallelJobs: Math.max(2, navigator.hardwareConcurrency ?? 2),
        buildTimeMs: BUILD_TIME_MS,
        ...limits,
      },
      reportError: (error, jobId) => this.#report(error, jobId),
    });
    await untilAborted(signal);
    await this.#executor.stop(0);
    globalThis.removeEventListener?.('pagehide', sayFarewell);
    this.#executor = undefined;
  }

  async #run(request: RunRequest): Promise<RunOutcome> {
    const kernels = await this.#loadKernels();
    const outcome = await runProgram(request, { kernels, createWorker: () => this.#runWorkers.take() });
    clearTimeout(this.#spareTimer);
    // Starts the next worker only once the program's output has been shown.
    if (!this.#closing.signal.aborted)
      this.#spareTimer = setTimeout(() => this.#runWorkers.prepare(), SPARE_AFTER_MS);
    return outcome;
  }

  // If the store was removed, it is reopened, and work continues. If only a newer page can open the store, the store is
  // lost: the lock passes to that page, which finishes the jobs that run here.
  #report(error: unknown, jobId: string): void {
    const { code } = error as Partial<HazeError>;
    if (this.#closing.signal.aborted) return;
    if (code === TOO_NEW) {
      this.#closing.abort();
      this.#options.onStoreLost?.();
    } else if (error instanceof HazeError && LOST_STORE.has(error.code)) {
      setTimeout(() => this.#executor?.announce(), LOOK_AGAIN_MS);
    } else console.error(`Haze: internal error in ${jobId || 'the executor'}`, error);
  }
}
